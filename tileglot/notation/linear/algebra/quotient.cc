// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/algebra/quotient.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/dimensions/sublayout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;
using Names = core::SmallVector<Name, 16>;

bool has(std::span<const Name> names, const Name& name) {
  return std::ranges::find(names, name) != names.end();
}

core::Status check_both(const Layout& layout, const Name& name) {
  if (layout.find_in(name) == nullptr) return fail(no_input(layout, name.view()));
  if (layout.find_out(name) == nullptr) return fail(no_output(layout, name.view()));
  return {};
}

/// The dimensions that are not named.
Names others(std::span<const Dimension> dimensions, std::span<const Name> names) {
  Names rest;
  for (const Dimension& d : dimensions) {
    if (!has(names, d.name)) rest.push_back(d.name);
  }
  return rest;
}

std::span<const Name> all_of(const Names& names) { return {names.data(), names.size()}; }

bool is_identity(const Layout& square) {
  for (int j = 0; j < square.in_bits(); ++j) {
    if (square.column(j) != std::uint64_t{1} << j) return false;
  }
  return true;
}

}  // namespace

Result<bool> square_sublayout_is_identity(const Layout& layout, std::span<const Name> names) {
  for (const Name& name : names) {
    TILEGLOT_TRY_STATUS(check_both(layout, name));
    if (layout.find_in(name)->bits != layout.find_out(name)->bits) return false;
  }
  TILEGLOT_TRY(square, sublayout(layout, names, names));
  return is_identity(square);
}

Result<bool> is_trivial_over(const Layout& layout, std::span<const Name> names) {
  TILEGLOT_TRY(goes_to_itself, square_sublayout_is_identity(layout, names));
  if (!goes_to_itself) return false;
  const Names other_ins = others(layout.ins(), names);
  const Names other_outs = others(layout.outs(), names);
  TILEGLOT_TRY(nothing_in, sublayout_is_zero(layout, all_of(other_ins), names));
  TILEGLOT_TRY(nothing_out, sublayout_is_zero(layout, names, all_of(other_outs)));
  return nothing_in && nothing_out;
}

Result<std::optional<Layout>> quotient(const Layout& layout, std::span<const Name> names) {
  for (const Name& name : names) {
    if (layout.find_in(name) == nullptr) return std::optional<Layout>();
  }
  TILEGLOT_TRY(trivial, is_trivial_over(layout, names));
  if (!trivial) return std::optional<Layout>();
  const Names ins = others(layout.ins(), names);
  const Names outs = others(layout.outs(), names);
  TILEGLOT_TRY(rest, sublayout(layout, all_of(ins), all_of(outs)));
  return std::optional<Layout>(rest);
}

Result<bool> is_identity_on_out_dim(const Layout& layout, const Name& name) {
  TILEGLOT_TRY_STATUS(check_both(layout, name));
  const Dimension& in = *layout.find_in(name);
  const Dimension& out = *layout.find_out(name);
  if (in.bits != out.bits) return false;
  for (int j = 0; j < layout.in_bits(); ++j) {
    const bool own = j >= in.begin && j < in.begin + in.bits;
    const std::uint64_t wanted = own ? std::uint64_t{1} << (j - in.begin) : 0;
    if (part_of(layout.column(j), out) != wanted) return false;
  }
  return true;
}

}  // namespace tileglot::notation::linear
