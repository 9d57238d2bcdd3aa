// SPDX-License-Identifier: Apache-2.0
// hlo/run_fuzz.cc: any text that is a module and verifies is evaluated or refused, within its
// budget, on one device, on four, and split over those of its shardings.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/placement.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/sharded_run.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

constexpr ArrayLimits kSmall{.elements = 1 << 12, .bytes = 1 << 20};
constexpr Devices kDevices{2, 2};

/// Nothing if a parameter is too large.
std::vector<Elements> inputs_of(const Module& module) {
  RandomBits bits(1);
  std::vector<Elements> inputs;
  for (const auto& shape : input_shapes(module)) {
    if (!placement_of(shape, kSmall)) return {};
    const auto size = static_cast<std::size_t>(size_of(extents_of(shape)));
    inputs.push_back(random_elements(shape.type, size, RandomNumbers::kIntegers, bits));
  }
  return inputs;
}

void run(std::string_view text) {
  const auto module = parse_module(text);
  if (!module || !verify(*module)) return;
  const std::vector<Elements> inputs = inputs_of(*module);
  for (const Handover handover : {Handover::kRelaid, Handover::kAsBytes}) {
    const RunOptions options{.handover = handover, .max_steps = 1 << 20, .arrays = kSmall};
    const auto outputs = evaluate(*module, inputs, options);
    static_cast<void>(outputs.has_value());
  }
  const std::vector<std::vector<Elements>> each(kDevices.count(), inputs);
  const auto outputs = evaluate_on_devices(
      *module, each, {.max_steps = 1 << 20, .arrays = kSmall, .devices = kDevices});
  static_cast<void>(outputs.has_value());
  const auto spread = evaluate_sharded(*module, inputs, {.max_steps = 1 << 20, .arrays = kSmall});
  static_cast<void>(spread.has_value());
}

}  // namespace
}  // namespace tileglot::hlo::run

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tileglot::hlo::run::run({reinterpret_cast<const char*>(data), size});
  return 0;
}
