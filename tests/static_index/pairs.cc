// SPDX-License-Identifier: Apache-2.0
// pairs.cc: the same index by a layout and by hand; static_index_cost_test.py counts instructions.
#include "tileglot/cute/kernel/static_index.h"

// NOLINTNEXTLINE(google-build-using-namespace): as CuTe's users write it.
using namespace tileglot::cute;

namespace {

constexpr Layout kMatrix = "(48,64):(64,1)"_layout;
constexpr Layout kTile = "((2,4),(4,2)):((1,8),(2,32))"_layout;
constexpr ComposedLayout kSwizzled = composition(Swizzle<3, 3, 3>{}, "(8,64):(64,1)"_layout);

}  // namespace

extern "C" {

unsigned layout_row_major(unsigned m, unsigned n) { return offset<kMatrix>(m, n); }
unsigned hand_row_major(unsigned m, unsigned n) { return (m << 6) + n; }

unsigned layout_row_major_index(unsigned i) { return offset<kMatrix>(i); }
unsigned hand_row_major_index(unsigned i) { return i % 48 * 64 + i / 48; }

unsigned layout_nested_tile(unsigned m, unsigned n) { return offset<kTile>(m, n); }
unsigned hand_nested_tile(unsigned m, unsigned n) {
  return (m & 1) + ((m >> 1) << 3) + ((n & 3) << 1) + ((n >> 2) << 5);
}

unsigned layout_nested_tile_index(unsigned i) { return offset<kTile>(i); }
unsigned hand_nested_tile_index(unsigned i) {
  return (i & 1) + ((i >> 1 & 3) << 3) + ((i >> 3 & 3) << 1) + (i >> 5 << 5);
}

unsigned layout_swizzled_tile(unsigned m, unsigned n) { return offset<kSwizzled>(m, n); }
unsigned hand_swizzled_tile(unsigned m, unsigned n) {
  const unsigned o = (m << 6) + n;
  return o ^ ((o >> 3) & 0x38);
}

int layout_signed_tile(int m, int n) { return offset<kTile>(m, n); }
int hand_signed_tile(int m, int n) {
  return (m & 1) + ((m >> 1) << 3) + ((n & 3) << 1) + ((n >> 2) << 5);
}

}  // extern "C"
