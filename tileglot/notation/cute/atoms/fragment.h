// SPDX-License-Identifier: Apache-2.0
// atoms/fragment.h: layouts (thread, value) -> index of what an instruction holds.
//
// What     fragment(threads, values) is the layout of two modes whose leaves are given as
//          extent:stride; leaves of extent 1 are left out. warp_rows and warp_accumulators are the
//          two patterns of which almost all matrix instructions of a warp are made.
// Why      Lane 4g + t of a warp holds row g of an operand whose row is 32 bits in each of four
//          lanes, and two adjacent columns of the accumulator. Types and shapes only decide how
//          often that repeats.
// Units    Elements: index = row + rows * column.
// Example  warp_rows(16, 16, 2), A of m16n8k16 with two halves in a register, is
//          ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128)).
//          [tests: atoms/fragment_test.cc, "a row of four registers repeats down and along"]
// Errors   None: extents and strides are those of instructions that exist.
// Source   PTX ISA 8.7, 9.7.14.5 (fragments of mma.m8n8k16 to .m16n8k256).
#pragma once

#include <cstdint>
#include <initializer_list>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"

namespace tileglot::notation::cute {

/// One leaf of a mode.
struct Steps {
  std::int64_t extent;
  std::int64_t stride;
};

/// Writes the leaves of extents other than 1: in brackets if they are several, 1:0 if none.
constexpr void write_mode(LayoutWriter& writer, std::initializer_list<Steps> leaves) {
  int count = 0;
  for (const Steps& leaf : leaves) count += leaf.extent == 1 ? 0 : 1;
  if (count == 0) writer.leaf(core::static_integer(1), core::static_integer(0));
  if (count > 1) writer.open();
  for (const Steps& leaf : leaves) {
    if (leaf.extent == 1) continue;
    writer.leaf(core::static_integer(leaf.extent), core::static_integer(leaf.stride));
  }
  if (count > 1) writer.close();
}

constexpr Layout<> fragment(std::initializer_list<Steps> threads,
                            std::initializer_list<Steps> values) {
  Layout<> layout;
  LayoutWriter writer(layout);
  write_mode(writer, threads);
  write_mode(writer, values);
  writer.finish(false);
  return layout;
}

/// A layout of one mode, such as a numbering of lanes.
constexpr Layout<> numbering(std::initializer_list<Steps> leaves) {
  Layout<> layout;
  LayoutWriter writer(layout);
  int count = 0;
  for (const Steps& leaf : leaves) {
    writer.leaf(core::static_integer(leaf.extent), core::static_integer(leaf.stride));
    ++count;
  }
  writer.finish(count == 1);
  return layout;
}

/// An operand of `rows` x `k` of a warp: `packed` elements of a row in each register, four lanes
/// along k, eight rows, then eight rows further down, then on along k.
constexpr Layout<> warp_rows(std::int64_t rows, std::int64_t k, std::int64_t packed) {
  return fragment({{4, packed * rows}, {8, 1}},
                  {{packed, rows}, {rows / 8, 8}, {k / (4 * packed), 4 * packed * rows}});
}

/// `rows` x `columns` accumulators of a warp: two columns in each of four lanes, eight rows, then
/// eight rows further down, then on along the columns.
constexpr Layout<> warp_accumulators(std::int64_t rows, std::int64_t columns) {
  return fragment({{4, 2 * rows}, {8, 1}}, {{2, rows}, {rows / 8, 8}, {columns / 8, 8 * rows}});
}

}  // namespace tileglot::notation::cute
