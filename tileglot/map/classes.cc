// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/classes.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

template <class Visit>
void for_each_source(const Value& v, Visit visit) {
  for (const FloorTerm& term : v.floors) visit(term.src);
  for (const BitRef& bit : v.xors.bits) visit(bit.src);
}

}  // namespace

std::vector<bool> needed_by(const Value& v, std::span<const Value> inner, std::size_t rank) {
  std::vector<bool> needed(inner.size(), false);
  const auto mark = [&](Source src) {
    if (src >= rank) needed[src - rank] = true;
  };
  for_each_source(v, mark);
  for (std::size_t j = inner.size(); j-- > 0;) {
    if (needed[j]) for_each_source(inner[j], mark);
  }
  return needed;
}

std::size_t dimension_under(Source src, std::span<const Value> inner, std::size_t rank) {
  while (src >= rank) {
    const Value& v = inner[src - rank];
    src = v.floors.empty() ? v.xors.bits[0].src : v.floors[0].src;
  }
  return src;
}

DimLinks::DimLinks(std::size_t rank) : parent_(rank), plain_(rank, true) {
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
}

std::size_t DimLinks::root(std::size_t k) {
  while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
  return k;
}

void DimLinks::link(std::size_t a, std::size_t b) {
  plain_[a] = false;
  plain_[b] = false;
  parent_[root(b)] = root(a);
}

void DimLinks::add(const Value& v, std::span<const Value> inner) {
  const std::vector<bool> needed = needed_by(v, inner, parent_.size());
  for (std::size_t j = 0; j < inner.size(); ++j) {
    if (needed[j]) link_inner(inner[j], inner);
  }
  for (const ParityRow& row : v.xors.rows) link_row(v.xors, row, inner);
}

void DimLinks::link_inner(const Value& v, std::span<const Value> inner) {
  std::optional<std::size_t> first;
  for_each_source(v, [&](Source src) {
    const std::size_t k = dimension_under(src, inner, parent_.size());
    first = first.value_or(k);
    link(*first, k);
  });
}

void DimLinks::link_row(const XorPart& xors, const ParityRow& row, std::span<const Value> inner) {
  const auto bits = bits_of(xors, row);
  const std::size_t first = dimension_under(bits[0].src, inner, parent_.size());
  for (const BitRef& bit : bits) link(first, dimension_under(bit.src, inner, parent_.size()));
}

std::vector<DimClass> DimLinks::classes() {
  std::vector<DimClass> classes;
  std::vector<std::size_t> class_of(parent_.size(), parent_.size());
  for (std::size_t k = 0; k < parent_.size(); ++k) {
    std::size_t& at = class_of[root(k)];
    if (at == parent_.size()) {
      at = classes.size();
      classes.emplace_back();
    }
    classes[at].dims.push_back(k);
    if (!plain_[k]) classes[at].plain = false;
  }
  return classes;
}

std::vector<DimClass> classes(const IndexMap& f) {
  DimLinks links(f.rank());
  links.add(f.out(), f.inner());
  return links.classes();
}

std::vector<DimClass> common_classes(const IndexMap& f, const IndexMap& g) {
  DimLinks links(f.rank());
  links.add(f.out(), f.inner());
  links.add(g.out(), g.inner());
  return links.classes();
}

Value part_over(const Value& v, std::span<const Value> inner, std::size_t rank,
                const DimClass& members) {
  const auto inside = [&](Source src) {
    const std::size_t k = dimension_under(src, inner, rank);
    return std::binary_search(members.dims.begin(), members.dims.end(), k);
  };
  Value part;
  for (const FloorTerm& term : v.floors) {
    if (inside(term.src)) part.floors.push_back(term);
  }
  for (const ParityRow& row : v.xors.rows) {
    const auto bits = bits_of(v.xors, row);
    if (inside(bits[0].src)) add_parity(part, row.weight, bits);
  }
  return part;
}

Value part_over(const IndexMap& f, const DimClass& members) {
  return part_over(f.out(), f.inner(), f.rank(), members);
}

}  // namespace tileglot::map
