// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/to_triton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/triton.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

/// Empty where the layout does not have such an input.
triton::Bases bases_of(const linear::Layout& layout, const linear::Name& name) {
  triton::Bases bases;
  const linear::Dimension* in = layout.find_in(name);
  if (in == nullptr) return bases;
  for (const std::uint64_t column : layout.columns_of(*in))
    bases.push_back(linear::unpacked(layout, column));
  return bases;
}

template <class Distributed>
Distributed distributed_encoding(const linear::Layout& layout) {
  return {bases_of(layout, linear::kRegister), bases_of(layout, linear::kLane),
          bases_of(layout, linear::kWarp), bases_of(layout, linear::kBlock)};
}

bool is_memory(const linear::Layout& layout) {
  return layout.find_in(linear::kOffset) != nullptr &&
         std::ranges::all_of(layout.ins(), [](const linear::Dimension& in) {
           return in.name == linear::kOffset || in.name == linear::kBlock;
         });
}

triton::Encoding encoding_of(const linear::Layout& layout) {
  if (is_memory(layout)) {
    return triton::SharedLinear{.offset = bases_of(layout, linear::kOffset),
                                .block = bases_of(layout, linear::kBlock)};
  }
  const triton::Encoding simple = distributed_encoding<triton::Linear>(layout);
  if (triton::validate(simple)) return simple;
  return distributed_encoding<triton::GenericLinear>(layout);
}

/// Why there is no attribute, in the words of the check that failed.
core::Error no_attribute(const core::Error& why) {
  return {{.code = "bridge.no_attribute",
           .message = fmt::format("no attribute of Triton lists it: {}", why->message),
           .help = why->help,
           .witness = why->witness}};
}

/// From offsets to elements.
core::Result<linear::Layout> from_offsets(const linear::Layout& layout) {
  const auto inverse = linear::invert(layout);
  if (!inverse) return core::fail(no_attribute(inverse.error()));
  linear::Layout turned;
  for (const linear::Dimension& out : inverse->outs()) turned.add_out(out.name, out.bits);
  turned.add_in(linear::kOffset, inverse->columns());
  return with_outs_in_order(turned);
}

core::Error other_sizes(const linear::Layout& layout, const std::string& text) {
  return {
      {.code = "bridge.no_attribute",
       .message = fmt::format("{} says no sizes, and would not be {}", text, linear::print(layout)),
       .help = "an attribute is for the smallest tensor that has all of its vectors"}};
}

/// The same vectors into outputs of the same sizes. An attribute does not name its outputs, and has
/// inputs of one value that a layout need not have.
bool is_same(const linear::Layout& a, const linear::Layout& b) {
  return std::ranges::equal(a.outs(), b.outs(), {}, &linear::Dimension::bits,
                            &linear::Dimension::bits) &&
         std::ranges::equal(a.columns(), b.columns());
}

core::Result<std::string> checked(const linear::Layout& layout) {
  const triton::Encoding encoding = encoding_of(layout);
  if (const auto valid = triton::validate(encoding); !valid)
    return core::fail(no_attribute(valid.error()));
  const std::string text = triton::print(encoding);
  TILEGLOT_TRY(again, lower_attribute(text, std::nullopt));
  const auto* read = std::get_if<linear::Layout>(&again);
  if (read != nullptr && is_same(*read, layout)) return text;
  return core::fail(other_sizes(layout, text));
}

/// The inputs in the order of the attribute.
linear::Layout in_order_of_places(const linear::Layout& layout) {
  linear::Layout result;
  for (const linear::Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  for (const linear::Name& name :
       {linear::kOffset, linear::kRegister, linear::kLane, linear::kWarp, linear::kBlock}) {
    const linear::Dimension* in = layout.find_in(name);
    if (in != nullptr) result.add_in(name, layout.columns_of(*in));
  }
  return result;
}

}  // namespace

core::Result<std::string> to_attribute(const linear::Layout& layout) {
  if (!is_distributed(layout) && !is_memory(layout)) {
    TILEGLOT_TRY(turned, from_offsets(layout));
    return checked(turned);
  }
  TILEGLOT_TRY(ordered, with_outs_in_order(layout));
  return checked(in_order_of_places(ordered));
}

}  // namespace tileglot::bridge
