// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/gpu_architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::value {
namespace {

constexpr std::array kArchitectures = std::to_array<GpuArchitecture>({
    {35, "K40"},
    {37, "K80"},
    {50, "M10"},
    {52, "M40 M60"},
    {53, "TX1"},
    {60, "P100"},
    {61, "P4 P40"},
    {62, "TX2"},
    {70, "V100"},
    {72, "Xavier"},
    {75, "T4"},
    {80, "A100 A30"},
    {86, "A10 A40 A6000"},
    {87, "Orin"},
    {88, ""},
    {89, "L4 L40 L40S RTX4090"},
    {90, "H100 H200 H20 H800 GH200"},
    {100, "B100 B200 GB200"},
    {101, ""},
    {103, "B300 GB300"},
    {110, "Thor"},
    {120, "RTX5090"},
    {121, "GB10"},
});

bool is_same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::span<const GpuArchitecture> gpu_architectures() { return kArchitectures; }

bool is_gpu_architecture(std::int64_t capability) {
  return std::ranges::binary_search(kArchitectures, capability, {}, &GpuArchitecture::capability);
}

std::string named_target(std::int64_t capability) { return fmt::format("gpu:sm_{}", capability); }

std::optional<std::int64_t> capability_of_machine(std::string_view name) {
  for (const GpuArchitecture& architecture : kArchitectures) {
    std::string_view rest = architecture.machines;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (is_same_word(rest.substr(0, end), name)) return architecture.capability;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return std::nullopt;
}

std::vector<std::string> nearest_targets(std::int64_t capability) {
  const auto after =
      std::ranges::lower_bound(kArchitectures, capability, {}, &GpuArchitecture::capability);
  std::vector<std::string> names;
  if (after != kArchitectures.begin()) names.push_back(named_target((after - 1)->capability));
  if (after != kArchitectures.end()) names.push_back(named_target(after->capability));
  return names;
}

}  // namespace tileglot::value
