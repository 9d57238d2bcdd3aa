// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/dimensions/squeeze.h"

#include <fmt/format.h>

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/detail/outs_of.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/no_dimension.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

core::Error not_one(const Dimension& d) {
  return {
      {.code = "linear.size",
       .message = fmt::format("the dimension {} has 2^{} values, and only one of a single value "
                              "can be squeezed",
                              d.name.view(), d.bits)}};
}

core::Error duplicate(const Name& name) {
  return {{.code = "linear.duplicate",
           .message = fmt::format("the layout has a dimension {} already", name.view())}};
}

core::Status check_room(std::span<const Dimension> dimensions) {
  if (dimensions.size() < kMaxDimensions) return {};
  return fail({.code = "linear.too_many_dimensions",
               .message = fmt::format("the layout has {} dimensions, and no more are allowed",
                                      dimensions.size())});
}

/// The layout without the given dimensions; no column uses their bits.
Layout without(const Layout& layout, const Dimension* left_out_in, const Dimension* left_out_out) {
  Layout result;
  for (const Dimension& out : layout.outs()) {
    if (&out != left_out_out) result.add_out(out.name, out.bits);
  }
  for (const Dimension& in : layout.ins()) {
    if (&in != left_out_in) result.add_in(in.name, layout.columns_of(in));
  }
  return result;
}

Layout renamed(const Layout& layout, const Dimension* changed, const Name& name) {
  Layout result;
  for (const Dimension& out : layout.outs())
    result.add_out(&out == changed ? name : out.name, out.bits);
  for (const Dimension& in : layout.ins())
    result.add_in(&in == changed ? name : in.name, layout.columns_of(in));
  return result;
}

}  // namespace

Result<Layout> squeeze_ins(const Layout& layout, const Name& name) {
  const Dimension* in = layout.find_in(name);
  if (in == nullptr) return fail(no_input(layout, name.view()));
  if (in->bits != 0) return fail(not_one(*in));
  return without(layout, in, nullptr);
}

Result<Layout> squeeze_outs(const Layout& layout, const Name& name) {
  const Dimension* out = layout.find_out(name);
  if (out == nullptr) return fail(no_output(layout, name.view()));
  if (out->bits != 0) return fail(not_one(*out));
  return without(layout, nullptr, out);
}

Result<Layout> unsqueeze_ins(const Layout& layout, const Name& name) {
  if (layout.find_in(name) != nullptr) return fail(duplicate(name));
  TILEGLOT_TRY_STATUS(check_room(layout.ins()));
  Layout result = layout;
  result.add_in(name, {});
  return result;
}

Result<Layout> unsqueeze_outs(const Layout& layout, const Name& name) {
  if (layout.find_out(name) != nullptr) return fail(duplicate(name));
  TILEGLOT_TRY_STATUS(check_room(layout.outs()));
  Layout result = layout;
  result.add_out(name, 0);
  return result;
}

Result<Layout> rename_in_dim(const Layout& layout, const Name& in, const Name& name) {
  const Dimension* changed = layout.find_in(in);
  if (changed == nullptr) return fail(no_input(layout, in.view()));
  if (in != name && layout.find_in(name) != nullptr) return fail(duplicate(name));
  return renamed(layout, changed, name);
}

Result<Layout> rename_out_dim(const Layout& layout, const Name& out, const Name& name) {
  const Dimension* changed = layout.find_out(out);
  if (changed == nullptr) return fail(no_output(layout, out.view()));
  if (out != name && layout.find_out(name) != nullptr) return fail(duplicate(name));
  return renamed(layout, changed, name);
}

}  // namespace tileglot::notation::linear
