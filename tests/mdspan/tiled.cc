// SPDX-License-Identifier: Apache-2.0
// tiled.cc: CuTe layouts in std::mdspan; mdspan_test.py builds it with libc++ and runs it.
#include "tileglot/cute/kernel/mdspan_layout.h"

#ifndef __cpp_lib_mdspan
#error "this library has no <mdspan>"
#else

#include <array>
#include <cstdint>
#include <cstdio>
#include <mdspan>
#include <numeric>

#include "tileglot/cute/layout/vocabulary.h"

// NOLINTNEXTLINE(google-build-using-namespace): as CuTe's users write it.
using namespace tileglot::cute;

namespace {

int g_findings = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  ++g_findings;
  std::printf("not so: %s\n", what);
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__)

constexpr Layout kTiled = "((2,2),(2,3)):((1,4),(2,8))"_layout;  // tiles of 2x2, column-major
constexpr Layout kRows = "(4,6):(8,1)"_layout;                   // rows padded to 8
constexpr Layout kStill = "(4,6):(0,1)"_layout;                  // one row seen four times

using Tiled = std::mdspan<float, ExtentsOf<kTiled>, StaticMdspanLayout<kTiled>>;
using Dynamic = std::dextents<int, 2>;

static_assert(sizeof(Tiled) == sizeof(float*));
static_assert(Tiled::static_extent(0) == 4 && Tiled::static_extent(1) == 6);
static_assert(Tiled::is_always_unique() && Tiled::is_always_exhaustive());
static_assert(!Tiled::is_always_strided());
static_assert(Tiled::mapping_type()(2, 3) == 14);

template <const Layout<>& L>
void follows_the_layout() {
  std::array<float, 64> data{};
  std::iota(data.begin(), data.end(), 0.0F);
  const std::mdspan<float, ExtentsOf<L>, StaticMdspanLayout<L>> fixed(data.data());
  const MdspanLayout::mapping<Dynamic> mapping(L);
  const std::mdspan<float, Dynamic, MdspanLayout> moving(data.data(), mapping);
  EXPECT(mapping.required_span_size() == cosize(L));
  EXPECT(fixed.mapping().required_span_size() == cosize(L));
  EXPECT(moving.is_unique() == fixed.is_unique() && moving.is_strided() == fixed.is_strided());
  EXPECT(moving.is_exhaustive() == fixed.is_exhaustive());
  for (int m = 0; m < moving.extent(0); ++m) {
    for (int n = 0; n < moving.extent(1); ++n) {
      EXPECT(fixed[m, n] == float(L(m, n)));
      EXPECT(moving[m, n] == float(L(m, n)));
    }
  }
}

/// Row r of the tile is xored with r.
constexpr ComposedLayout kSwizzled = composition(Swizzle<3, 0, 3>{}, "(8,8):(8,1)"_layout);

void a_swizzled_tile_is_read_in_place() {
  std::array<float, 64> data{};
  std::iota(data.begin(), data.end(), 0.0F);
  const std::mdspan<float, ExtentsOf<kSwizzled>, StaticMdspanLayout<kSwizzled>> tile(data.data());
  EXPECT(tile.mapping().required_span_size() == 64);
  EXPECT(tile.is_unique() && tile.is_exhaustive() && !tile.is_strided());
  for (int m = 0; m < 8; ++m) {
    for (int n = 0; n < 8; ++n) EXPECT(tile[m, n] == float(m * 8 + (n ^ m)));
  }
}

void strides_are_the_layouts() {
  const MdspanLayout::mapping<Dynamic> rows(kRows);
  EXPECT(rows.is_unique() && rows.is_strided() && !rows.is_exhaustive());
  EXPECT(rows.stride(0) == 8 && rows.stride(1) == 1 && rows.required_span_size() == 30);
  const StaticMdspanLayout<kStill>::mapping<Dynamic> still(Dynamic(4, 6));
  EXPECT(!still.is_unique() && still.is_exhaustive() && still.stride(0) == 0);
  EXPECT(rows == MdspanLayout::mapping<Dynamic>(make_layout(make_shape(4, 6), make_stride(8, 1))));
  EXPECT(rows != MdspanLayout::mapping<Dynamic>(make_layout(make_shape(4, 6))));
}

template <class Make>
bool is_refused(const Make& make) {
  try {
    static_cast<void>(make());
  } catch (const Refused&) {
    return true;
  }
  return false;
}

void what_does_not_fit_is_refused() {
  EXPECT(is_refused([] { return MdspanLayout::mapping<std::dextents<int, 3>>(kRows); }));
  EXPECT(is_refused([] { return MdspanLayout::mapping<std::extents<int, 4, 7>>(kRows); }));
  EXPECT(is_refused([] { return MdspanLayout::mapping<Dynamic>("(4,6):(-6,1)"_layout); }));
  EXPECT(is_refused([] { return StaticMdspanLayout<kRows>::mapping<Dynamic>(Dynamic(6, 4)); }));
}

}  // namespace

int main() {
  follows_the_layout<kTiled>();
  follows_the_layout<kRows>();
  follows_the_layout<kStill>();
  a_swizzled_tile_is_read_in_place();
  strides_are_the_layouts();
  what_does_not_fit_is_refused();
  std::printf("mdspan: %d findings\n", g_findings);
  return g_findings == 0 ? 0 : 1;
}

#endif
