// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/detail/slabs.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::relayout::digest::detail {
namespace {

using Extents = std::vector<std::int64_t>;

constexpr std::int64_t kMostBits = std::int64_t{8} << 18;

Extents slab_of(std::string_view text, int bits) {
  return slab_extents(*bridge::to_map(*notation::xla::parse_shape(text)), bits, kMostBits);
}

TEST(Slabs, ASlabIsWholeTiles) {
  EXPECT_EQ(slab_of("bf16[4096,14336]{1,0:T(8,128)(2,1)}", 16), (Extents{8, 14336}));
  EXPECT_EQ(slab_of("f32[4096,4096]{1,0:T(8,128)}", 32), (Extents{16, 4096}));
}

TEST(Slabs, ASlabIsWideOnBothSides) {
  EXPECT_EQ(slab_of("f32[8192,8192]{0,1}", 32), (Extents{256, 256}));
  EXPECT_EQ(slab_of("f32[8192,8192]{1,0}", 32), (Extents{8, 8192}));
  EXPECT_EQ(slab_of("f32[8192,3]{0,1}", 32), (Extents{8192, 3}));
}

TEST(Slabs, SlabsHaveEachCoordinateOnce) {
  core::check_law("slabs_cover", 3000, [] {
    const map::Recipe recipe = *map::any_recipe({.max_points = 400, .max_rank = 4});
    const map::IndexMap layout = recipe.map();
    const auto most = *rc::gen::resize(100, rc::gen::inRange<std::int64_t>(1, 4000));
    const Slabs slabs(layout, slab_extents(layout, 8, most));
    std::set<map::Coordinate> seen;
    for (std::int64_t i = 0; i < slabs.count(); ++i) {
      const map::Box slab = slabs.slab(i);
      EXPECT_LE(slab.size(), std::max<std::int64_t>(most / 8, 1));
      Extents extents;
      for (std::size_t k = 0; k < slab.begin.size(); ++k)
        extents.push_back(slab.end[k] - slab.begin[k]);
      map::for_each_coordinate(extents, [&](map::Coordinate x) {
        for (std::size_t k = 0; k < x.size(); ++k) x[k] += slab.begin[k];
        EXPECT_TRUE(seen.insert(std::move(x)).second);
      });
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), layout.size());
  });
}

}  // namespace
}  // namespace tileglot::relayout::digest::detail
