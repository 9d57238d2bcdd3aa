// SPDX-License-Identifier: Apache-2.0
// source_place.h: which operation and line of the user's program an instruction is from.
//
// What     source_place_of(module, id) reads the instruction's metadata: op_name, and the file and
//          line, which newer texts give by stack_frame_id and tables in the module's header.
// Why      A user knows lines of a program, not names of instructions.
// Example  metadata={op_name="jit(f)/dot" source_file="model" source_line=31} is
//          jit(f)/dot, model:31.
//          [tests: hlo/pass/module/source_place_test.cc, "metadata names the line"]
// Source   XLA, OpMetadata and StackFrameIndexProto.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

struct SourcePlace {
  std::string op_name = {};  ///< empty where the metadata has none
  std::string file = {};     ///< likewise
  std::int64_t line = 0;     ///< where there is a file

  bool is_known() const { return !op_name.empty() || !file.empty(); }
};

SourcePlace source_place_of(const Module& module, InstructionId id);

/// "jit(f)/dot, model:31"; empty where nothing is known.
std::string text_of(const SourcePlace& place);

}  // namespace tileglot::hlo
