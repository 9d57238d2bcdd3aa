// SPDX-License-Identifier: Apache-2.0
// layout_error.h: the error that a pass returns where layouts do not fit an operation.
//
// What     layout_error(instruction, fault, help): the message is the instruction's name and what
//          is wrong with it; help says what to do about it.
// Example  fault "reads an operand in another order than it writes" of n: "n reads an operand in
//          ..".
//          [tests: hlo/pass/normalize/layouts_test.cc, "layouts that were not assigned are
//          refused"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {

inline constexpr std::string_view kReadsInAnotherOrder =
    "reads an operand in another order than it writes";
inline constexpr std::string_view kAssignLayouts = "layouts are assigned by `tileglot hlo assign`";

inline core::Error layout_error(const Instruction& instruction, std::string_view fault,
                                std::string_view help = kAssignLayouts) {
  return {{.code = "hlo.layouts",
           .message = std::string(instruction.name) + " " + std::string(fault),
           .span = instruction.place,
           .help = std::string(help)}};
}

}  // namespace tileglot::hlo::pass
