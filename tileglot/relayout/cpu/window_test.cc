// SPDX-License-Identifier: Apache-2.0
// window_test.cc: windows of arrays on either side, against plain assignments.
#include "tileglot/relayout/cpu/window.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/subarray.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/plan/any_transfer.h"

namespace tileglot::relayout::cpu {
namespace {

using map::Slice;
using plan::GuardedBuffer;
using plan::Transfer;
using Slices = std::vector<Slice>;

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

map::Coordinate at(const Slices& slices, const map::Coordinate& i) {
  map::Coordinate x(i.size());
  for (std::size_t k = 0; k < i.size(); ++k) x[k] = slices[k].begin + slices[k].step * i[k];
  return x;
}

std::vector<std::int64_t> extents_of(const Slices& slices) {
  std::vector<std::int64_t> extents;
  extents.reserve(slices.size());
  for (const Slice& slice : slices) extents.push_back(slice.extent);
  return extents;
}

/// Bytes of a whole tensor of one byte an element.
std::vector<std::byte> bytes_of(const map::IndexMap& map) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(map.codomain_size()));
  kernels::fill_randomly(bytes, 3);
  return bytes;
}

void expect_moves(std::string_view source, const Slices& from, std::string_view target,
                  const Slices& to) {
  const map::IndexMap f = map_of(source);
  const map::IndexMap g = map_of(target);
  const std::vector<std::byte> read = bytes_of(f);
  std::vector<std::byte> written(static_cast<std::size_t>(g.codomain_size()), std::byte{0xA5});
  std::vector<std::byte> expected = written;
  map::for_each_coordinate(extents_of(from), [&](const map::Coordinate& i) {
    expected[static_cast<std::size_t>(g(at(to, i)))] =
        read[static_cast<std::size_t>(f(at(from, i)))];
  });
  const auto status = relayout_window({f, from}, {g, to}, 8, read, written);
  ASSERT_TRUE(status.has_value()) << status.error()->message;
  EXPECT_EQ(written, expected) << source << " to " << target;
}

TEST(Window, TheTargetOutsideTheWindowIsNotTouched) {
  expect_moves("u8[16,128]{1,0}", {{15, 8, -1}, {0, 128, 1}}, "u8[8,256]{1,0:T(8,128)}",
               {{0, 8, 1}, {0, 128, 1}});
  expect_moves("u8[300,500]{1,0:T(8,128)}", {{3, 200, 1}, {129, 300, 1}}, "u8[200,300]{1,0}",
               {{0, 200, 1}, {0, 300, 1}});
  expect_moves("u8[200,300]{0,1}", {{0, 200, 1}, {0, 300, 1}}, "u8[300,500]{1,0:T(8,128)(4,1)}",
               {{5, 200, 1}, {77, 300, 1}});
  expect_moves("u8[30,7,50]{2,1,0}", {{1, 9, 3}, {6, 7, -1}, {49, 25, -2}},
               "u8[30,7,50]{0,2,1:T(4,8)}", {{2, 9, 2}, {0, 7, 1}, {0, 25, 2}});
  expect_moves("u8[8,2]{1,0}", {{3, 8, 0}, {1, 1, 1}}, "u8[8,4]{0,1}", {{0, 8, 1}, {2, 1, 1}});
}

void expect_refused(const Slices& from, const Slices& to, std::string_view code) {
  const map::IndexMap f = map_of("u8[16,128]{1,0}");
  const std::vector<std::byte> read = bytes_of(f);
  std::vector<std::byte> written(read.size());
  const auto status = relayout_window({f, from}, {f, to}, 8, read, written);
  ASSERT_FALSE(status.has_value());
  EXPECT_EQ(status.error()->code, code);
}

TEST(Window, WhatLeavesATensorOrDoesNotFitIsRefused) {
  expect_refused({{9, 8, 1}, {0, 128, 1}}, {{0, 8, 1}, {0, 128, 1}}, "map.slice");
  expect_refused({{8, 8, 1}, {0, 128, 1}}, {{0, 8, 1}, {0, 127, 1}}, "map.domain_mismatch");
  expect_refused({{8, 8, 1}, {0, 128, 1}}, {{0, 8, 0}, {0, 128, 1}}, "relayout.not_injective");
}

/// Uniform in [begin, end), whatever the size of the case.
template <class T>
T draw(T begin, T end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(begin, end));
}

/// Two slices of one extent.
struct SlicePair {
  Slice source;
  Slice target;
};

Slice any_slice(std::int64_t extent, std::int64_t count, bool may_repeat) {
  const std::int64_t most = count < 2 ? extent : (extent - 1) / (count - 1);
  const std::int64_t step = draw<std::int64_t>(
      may_repeat ? 0 : 1, std::max<std::int64_t>(1, std::min<std::int64_t>(most, 3)) + 1);
  const std::int64_t room = extent - (count - 1) * step;
  const std::int64_t begin = draw<std::int64_t>(0, room);
  if (*rc::gen::arbitrary<bool>()) return {begin + (count - 1) * step, count, -step};
  return {begin, count, step};
}

SlicePair any_slices(std::int64_t extent) {
  const std::int64_t count = draw<std::int64_t>(1, extent + 1);
  return {any_slice(extent, count, true), any_slice(extent, count, false)};
}

bool bit_of(std::span<const std::byte> bytes, std::int64_t bit) {
  return ((std::to_integer<unsigned>(bytes[static_cast<std::size_t>(bit / 8)]) >> (bit % 8)) &
          1U) != 0;
}

void set_bit(std::span<std::byte> bytes, std::int64_t bit, bool value) {
  std::byte& byte = bytes[static_cast<std::size_t>(bit / 8)];
  const std::byte mask = std::byte{1} << static_cast<int>(bit % 8);
  byte = value ? byte | mask : byte & ~mask;
}

TEST(Window, WindowsOfEveryPairOfLayoutsMoveExactly) {
  core::check_law("relayout_moves_windows_exactly", 3000, [] {
    const Transfer t = plan::any_transfer(2000);
    Slices from;
    Slices to;
    for (const std::int64_t extent : t.source.extents) {
      const SlicePair pair = any_slices(extent);
      from.push_back(pair.source);
      to.push_back(pair.target);
    }
    const map::IndexMap f = t.source_map();
    const map::IndexMap g = t.target_map();
    const std::int64_t bits = t.element_bits;
    const std::vector<std::int64_t> table = map::table_of(t.source);
    const std::int64_t places = *std::max_element(table.begin(), table.end()) + 1;
    std::vector<std::byte> source(static_cast<std::size_t>((places * bits + 7) / 8));
    kernels::fill_randomly(source, 7);
    const auto size = static_cast<std::size_t>((t.target_size * bits + 7) / 8);
    GuardedBuffer expected(size, std::byte{0xA5});
    GuardedBuffer moved(size, std::byte{0xA5}, *rc::gen::element<std::size_t>(0, 1, 16, 63));
    map::for_each_coordinate(extents_of(from), [&](const map::Coordinate& i) {
      const std::int64_t read = t.source(at(from, i)) * bits;
      const std::int64_t written = t.target(at(to, i)) * bits;
      for (std::int64_t b = 0; b < bits; ++b)
        set_bit(expected.bytes(), written + b, bit_of(source, read + b));
    });
    const RelayoutOptions options{
        .execute = {.threads = *rc::gen::element(1, 3), .small_bytes = 0}};
    const auto status =
        relayout_window({f, from}, {g, to}, t.element_bits, source, moved.bytes(), options);
    ASSERT_TRUE(status.has_value()) << status.error()->message << "\n" << t;
    ASSERT_TRUE(moved.is_intact()) << t;
    ASSERT_TRUE(moved == expected) << t;
  });
}

}  // namespace
}  // namespace tileglot::relayout::cpu
