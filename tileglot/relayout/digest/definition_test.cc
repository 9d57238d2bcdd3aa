// SPDX-License-Identifier: Apache-2.0
// definition_test.cc: digests that the definition in docs/reference/digest.md gave.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/digest/reference.h"
#include "tileglot/relayout/digest/text.h"

namespace tileglot::relayout::digest {
namespace {

/// A line of testdata/digests.txt, whose head says what the fields are.
struct Recorded {
  int bits = 0;
  std::vector<std::int64_t> extents = {};
  std::int64_t seed = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::string text = {};

  std::vector<std::byte> stream() const {
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(core::ceil_div((first + count) * bits, 8)));
    for (std::size_t j = 0; j < bytes.size(); ++j) {
      const auto at = static_cast<std::int64_t>(j);
      bytes[j] = static_cast<std::byte>((167 * at + at / 251 + seed) % 256);
    }
    return bytes;
  }

  /// In the stream's memory: of a row that begins at `first`, or of the whole array.
  map::IndexMap layout() const {
    std::vector<map::Dim> dims;
    for (const std::int64_t extent : extents) dims.push_back({extent});
    if (extents.size() == 1) dims = {{count}};
    map::MapBuilder builder(dims);
    map::Value offset = builder.constant(first);
    std::int64_t stride = 1;
    for (std::size_t k = dims.size(); k-- > 0; stride *= dims[k].extent)
      builder.add_to(offset, builder.scale(builder.dim(k), stride));
    return *builder.finish(offset, {{first + count, "offset"}});
  }
};

std::vector<Recorded> recorded() {
  std::ifstream file(TILEGLOT_SOURCE_DIR "/tileglot/relayout/digest/testdata/digests.txt");
  std::vector<Recorded> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    Recorded one;
    std::string extents;
    fields >> one.bits >> extents >> one.seed >> one.first >> one.count >> one.text;
    std::istringstream numbers(extents.substr(1, extents.size() - 2));
    for (std::string number; std::getline(numbers, number, ',');)
      one.extents.push_back(std::stoll(number));
    all.push_back(one);
  }
  return all;
}

TEST(Definition, DigestsAreThoseOfTheDefinition) {
  const std::vector<Recorded> all = recorded();
  EXPECT_EQ(all.size(), 96U);
  for (const Recorded& one : all) {
    const map::IndexMap layout = one.layout();
    map::Coordinate begin(one.extents.size());
    if (one.extents.size() == 1) begin[0] = one.first;
    const std::vector<std::byte> bytes = one.stream();
    const auto fast = digest_of(layout, begin, one.extents, one.bits, bytes);
    const auto slow = reference_digest(layout, begin, one.extents, one.bits, bytes);
    ASSERT_TRUE(fast.has_value() && slow.has_value()) << one.text;
    EXPECT_EQ(print(*fast), one.text);
    EXPECT_EQ(print(*slow), one.text);
  }
}

}  // namespace
}  // namespace tileglot::relayout::digest
