// SPDX-License-Identifier: Apache-2.0
// reader.h: reads a module construct by construct.
//
// What     Reader::read reads the header (header.cc), then computations (computation.cc) of
//          instructions (instruction.cc) with operands (operands.cc) and attributes
//          (attributes.cc), whose shape is settled (settle_shape.cc) and which are checked
//          (check_instruction.cc). Values that depend only on their own text are in values.h and
//          literal_reader.h.
// Errors   Those of parse.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/fresh_names.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/hlo/text/detail/name_table.h"
#include "tileglot/hlo/text/detail/shape_texts.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {

class Reader {
 public:
  Reader(std::string_view text, ParseOptions options);

  core::Result<Module> read();

 private:
  /// A computation while it is read.
  struct Scope {
    ComputationId id = {};
    NameTable names = {};
    std::vector<std::pair<std::int64_t, InstructionId>> parameters = {};
    std::optional<InstructionId> root = {};
    std::optional<InstructionId> last = {};
    bool makes_parameters = false;  ///< a single instruction: undefined operands are made
  };

  /// An instruction while it is read.
  struct Draft {
    std::string_view name = {};
    std::size_t begin = 0;
    std::size_t opcode_begin = 0;
    std::optional<ShapeId> shape = {};
    NewInstruction made = {};
  };

  // Header.
  core::Status header();
  core::Status header_attribute(std::string_view name, std::size_t begin);
  core::Status entry_layout();
  core::Status aliases();
  core::Status donors();
  core::Status check_sharing();
  core::Result<std::vector<bool>> flags();
  core::Status stack_frames();
  void fill_entry_layout();

  // Computations.
  bool looks_like_module();
  core::Status computations();
  core::Status computation();
  core::Status signature(std::optional<notation::xla::Shape>& result, core::Span& place);
  core::Result<ComputationId> nested_computation();
  void finish_computations();
  core::Status body(Scope& scope);
  core::Status finish(Scope& scope);
  core::Status number_parameters(Scope& scope);
  core::Status computation_attributes(ComputationId id);
  core::Status single_instruction();

  // Instructions.
  core::Status instruction(Scope& scope);
  core::Result<InstructionId> right_side(Scope& scope, Draft& draft);
  core::Status opcode(Draft& draft);
  core::Status arguments(Scope& scope, Draft& draft);
  core::Status parameter_number(Draft& draft);
  core::Status constant(Draft& draft);
  core::Status check_name(const Draft& draft);
  core::Status check_operand_count(const Draft& draft);
  core::Status check_attributes(const Draft& draft);
  core::Status check_conditional(const Draft& draft);
  core::Status check_counts(const Draft& draft);
  core::Status check_scan(const Draft& draft);
  core::Status check_reading(const Draft& draft);
  core::Status check_reshape(const Draft& draft);
  core::Status check_elements(const Draft& draft);
  core::Status check_asynchronous(const Draft& draft);
  InstructionId chain_start(InstructionId id);
  core::Status check_continues(const Draft& draft, const Instruction& start);
  core::Status check_collective(const Draft& draft);
  core::Status check_channel(const Draft& draft);
  core::Status check_custom_call(const Draft& draft);
  core::Status check_replication(const Draft& draft);
  core::Status check_async_computations();
  core::Status settle_shape(Draft& draft);
  core::Status settle_transfer(Draft& draft);
  core::Status check_tuple(const Draft& draft);
  tl::unexpected<core::Error> wrong(const Draft& draft, std::string_view code, std::string message,
                                    std::string help = {});
  core::Result<InstructionId> add(Scope& scope, Draft& draft);
  std::string_view anonymous_name(const Scope& scope, const Draft& draft);

  // Operands.
  core::Status operands(Scope& scope, Draft& draft);
  core::Result<InstructionId> operand(Scope& scope);
  core::Result<InstructionId> known_operand(Scope& scope, std::string_view name, std::size_t begin,
                                            std::optional<ShapeId> shape);
  core::Result<InstructionId> nested(Scope& scope, std::optional<ShapeId> shape);
  core::Result<InstructionId> made_parameter(Scope& scope, std::string_view name,
                                             std::optional<ShapeId> shape);

  // Attributes.
  core::Status attributes(Scope& scope, Draft& draft);
  core::Status attribute(Scope& scope, Draft& draft);
  core::Status unknown_attribute(Draft& draft, std::string_view name, std::size_t begin);
  core::Result<AttributeValue> value(Scope& scope, const AttributeRow& row);
  core::Result<AttributeValue> word(const AttributeRow& row);
  core::Result<AttributeValue> words(const AttributeRow& row);
  core::Result<AttributeValue> quoted();
  core::Result<AttributeValue> literal();
  core::Result<Literal> shaped_literal();
  core::Result<AttributeValue> braces(const AttributeRow& row);
  core::Result<AttributeValue> config();
  core::Result<AttributeValue> shapes();
  core::Result<AttributeValue> sharding();
  core::Result<ComputationId> called();
  core::Result<AttributeValue> called_list();
  core::Result<AttributeValue> instruction_list(Scope& scope);
  core::Status skip_value();

  Module module_ = {};
  Cursor cursor_;
  ParseOptions options_;
  ShapeTexts shapes_;
  std::unordered_map<std::string_view, ComputationId> computations_ = {};
  core::Span sharing_ = {};  ///< of the attribute that says which outputs share memory
  std::optional<ComputationId> entry_ = {};
  std::optional<ComputationId> last_ = {};    ///< the last that is not in an instruction
  std::vector<ComputationId> finished_ = {};  ///< called ones before their callers
  std::vector<ComputationId> unnamed_ = {};   ///< those in instructions
  std::optional<FreshNames> names_ = {};      ///< of all instructions, from the first without one
  std::unordered_map<InstructionId, InstructionId> chain_starts_ = {};  ///< of each async-update
  std::size_t nesting_ = 0;
  std::size_t inferred_shapes_ = 0;
  std::size_t filled_bytes_ = 0;  ///< of constants that are written as one element
};

}  // namespace tileglot::hlo
