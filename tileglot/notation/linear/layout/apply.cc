// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

constexpr int kMaxTableBits = 20;
constexpr std::uint64_t kMaxTableValues = std::uint64_t{1} << kMaxTableBits;

Result<std::uint64_t> flat_part(const Layout& layout, const NamedValue& input) {
  const Dimension* in = find_named(layout.ins(), input.name);
  if (in == nullptr) return fail(no_input(layout, input.name));
  if (input.value >= 0)
    return placed(part_of(static_cast<std::uint64_t>(input.value), {in->name, in->bits}), *in);
  return fail({.code = "linear.negative",
               .message = fmt::format("the value of {} is {}", input.name, input.value)});
}

bool names(const NamedValue& input, const Dimension& in) { return in.name.view() == input.name; }

core::Status check_each_once(const Layout& layout, std::span<const NamedValue> inputs) {
  for (const Dimension& in : layout.ins()) {
    const auto count =
        std::ranges::count_if(inputs, [&](const NamedValue& v) { return names(v, in); });
    if (count == 1) continue;
    return fail({.code = count == 0 ? "linear.no_dimension" : "linear.duplicate",
                 .message = fmt::format("{} has {} values", in.name.view(), count),
                 .help = "give one value for each input dimension"});
  }
  return {};
}

}  // namespace

std::vector<std::int64_t> unpacked(const Layout& layout, std::uint64_t flat_output) {
  std::vector<std::int64_t> values;
  values.reserve(layout.outs().size());
  for (const Dimension& out : layout.outs())
    values.push_back(static_cast<std::int64_t>(part_of(flat_output, out)));
  return values;
}

Result<std::vector<NamedValue>> apply(const Layout& layout, std::span<const NamedValue> inputs) {
  std::uint64_t flat = 0;
  for (const NamedValue& input : inputs) {
    TILEGLOT_TRY(part, flat_part(layout, input));
    flat |= part;
  }
  TILEGLOT_TRY_STATUS(check_each_once(layout, inputs));
  const std::vector<std::int64_t> values = unpacked(layout, apply_flat(layout, flat));
  std::vector<NamedValue> named;
  named.reserve(values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    named.push_back({std::string(layout.outs()[k].name.view()), values[k]});
  return named;
}

Result<std::vector<std::vector<std::int64_t>>> table(const Layout& layout) {
  const std::uint64_t outs = std::max<std::uint64_t>(layout.outs().size(), 1);
  if (layout.in_bits() > kMaxTableBits || (outs << layout.in_bits()) > kMaxTableValues) {
    return fail(
        {.code = "linear.too_many_values",
         .message = fmt::format("a table of 2^{} rows of {} numbers, and at most {} numbers "
                                "are listed",
                                layout.in_bits(), outs, kMaxTableValues),
         .help = "ask linear.apply for single inputs"});
  }
  std::vector<std::vector<std::int64_t>> rows;
  rows.reserve(std::size_t{1} << layout.in_bits());
  for (std::uint64_t x = 0; x < (std::uint64_t{1} << layout.in_bits()); ++x)
    rows.push_back(unpacked(layout, apply_flat(layout, x)));
  return rows;
}

}  // namespace tileglot::notation::linear
