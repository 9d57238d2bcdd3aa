// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/element/no_such_type.h"

#include <fmt/format.h>

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::run {

core::Error no_such_type(std::string_view operation, PrimitiveType type) {
  return {
      {.code = "run.type",
       .message = fmt::format("{} of {} has no meaning", operation, notation::xla::name_of(type)),
       .help = "convert the operand to a type that the operation takes"}};
}

}  // namespace tileglot::hlo::run
