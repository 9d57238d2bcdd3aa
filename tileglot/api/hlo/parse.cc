// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/parse.h"

#include <utility>

#include "tileglot/api/hlo/foreign_program.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::api {

core::Result<hlo::Module> parse_hlo(const ModuleText& module, bool lenient) {
  using hlo::UnknownAttributes;
  auto parsed = hlo::parse_module(
      module.text,
      {.unknown_attributes = lenient ? UnknownAttributes::kKept : UnknownAttributes::kRefused});
  if (!parsed) {
    if (auto foreign = foreign_program(module.text)) return core::fail(*std::move(foreign));
  }
  return core::with_line(std::move(parsed), module.text);
}

}  // namespace tileglot::api
