// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/target.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::value {
namespace {

constexpr std::array<std::string_view, 3> kKinds{"cpu", "gpu", "tpu"};
constexpr std::string_view kNamedGpu = "gpu:sm_";
constexpr std::int64_t kLargestCapability = 1000;

core::Error unknown_target(std::string_view text) {
  const std::string guess = core::did_you_mean(text, kKinds);
  return {{.code = "target.name",
           .message = fmt::format("'{}' is not a target", text.substr(0, 64)),
           .span = core::Span{0, std::max<std::size_t>(text.size(), 1)},
           .help = guess.empty() ? "the targets are cpu, tpu, gpu and gpu:sm_N, as in gpu:sm_90"
                                 : guess}};
}

}  // namespace

core::Result<Target> parse_target(std::string_view text) {
  if (text == "cpu") return Target{};
  if (text == "tpu") return Target{Target::Kind::kTpu};
  if (text == "gpu") return Target{Target::Kind::kGpu};
  if (!text.starts_with(kNamedGpu)) return core::fail(unknown_target(text));
  const std::string_view digits = text.substr(kNamedGpu.size());
  std::int64_t capability = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), capability);
  const bool is_whole = read.ec == std::errc{} && read.ptr == digits.data() + digits.size();
  if (!is_whole || capability < 1 || capability > kLargestCapability) {
    return core::fail(unknown_target(text));
  }
  return Target{Target::Kind::kGpu, capability};
}

}  // namespace tileglot::value
