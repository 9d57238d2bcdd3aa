// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/example_modules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

constexpr const char* kAdd =
    "add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT c = s32[] add(a, b) }\n";

std::string text_of(const std::vector<Output>& outputs) {
  std::vector<std::string> leaves;
  leaves.reserve(outputs.size());
  for (const Output& output : outputs) {
    leaves.push_back(fmt::format("{}", fmt::join(numbers(output.elements), " ")));
  }
  return fmt::format("{}", fmt::join(leaves, ", "));
}

std::string text_of(const core::Error& error) { return error->code + ": " + error->message; }

}  // namespace

std::string on_devices(const std::string& text, const Devices& devices,
                       const std::vector<std::vector<double>>& inputs) {
  const auto module = parse_module(kAdd + text);
  if (!module) return text_of(module.error());
  if (const auto verified = verify(*module); !verified) return text_of(verified.error());
  std::vector<std::vector<Elements>> values;
  values.reserve(inputs.size());
  for (const auto& input : inputs) values.push_back({s32s(input)});
  const auto outputs = evaluate_on_devices(*module, values, {.devices = devices});
  if (!outputs) return text_of(outputs.error());
  std::vector<std::string> each;
  each.reserve(outputs->size());
  for (const auto& own : *outputs) each.push_back(text_of(own));
  return fmt::format("{}", fmt::join(each, " | "));
}

}  // namespace tileglot::hlo::run
