// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/linear/evaluator.h"
#include "tileglot/notation/linear/layout.h"

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
      number = builder.add(number, builder.as_term(std::int64_t{1} << (weight + i), row));
    }
  }
  return number;
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

}  // namespace tileglot::bridge
