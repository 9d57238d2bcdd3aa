// SPDX-License-Identifier: Apache-2.0
// apart_test.cc: buffers that share memory, against every pair of them.
#include "tileglot/relayout/cpu/detail/apart.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/core/law.h"

namespace tileglot::relayout::cpu {
namespace {

struct Place {
  std::size_t begin;
  std::size_t size;
};

bool share(Place a, Place b) {
  return a.size > 0 && b.size > 0 && a.begin < b.begin + b.size && b.begin < a.begin + a.size;
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

std::vector<Place> any_places(std::size_t most) {
  std::vector<Place> places(draw<std::size_t>(0, 6));
  for (Place& place : places) place = {draw<std::size_t>(0, 100), draw<std::size_t>(0, most)};
  return places;
}

bool has_clash(const std::vector<Place>& sources, const std::vector<Place>& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const Place source : sources) {
      if (share(source, targets[i])) return true;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (share(targets[i], targets[j])) return true;
    }
  }
  return false;
}

TEST(Apart, AClashIsFoundExactlyWhereThereIsOne) {
  std::size_t clashes = 0;
  std::size_t apart = 0;
  core::check_law("apart_finds_every_clash", 20000, [&] {
    const std::vector<std::byte> memory(150);
    const std::span<const std::byte> all(memory);
    const std::vector<Place> sources = any_places(*rc::gen::element<std::size_t>(8, 40));
    const std::vector<Place> targets = any_places(12);
    Apart buffers;
    for (std::size_t i = 0; i < sources.size(); ++i)
      buffers.add_source(i, all.subspan(sources[i].begin, sources[i].size));
    for (std::size_t i = 0; i < targets.size(); ++i)
      buffers.add_target(i, all.subspan(targets[i].begin, targets[i].size));
    const auto clash = buffers.first_clash();
    ASSERT_EQ(clash.has_value(), has_clash(sources, targets));
    ++(clash ? clashes : apart);
    if (!clash) return;
    ASSERT_TRUE(clash->is_source || clash->target != clash->other);
    EXPECT_TRUE(share(targets[clash->target],
                      clash->is_source ? sources[clash->other] : targets[clash->other]));
  });
  EXPECT_GT(clashes, 0U);
  EXPECT_GT(apart, 0U);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
