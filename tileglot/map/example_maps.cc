// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/example_maps.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// One entry of the physical array: its extent and the position of an element in it.
struct Entry {
  std::int64_t extent = 1;
  Value index;
};

/// Joins an entry with the minor one after it: row-major.
void join(MapBuilder& b, Entry& major, const Entry& minor) {
  b.scale_by(major.index, minor.extent);
  b.add_to(major.index, minor.index);
  major.extent *= minor.extent;
}

/// The tile cuts the last entries: whole tiles first, then positions inside a tile.
void cut(MapBuilder& b, std::vector<Entry>& entries, const Tile& tile) {
  const std::size_t end = entries.size();
  const std::size_t first = end - tile.size();
  std::size_t whole = first;
  for (std::size_t i = 0; i < tile.size(); ++i) {
    const bool is_joined = i > 0 && tile[i - 1] == kCombine;
    if (is_joined) join(b, entries[whole], entries[first + i]);
    if (!is_joined && whole < first + i) entries[whole] = std::move(entries[first + i]);
    if (tile[i] == kCombine) continue;
    Value quotient = b.take_quotient(entries[whole].index, tile[i]);
    entries.push_back({tile[i], std::move(entries[whole].index)});
    entries[whole].extent = core::ceil_div(entries[whole].extent, tile[i]);
    entries[whole++].index = std::move(quotient);
  }
  const auto begin = entries.begin();
  entries.erase(begin + static_cast<std::ptrdiff_t>(whole),
                begin + static_cast<std::ptrdiff_t>(end));
}

Value dot(MapBuilder& b, const Extents& strides) {
  Value sum = b.constant(0);
  for (std::size_t k = 0; k < strides.size(); ++k) b.add_to(sum, b.scale(b.dim(k), strides[k]));
  return sum;
}

}  // namespace

IndexMap map_of(const Extents& extents, const std::function<Value(MapBuilder&)>& value) {
  std::vector<Dim> domain;
  domain.reserve(extents.size());
  for (const std::int64_t extent : extents) domain.push_back({extent});
  MapBuilder b(std::move(domain));
  core::Result<IndexMap> map = b.finish(value(b), {});
  if (!map) {
    std::cerr << map.error()->code << ": " << map.error()->message << "\n";
    std::abort();
  }
  return *std::move(map);
}

IndexMap tiled(const Extents& extents, const std::vector<Tile>& tiles) {
  return map_of(extents, [&](MapBuilder& b) {
    std::size_t most = extents.size();
    for (const Tile& tile : tiles) most += tile.size();
    std::vector<Entry> entries;
    entries.reserve(most);
    for (std::size_t k = 0; k < extents.size(); ++k) entries.push_back({extents[k], b.dim(k)});
    for (const Tile& tile : tiles) cut(b, entries, tile);
    Entry offset{1, b.constant(0)};
    for (const Entry& entry : entries) join(b, offset, entry);
    return std::move(offset.index);
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
