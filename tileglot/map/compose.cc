// SPDX-License-Identifier: Apache-2.0
// compose.cc: puts the values of one map in place of the dimensions of another.
#include "tileglot/map/compose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

std::string witness_of(const IndexMap& f, std::int64_t value) {
  const auto where = some_preimage(f, value);
  if (!where || !*where) return fmt::format("the value {} is reached", value);
  return fmt::format("at {} the value is {}", coordinate_text(**where), value);
}

/// The arguments' side of a composition, over their domain.
class Reader {
 public:
  Reader(const IndexMap& outer, const IndexMap& inner) : outer_(outer), builder_(inner.domain()) {}

  Value adopt(const IndexMap& f) { return builder_.adopt(f); }

  /// v with the bound [0, extent), if that holds.
  core::Result<Value> inside(const Value& v, std::int64_t extent, std::string_view what) {
    if (v.bound.lo >= 0 && v.bound.hi < extent) return v;
    TILEGLOT_TRY(map, builder_.finish(v, {}));
    TILEGLOT_TRY(range, exact_range(map));
    if (range.lo < 0) return core::fail(negative(map, range.lo, what));
    if (range.hi >= extent) return core::fail(outside(map, range.hi, extent, what));
    return builder_.with_bound(v, range);
  }

  /// The coordinate whose row-major index is v. Precondition: v is not negative.
  std::vector<Value> unravel(const Value& v, std::span<const Dim> extents) {
    std::vector<Value> digits(extents.size(), builder_.constant(0));
    core::Checked below = 1;  // none: more coordinates than int64 counts, so the digit is 0
    for (std::size_t k = extents.size(); k-- > 0 && below;) {
      const std::int64_t extent = std::max<std::int64_t>(extents[k].extent, 1);
      const Value quotient = builder_.floor_div(v, *below);
      digits[k] = k == 0 ? quotient : builder_.mod(quotient, extent);
      below = core::checked_mul(*below, extent);
    }
    return digits;
  }

  core::Result<IndexMap> read(std::span<const Value> arguments) {
    std::vector<Value> sources;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const std::string what = fmt::format("dimension {} of the outer map", k);
      TILEGLOT_TRY(source, inside(arguments[k], outer_.extent(k), what));
      sources.push_back(std::move(source));
    }
    return builder_.finish(builder_.substitute(outer_, sources), outer_.codomain());
  }

  core::Result<IndexMap> nothing() {
    return builder_.finish(builder_.constant(0), outer_.codomain());
  }

 private:
  core::Error negative(const IndexMap& f, std::int64_t value, std::string_view what) const {
    return {
        {.code = outer_.rank() > 1 ? "map.negative_index" : "map.out_of_domain",
         .message = fmt::format("the inner map reaches {}, a negative index into {}", value, what),
         .help = "add an offset to the inner map so that it starts at 0",
         .witness = witness_of(f, value)}};
  }

  static core::Error outside(const IndexMap& f, std::int64_t value, std::int64_t extent,
                             std::string_view what) {
    return {{.code = "map.out_of_domain",
             .message = fmt::format("the inner map reaches {}, but {} ends at {}", value, what,
                                    extent - 1),
             .help = "shrink the inner map's domain or strides, or enlarge the outer map",
             .witness = witness_of(f, value)}};
  }

  const IndexMap& outer_;
  MapBuilder builder_;
};

bool same_extents(const IndexMap& f, const IndexMap& g) {
  return std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                    [](const Dim& a, const Dim& b) { return a.extent == b.extent; });
}

core::Error mismatch(std::string message) {
  return {{.code = "map.domain_mismatch",
           .message = std::move(message),
           .help = "the inner maps name one index for each dimension of the outer"}};
}

}  // namespace

core::Result<IndexMap> compose(const IndexMap& outer, const IndexMap& inner) {
  Reader reader(outer, inner);
  if (inner.size() == 0) return reader.nothing();
  const Value number = reader.adopt(inner);
  if (outer.rank() == 1) return reader.read({{number}});
  const bool one_for_one = outer.rank() > 1 && inner.codomain().size() == outer.rank();
  const std::int64_t all = one_for_one ? core::kInt64Max : outer.size();
  TILEGLOT_TRY(inside, reader.inside(number, all, "the outer map"));
  return reader.read(reader.unravel(inside, one_for_one ? inner.codomain() : outer.domain()));
}

core::Result<IndexMap> compose(const IndexMap& outer, std::span<const IndexMap> arguments) {
  if (arguments.size() != outer.rank()) {
    return core::fail(
        mismatch(fmt::format("the outer map has {} dimensions, but {} arguments are given",
                             outer.rank(), arguments.size())));
  }
  Reader reader(outer, arguments.front());
  if (arguments.front().size() == 0) return reader.nothing();
  std::vector<Value> values;
  for (const IndexMap& argument : arguments) {
    if (!same_extents(argument, arguments.front())) {
      return core::fail(mismatch(fmt::format("arguments have the domains {} and {}",
                                             extents_text(arguments.front().domain()),
                                             extents_text(argument.domain()))));
    }
    values.push_back(reader.adopt(argument));
  }
  return reader.read(values);
}

}  // namespace tileglot::map
