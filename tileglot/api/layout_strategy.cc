// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/layout_strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/hlo/pass/compile_module.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 1> kNames{"xla"};

}  // namespace

std::span<const std::string_view> strategy_names() { return kNames; }

core::Result<hlo::pass::AssignFn> strategy_named(std::string_view name) {
  if (name == "xla") return hlo::pass::AssignFn(hlo::pass::assign_as_xla);
  const std::string guess = core::did_you_mean(name, kNames);
  return core::fail({.code = "hlo.strategy",
                     .message = fmt::format("layouts are not assigned by '{}'", name.substr(0, 64)),
                     .help = guess.empty()
                                 ? fmt::format("the strategies are {}", fmt::join(kNames, ", "))
                                 : guess});
}

}  // namespace tileglot::api
