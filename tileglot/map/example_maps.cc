// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/example_maps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// Coordinates and extents in physical order.
struct Physical {
  std::vector<Value> at;
  Extents extents;
};

/// The tile cuts the last entries: whole tiles first, then positions inside a tile.
Physical cut(MapBuilder& b, const Physical& before, const Tile& tile) {
  const std::size_t kept = before.at.size() - tile.size();
  Physical after;
  Physical inside;
  after.at.reserve(before.at.size() + tile.size());
  inside.at.reserve(tile.size());
  for (std::size_t i = 0; i < kept; ++i) {
    after.at.push_back(before.at[i]);
    after.extents.push_back(before.extents[i]);
  }
  Value joined = b.constant(0);
  std::int64_t extent = 1;
  for (std::size_t i = 0; i < tile.size(); ++i) {
    joined = b.add(b.scale(joined, before.extents[kept + i]), before.at[kept + i]);
    extent *= before.extents[kept + i];
    if (tile[i] == kCombine) continue;
    after.at.push_back(b.floor_div(joined, tile[i]));
    after.extents.push_back(core::ceil_div(extent, tile[i]));
    inside.at.push_back(b.mod(joined, tile[i]));
    inside.extents.push_back(tile[i]);
    joined = b.constant(0);
    extent = 1;
  }
  std::move(inside.at.begin(), inside.at.end(), std::back_inserter(after.at));
  after.extents.insert(after.extents.end(), inside.extents.begin(), inside.extents.end());
  return after;
}

Value dot(MapBuilder& b, const Extents& strides) {
  Value sum = b.constant(0);
  for (std::size_t k = 0; k < strides.size(); ++k) sum = b.add(sum, b.scale(b.dim(k), strides[k]));
  return sum;
}

}  // namespace

IndexMap map_of(const Extents& extents, const std::function<Value(MapBuilder&)>& value) {
  std::vector<Dim> domain;
  for (const std::int64_t extent : extents) domain.push_back({extent});
  MapBuilder b(domain);
  const core::Result<IndexMap> map = b.finish(value(b), {});
  if (!map) {
    std::cerr << map.error()->code << ": " << map.error()->message << "\n";
    std::abort();
  }
  return *map;
}

IndexMap tiled(const Extents& extents, const std::vector<Tile>& tiles) {
  return map_of(extents, [&](MapBuilder& b) {
    Physical physical{{}, extents};
    physical.at.reserve(extents.size());
    for (std::size_t k = 0; k < extents.size(); ++k) physical.at.push_back(b.dim(k));
    for (const Tile& tile : tiles) physical = cut(b, physical, tile);
    Value offset = b.constant(0);
    for (std::size_t i = 0; i < physical.at.size(); ++i) {
      offset = b.add(b.scale(offset, physical.extents[i]), physical.at[i]);
    }
    return offset;
  });
}

IndexMap strided(const Extents& extents, const Extents& strides) {
  return map_of(extents, [&](MapBuilder& b) { return dot(b, strides); });
}

F2Rows swizzle_rows(int bits, int base, int shift) {
  F2Rows rows;
  for (int i = 0; i < base + bits; ++i) {
    rows.push_back(std::uint64_t{1} << i);
    if (i >= base) rows.back() |= std::uint64_t{1} << (i + shift);
  }
  return rows;
}

IndexMap swizzled(const Extents& extents, const Extents& strides, const F2Rows& rows) {
  return map_of(extents, [&](MapBuilder& b) { return b.apply_f2(dot(b, strides), rows); });
}

}  // namespace tileglot::map
