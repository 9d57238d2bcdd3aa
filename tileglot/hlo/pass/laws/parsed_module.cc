// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/parsed_module.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::pass {

Module parsed_module(std::string_view text) {
  auto parsed = parse_module(text);
  if (parsed) return *std::move(parsed);
  ADD_FAILURE() << parsed.error()->code << ": " << parsed.error()->message;
  return {};
}

InstructionId named(const Module& module, std::string_view name) {
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].name == name) return id;
    }
  }
  ADD_FAILURE() << "no instruction " << name;
  return {};
}

}  // namespace tileglot::hlo::pass
