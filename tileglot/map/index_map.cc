// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/index_map.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

std::int64_t product_of(const std::vector<Dim>& dims) {
  std::int64_t product = 1;
  for (const Dim& dim : dims) product = core::saturating_mul(product, dim.extent);
  return product;
}

std::uint64_t bits_at(const XorPart& part, std::span<const std::int64_t> sources) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < part.bits.size(); ++i) {
    const BitRef bit = part.bits[i];
    bits |= static_cast<std::uint64_t>((sources[bit.src] >> bit.bit) & 1) << i;
  }
  return bits;
}

}  // namespace

std::vector<Dim> dims_of(std::initializer_list<std::int64_t> extents) {
  std::vector<Dim> dims;
  for (const std::int64_t extent : extents) dims.push_back({extent});
  return dims;
}

// Sums modulo 2^64: single terms may overflow int64 although the value, which is bounded, does not.
std::int64_t evaluate(const Value& value, std::span<const std::int64_t> sources) {
  auto sum = static_cast<std::uint64_t>(value.base);
  for (const FloorTerm& term : value.floors) {
    const std::int64_t quotient = core::floor_div(sources[term.src], term.div);
    sum += static_cast<std::uint64_t>(term.coef) * static_cast<std::uint64_t>(quotient);
  }
  if (value.xors.rows.empty()) return static_cast<std::int64_t>(sum);
  const std::uint64_t bits = bits_at(value.xors, sources);
  for (const ParityRow& row : value.xors.rows) {
    if ((std::popcount(bits & row.mask) & 1) != 0) sum += static_cast<std::uint64_t>(row.weight);
  }
  return static_cast<std::int64_t>(sum);
}

IndexMap::IndexMap(std::vector<Dim> domain, std::vector<Dim> codomain, std::vector<Value> inner,
                   Value out)
    : domain_(std::move(domain)),
      codomain_(std::move(codomain)),
      inner_(std::move(inner)),
      out_(std::move(out)),
      size_(product_of(domain_)),
      codomain_size_(product_of(codomain_)) {}

bool IndexMap::same_form(const IndexMap& other) const {
  if (domain_.size() != other.domain_.size() || !(out_ == other.out_) || inner_ != other.inner_)
    return false;
  for (std::size_t k = 0; k < domain_.size(); ++k) {
    if (domain_[k].extent != other.domain_[k].extent) return false;
  }
  return true;
}

std::int64_t IndexMap::operator()(std::span<const std::int64_t> x) const {
  if (inner_.empty()) return evaluate(out_, x);
  core::SmallVector<std::int64_t, 16> sources;
  for (const std::int64_t coordinate : x) sources.push_back(coordinate);
  for (const Value& value : inner_)
    sources.push_back(evaluate(value, {sources.data(), sources.size()}));
  return evaluate(out_, {sources.data(), sources.size()});
}

}  // namespace tileglot::map
