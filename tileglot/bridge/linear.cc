// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/linear/layout/evaluator.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

std::vector<map::Dim> dims(std::span<const linear::Dimension> dimensions) {
  std::vector<map::Dim> result;
  for (const linear::Dimension& d : dimensions)
    result.push_back({d.size(), std::string(d.name.view())});
  return result;
}

/// The xor of the input bits whose basis vectors have bit `bit` of the flat output.
map::Parity row_of(map::MapBuilder& builder, const linear::Layout& layout, int bit) {
  map::Parity row;
  for (std::size_t k = 0; k < layout.ins().size(); ++k) {
    const linear::Dimension& in = layout.ins()[k];
    for (int i = 0; i < in.bits; ++i) {
      if ((layout.column(in.begin + i) >> bit & 1U) == 0) continue;
      row = builder.exclusive_or(row, builder.bit(builder.dim(k), i));
    }
  }
  return row;
}

/// A term for each output bit, the last output's being the low ones.
map::Value number_of_output(map::MapBuilder& builder, const linear::Layout& layout) {
  map::Value number = builder.constant(0);
  int weight = layout.out_bits();
  for (const linear::Dimension& out : layout.outs()) {
    weight -= out.bits;
    for (int i = 0; i < out.bits; ++i) {
      const map::Parity row = row_of(builder, layout, out.begin + i);
      builder.add_to(number, builder.as_term(std::int64_t{1} << (weight + i), row));
    }
  }
  return number;
}

core::Error not_linear(std::string_view reason, std::string help, std::string witness = {}) {
  return {{.code = "bridge.not_f2_linear",
           .message = fmt::format("not F2-linear: {}", reason),
           .help = std::move(help),
           .witness = std::move(witness)}};
}

std::string value_text(const map::IndexMap& map, const map::Coordinate& x) {
  return fmt::format("L{}={}", map::coordinate_text(x), map(x));
}

core::Status check_extents(const map::IndexMap& map) {
  for (std::size_t k = 0; k < map.rank(); ++k) {
    if (core::is_power_of_two(map.extent(k))) continue;
    return core::fail(not_linear(fmt::format("{} has extent {}, which is not a power of two",
                                             map::dimension_name(map.domain(), k), map.extent(k)),
                                 "a linear layout has a basis vector for each bit of an index"));
  }
  if (map.codomain().size() == 1) return {};
  for (const auto& output : map.codomain()) {
    if (core::is_power_of_two(output.extent)) continue;
    return core::fail(
        not_linear(fmt::format("the output {} has size {}, which is not a power of two",
                               output.name, output.extent),
                   "an output of a linear layout has a power of two as size"));
  }
  return {};
}

/// The dimensions' own names where each has one, otherwise dim0, dim1, ..
std::vector<linear::Name> names_of(std::span<const map::Dim> dims) {
  std::vector<linear::Name> own;
  std::vector<linear::Name> numbered;
  for (std::size_t k = 0; k < dims.size(); ++k) {
    numbered.push_back(linear::standard_out(k));
    const auto name = linear::name_of(dims[k].name);
    if (name && std::ranges::find(own, *name) == own.end()) own.push_back(*name);
  }
  return own.size() == dims.size() ? own : numbered;
}

void add_outs(linear::Layout& layout, const map::IndexMap& map) {
  const std::vector<linear::Name> names = names_of(map.codomain());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::int64_t extent = map.codomain()[k].extent;
    layout.add_out(names[k], extent > 1 ? core::log2_floor(extent - 1) + 1 : 0);
  }
}

/// The flat output of a row-major index.
std::uint64_t flat_output(const linear::Layout& layout, std::uint64_t number) {
  std::uint64_t flat = 0;
  int behind = layout.out_bits();
  for (const linear::Dimension& out : layout.outs()) {
    behind -= out.bits;
    const std::uint64_t part = number >> behind & ((std::uint64_t{1} << out.bits) - 1);
    flat |= linear::placed(part, out);
  }
  return flat;
}

/// Records the image of each bit of dimension k.
core::Status add_in(linear::Layout& layout, const map::IndexMap& map, std::size_t k,
                    const linear::Name& name) {
  core::SmallVector<std::uint64_t, linear::kMaxBits> columns;
  map::Coordinate x(map.rank(), 0);
  for (std::int64_t bit = 1; bit < map.extent(k); bit *= 2) {
    x[k] = bit;
    const std::int64_t value = map(x);
    if (value < 0) {
      return core::fail(not_linear(fmt::format("{}, which is negative", value_text(map, x)),
                                   "a linear layout xors numbers from 0 on"));
    }
    columns.push_back(flat_output(layout, static_cast<std::uint64_t>(value)));
  }
  layout.add_in(name, {columns.data(), columns.size()});
  return {};
}

/// x is the first coordinate that is not the xor of its bits, so it has at least two bits, and
/// without one of them it comes earlier.
core::Error no_xor(const map::IndexMap& map, const map::Coordinate& x) {
  map::Coordinate rest = x;
  map::Coordinate bit(x.size(), 0);
  for (std::size_t k = x.size(); k-- > 0;) {
    if (x[k] == 0) continue;
    bit[k] = x[k] & -x[k];
    rest[k] -= bit[k];
    break;
  }
  const std::int64_t a = map(rest);
  const std::int64_t b = map(bit);
  return not_linear(
      fmt::format("{}, {}, but {}, not {}^{}={}", value_text(map, rest), value_text(map, bit),
                  value_text(map, x), a, b, a ^ b),
      "some sums of its strides carry from bit to bit; `--to map` and `--to cute` can hold that",
      fmt::format("x = {}, y = {}", map::coordinate_text(rest), map::coordinate_text(bit)));
}

}  // namespace

core::Result<map::IndexMap> to_map(const linear::Layout& layout) {
  if (layout.in_bits() > linear::kMaxCountedBits || layout.out_bits() > linear::kMaxCountedBits) {
    return core::fail(
        {.code = "map.overflow",
         .message = fmt::format("{} bits in and {} bits out do not fit the {} bits of a map",
                                layout.in_bits(), layout.out_bits(), linear::kMaxCountedBits)});
  }
  map::MapBuilder builder(dims(layout.ins()));
  const map::Value number = number_of_output(builder, layout);
  const std::int64_t outputs = std::int64_t{1} << layout.out_bits();
  return builder.finish(builder.with_bound(number, {0, outputs - 1}), dims(layout.outs()));
}

core::Result<linear::Layout> to_linear(const map::IndexMap& map) {
  TILEGLOT_TRY_STATUS(check_extents(map));
  const map::Coordinate zero(map.rank(), 0);
  if (map(zero) != 0) {
    return core::fail(not_linear(fmt::format("{}, not 0", value_text(map, zero)),
                                 "a linear layout has no offset; take it off"));
  }
  linear::Layout layout;
  add_outs(layout, map);
  const std::vector<linear::Name> names = names_of(map.domain());
  for (std::size_t k = 0; k < map.rank(); ++k)
    TILEGLOT_TRY_STATUS(add_in(layout, map, k, names[k]));
  TILEGLOT_TRY(xors, to_map(layout));
  TILEGLOT_TRY(difference, map::first_difference(map, xors));
  if (difference) return core::fail(no_xor(map, difference->at));
  return layout;
}

}  // namespace tileglot::bridge
