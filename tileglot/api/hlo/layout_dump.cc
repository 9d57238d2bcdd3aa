// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::api {
namespace {

constexpr std::string_view kAfter = "after:";

}  // namespace

core::Result<std::optional<std::string_view>> dumped_pass(
    std::string_view value, std::span<const hlo::pass::ModulePass> run) {
  if (value.empty()) return std::nullopt;
  if (value.starts_with(kAfter)) value.remove_prefix(kAfter.size());
  TILEGLOT_TRY(known, hlo::pass::find_module_pass(value));
  const auto is_it = [&](const hlo::pass::ModulePass& one) { return one.name == known.name; };
  if (std::ranges::any_of(run, is_it)) return known.name;
  return core::fail({.code = "hlo.pass",
                     .message = fmt::format("the pass {} is not run", known.name),
                     .help = "--dump-layouts alone prints what each pass did"});
}

}  // namespace tileglot::api
