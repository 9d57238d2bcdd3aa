// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/evaluator.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

Evaluator::Evaluator(const Layout& layout) : layout_(layout) {
  for (const Dimension& in : layout.ins()) extents_.push_back(in.size());
}

core::Result<Evaluator> Evaluator::of(const Layout& layout) {
  if (layout.in_bits() <= kMaxCountedBits && layout.out_bits() <= kMaxCountedBits)
    return Evaluator(layout);
  return core::fail(
      {.code = "linear.too_many_bits",
       .message = fmt::format("{} bits in and {} bits out are more than {} to count with",
                              layout.in_bits(), layout.out_bits(), kMaxCountedBits)});
}

std::int64_t Evaluator::offset(std::span<const std::int64_t> inputs) const {
  std::uint64_t flat = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k)
    flat |= placed(static_cast<std::uint64_t>(inputs[k]), layout_.ins()[k]);
  const std::uint64_t output = apply_flat(layout_, flat);
  std::uint64_t number = 0;
  for (const Dimension& out : layout_.outs()) number = number << out.bits | part_of(output, out);
  return static_cast<std::int64_t>(number);
}

std::vector<std::int64_t> Evaluator::coordinate(std::int64_t offset) const {
  const auto number = static_cast<std::uint64_t>(offset);
  std::vector<std::int64_t> values;
  int behind = layout_.out_bits();
  for (const Dimension& out : layout_.outs()) {
    behind -= out.bits;
    values.push_back(
        static_cast<std::int64_t>(number >> behind & ((std::uint64_t{1} << out.bits) - 1)));
  }
  return values;
}

}  // namespace tileglot::notation::linear
