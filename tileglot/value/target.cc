// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/value/gpu_architecture.h"

namespace tileglot::value {
namespace {

constexpr std::string_view kNamedGpu = "gpu:sm_";
constexpr std::string_view kGpuByName = "name the GPU, as in gpu:sm_90 for an H100";

core::Error refused(std::string message, std::string_view text, std::string help) {
  return {{.code = "target.name",
           .message = std::move(message),
           .span = core::Span{0, std::max<std::size_t>(text.size(), 1)},
           .help = std::move(help)}};
}

/// The digits at the end of gpu:sm_90, sm90 or gpu:90, as a number.
std::optional<std::int64_t> number_in(std::string_view text) {
  const std::size_t begin = text.find_first_of("0123456789");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view before = text.substr(0, begin);
  const bool is_gpu = before.find("sm") != std::string_view::npos || before.starts_with("gpu");
  std::int64_t number = 0;
  const std::string_view digits = text.substr(begin);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return is_gpu && read.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

std::string help_for(std::string_view text, Targets taken) {
  if (const auto capability = capability_of_machine(text))
    return fmt::format("write {} for it", named_target(*capability));
  if (const auto number = number_in(text); number && is_gpu_architecture(*number))
    return fmt::format("did you mean '{}'?", named_target(*number));
  const std::vector<std::string> names = target_names(taken);
  const std::vector<std::string_view> words(names.begin(), names.end());
  std::string guess = core::did_you_mean(text, words);
  if (!guess.empty()) return guess;
  return taken == Targets::kAll
             ? "the targets are cpu, tpu, gpu and a GPU by name, as gpu:sm_90 for an H100"
             : "the targets are cpu and a GPU by name, as gpu:sm_90 for an H100";
}

core::Error unknown_target(std::string_view text, Targets taken) {
  return refused(fmt::format("'{}' is not a target", core::printable(text)), text,
                 help_for(text, taken));
}

/// Of gpu:sm_95; a letter after the number names a variant of instructions.
core::Result<Target> named_gpu(std::string_view text, Targets taken) {
  std::string_view digits = text.substr(kNamedGpu.size());
  const bool is_family = digits.ends_with('f');
  const bool is_variant = is_family || digits.ends_with('a');
  if (is_variant) digits.remove_suffix(1);
  std::int64_t capability = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), capability);
  const bool is_whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
  if (!is_whole || capability < 0) return core::fail(unknown_target(text, taken));
  const std::int64_t first_variant = is_family ? 100 : 90;
  if (is_variant && capability < first_variant) return core::fail(unknown_target(text, taken));
  if (is_gpu_architecture(capability)) return Target{Target::Kind::kGpu, capability};
  const std::vector<std::string> near = nearest_targets(capability);
  return core::fail(refused(
      fmt::format("no GPU has the architecture sm_{}", digits), text,
      fmt::format("the nearest {} {}", near.size() == 1 ? "is" : "are", fmt::join(near, " and "))));
}

core::Error not_taken(std::string_view text) {
  const bool is_gpu = text == "gpu";
  core::Error error =
      refused(is_gpu ? "the layouts of a GPU depend on its architecture"
                     : fmt::format("layouts are not assigned for {}", text),
              text, is_gpu ? std::string(kGpuByName) : help_for("", Targets::kAssigned));
  error->code = "target.kind";
  return error;
}

}  // namespace

core::Result<Target> parse_target(std::string_view text, Targets taken) {
  if (text == "cpu") return Target{};
  if (text == "tpu" || text == "gpu") {
    if (taken == Targets::kAssigned) return core::fail(not_taken(text));
    return Target{text == "tpu" ? Target::Kind::kTpu : Target::Kind::kGpu};
  }
  if (text.starts_with(kNamedGpu)) return named_gpu(text, taken);
  return core::fail(unknown_target(text, taken));
}

std::vector<std::string> target_names(Targets taken) {
  std::vector<std::string> names{"cpu"};
  if (taken == Targets::kAll) names.insert(names.end(), {"gpu", "tpu"});
  for (const GpuArchitecture& architecture : gpu_architectures())
    names.push_back(named_target(architecture.capability));
  return names;
}

}  // namespace tileglot::value
