// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/xla_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/pass/module/layout_policy.h"

namespace tileglot::api {
namespace {

using core::fail;
using core::Result;
using core::Status;
using hlo::pass::GpuFlags;

struct FlagRow {
  std::string_view name;
  bool GpuFlags::* flag;
  std::string_view what;
};

constexpr auto kFlags = std::to_array<FlagRow>({
    {"xla_gpu_experimental_pack_dot_operands_along_k_dimension",
     &GpuFlags::pack_dot_operands_along_k,
     "operands of a dot with elements smaller than a byte are packed along what it contracts"},
    {"xla_gpu_force_conv_nchw", &GpuFlags::force_conv_nchw, "convolutions of floats are NCHW"},
    {"xla_gpu_force_conv_nhwc", &GpuFlags::force_conv_nhwc,
     "convolutions of floats are NHWC, unless the option above is on"},
});

constexpr std::string_view kBlanks = " \t\n";

std::optional<bool> truth_of(std::string_view value) {
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return std::nullopt;
}

core::Error unknown_flag(std::string_view name) {
  const auto names = xla_flag_names();
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string meant = core::did_you_mean(name, views);
  return {{.code = "hlo.xla_flag",
           .message = fmt::format("{} is not an option of XLA that changes layouts",
                                  core::printable(name.substr(0, 80))),
           .help = meant.empty() ? fmt::format("those are {}", fmt::join(names, ", ")) : meant}};
}

const FlagRow* row_named(std::string_view name) {
  for (const FlagRow& row : kFlags) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Status set(std::string_view text, GpuFlags& flags) {
  if (text.starts_with("--")) text.remove_prefix(2);
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const FlagRow* const row = row_named(name);
  if (row == nullptr) return fail(unknown_flag(name));
  const std::string_view value =
      equals == std::string_view::npos ? "true" : text.substr(equals + 1);
  const auto truth = truth_of(value);
  if (!truth) {
    return fail(
        {.code = "hlo.xla_flag",
         .message = fmt::format("{} cannot be '{}'", name, core::printable(value.substr(0, 80))),
         .help = "write true or false"});
  }
  flags.*row->flag = *truth;
  return {};
}

}  // namespace

std::vector<std::string> xla_flag_names() {
  std::vector<std::string> names;
  names.reserve(kFlags.size());
  for (const FlagRow& row : kFlags) names.emplace_back(row.name);
  return names;
}

std::string xla_flag_list() {
  std::string list;
  for (const FlagRow& row : kFlags) list += fmt::format("  {}\n      {}\n", row.name, row.what);
  return list;
}

Result<GpuFlags> gpu_flags(std::span<const std::string> texts) {
  GpuFlags flags;
  for (const std::string_view text : texts) {
    for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
      TILEGLOT_TRY_STATUS(set(text.substr(at, end - at), flags));
      at = text.find_first_not_of(kBlanks, end);
    }
  }
  return flags;
}

}  // namespace tileglot::api
