// SPDX-License-Identifier: Apache-2.0
// classes.h: which dimensions of a map must be examined together.
//
// What     Two dimensions are linked when they meet in a parity or under one inner value.
//          classes(f) lists the classes of linked dimensions; f is its base plus one function of
//          each class, part_over(f, class).
// Why      Equality, ranges and loops are decided class by class: a plain dimension never needs
//          more than its own terms.
// Example  f32[7,5,11]{2,1,0:T(*,2,3)} is 15*x0 + 3*x1 + 18*((5*x0+x1)/2) + x2 + 3*(x2/3): {x0,x1}
//          are linked by the inner value, {x2} is plain.
//          [tests: classes_test.cc, "an inner value links its dimensions"]
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

struct DimClass {
  std::vector<std::size_t> dims;  ///< ascending, at least one
  bool plain = true;              ///< one dimension with floor terms only
  friend bool operator==(const DimClass&, const DimClass&) = default;
};

/// The classes of f, by their first dimension. A dimension that occurs in no term is a plain class.
std::vector<DimClass> classes(const IndexMap& f);

/// The finest classes that are unions of linked classes of both f and g. Precondition: equal ranks.
std::vector<DimClass> common_classes(const IndexMap& f, const IndexMap& g);

/// The terms of f on the dimensions of one class, without the base: f = base + sum of the parts.
/// Precondition: members is a union of classes of f. The bound is not computed.
Value part_over(const IndexMap& f, const DimClass& members);
/// The same for a value over the inner values that its sources beyond the rank refer to.
Value part_over(const Value& v, std::span<const Value> inner, std::size_t rank,
                const DimClass& members);

/// Some dimension that src depends on; all others it depends on are in the same class.
std::size_t dimension_under(Source src, std::span<const Value> inner, std::size_t rank);

/// The inner values that v needs, directly or through others.
std::vector<bool> needed_by(const Value& v, std::span<const Value> inner, std::size_t rank);

/// Collects links value by value.
class DimLinks {
 public:
  explicit DimLinks(std::size_t rank);

  /// Links the dimensions that meet in v. `inner` are what its sources beyond the rank refer to.
  void add(const Value& v, std::span<const Value> inner);

  std::vector<DimClass> classes();

 private:
  std::size_t root(std::size_t k);
  void link(std::size_t a, std::size_t b);
  void link_inner(const Value& v, std::span<const Value> inner);
  void link_row(const XorPart& xors, const ParityRow& row, std::span<const Value> inner);

  std::vector<std::size_t> parent_;
  std::vector<bool> plain_;
};

}  // namespace tileglot::map
