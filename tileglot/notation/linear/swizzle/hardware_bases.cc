// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

F2BasesView columns_of(const Layout& layout, const Name& name) {
  const Dimension* in = layout.find_in(name);
  return in == nullptr ? F2BasesView() : layout.columns_of(*in);
}

std::string outputs_of(const Layout& layout) {
  std::string text;
  for (const Dimension& out : layout.outs())
    text += fmt::format("{}{}: 2^{}", text.empty() ? "" : ", ", out.name.view(), out.bits);
  return "{" + text + "}";
}

}  // namespace

HardwareBases hardware_bases(const Layout& layout) {
  return {columns_of(layout, kRegister), columns_of(layout, kLane), columns_of(layout, kWarp),
          columns_of(layout, kBlock)};
}

core::Status require_distributed(const Layout& layout) {
  constexpr std::array kHardware{kRegister, kLane, kWarp, kBlock};
  for (const Dimension& in : layout.ins()) {
    if (std::ranges::find(kHardware, in.name) == kHardware.end())
      return core::fail(
          {.code = "linear.not_distributed",
           .message = fmt::format("{} is not an input of a distributed layout", in.name.view()),
           .help = "its inputs are register, lane, warp and block"});
  }
  return {};
}

core::Status require_same_tensor(const Layout& a, const Layout& b) {
  if (std::ranges::equal(a.outs(), b.outs())) return {};
  return core::fail({.code = "linear.other_tensor",
                     .message = fmt::format("the layouts are of different tensors: {} and {}",
                                            outputs_of(a), outputs_of(b)),
                     .help = "both need the same outputs, with the same sizes, in the same order"});
}

}  // namespace tileglot::notation::linear
