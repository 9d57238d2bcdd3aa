// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/transcript.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/proto/detail/attribute_texts.h"
#include "tileglot/hlo/proto/detail/common_attribute_texts.h"
#include "tileglot/hlo/proto/detail/computation_table.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/literal_text.h"
#include "tileglot/hlo/proto/detail/value_texts.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;

/// The most bytes of a text: names are long where the numbers for them in the message are short, but
/// no module is mostly such numbers.
constexpr std::size_t kFreeBytes = std::size_t{1} << 24;
constexpr std::size_t kTextOfByte = 128;

std::size_t most_text(const Message& module) {
  const std::size_t counted = std::min(module.size_bytes(), kMaxTranscriptBytes / kTextOfByte);
  return std::min(kFreeBytes + counted * kTextOfByte, kMaxTranscriptBytes);
}

/// The operation of an asynchronous pair, and the word for it.
struct Async {
  const ComputationEntry* computation = nullptr;
  const InstructionEntry* operation = nullptr;  ///< where the text names it: copy-start
};

bool is_async(std::string_view opcode) {
  return opcode == "async-start" || opcode == "async-update" || opcode == "async-done";
}

class Transcript {
 public:
  Transcript(const Message& module, const ComputationTable& table)
      : module_(module),
        table_(table),
        payloads_(module.parts(kPayloads)),
        entry_id_(module.has(kEntryId) ? std::optional(module.number(kEntryId)) : std::nullopt),
        limit_(most_text(module)) {}

  Status run() {
    hide_wrappers();
    TILEGLOT_TRY_STATUS(header());
    TILEGLOT_TRY_STATUS(stack_frames());
    for (const ComputationEntry& c : table_.computations()) {
      if (!is_hidden(c)) TILEGLOT_TRY_STATUS(computation(c));
    }
    return {};
  }
  std::string take() { return std::move(out_); }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }

  Status check_size() const { return check_text_size(out_.size(), limit_); }

  Status header() {
    const std::string_view name = module_.text(kModuleName);
    TILEGLOT_TRY_STATUS(check_name("the module", name));
    write("HloModule {}", name);
    if (module_.has(kSchedule)) out_ += ", is_scheduled=true";
    TILEGLOT_TRY_STATUS(aliases());
    TILEGLOT_TRY_STATUS(donors());
    if (module_.has(kHostProgramShape)) {
      TILEGLOT_TRY(shape, module_.message(kHostProgramShape));
      TILEGLOT_TRY(text, program_shape_text(shape));
      write(", entry_computation_layout={}", text);
    }
    TILEGLOT_TRY(attributes, module_.message(kModuleFrontendAttributes));
    if (attributes.has(1)) {
      TILEGLOT_TRY(text, frontend_attributes_text(attributes));
      write(", frontend_attributes={}", text);
    }
    out_ += "\n\n";
    return {};
  }

  /// input_output_alias={ {0}: (1, {}, may-alias) }
  Status aliases() {
    constexpr std::int64_t kMust = 2;
    TILEGLOT_TRY(list, module_.message(kInputOutputAlias));
    TILEGLOT_TRY(entries, list.messages(1));
    std::vector<std::string> texts;
    for (const Message& entry : entries) {
      TILEGLOT_TRY(output, entry.numbers(1));
      TILEGLOT_TRY(parameter, entry.numbers(3));
      texts.push_back(fmt::format("{}: ({}, {}, {})", integers_text(output), entry.number(2),
                                  integers_text(parameter),
                                  entry.number(4) == kMust ? "must-alias" : "may-alias"));
    }
    if (!texts.empty()) write(", input_output_alias={{ {} }}", fmt::join(texts, ", "));
    return {};
  }

  /// buffer_donor={ (1, {}) }
  Status donors() {
    TILEGLOT_TRY(list, module_.message(kBufferDonor));
    TILEGLOT_TRY(entries, list.messages(1));
    std::vector<std::string> texts;
    for (const Message& entry : entries) {
      TILEGLOT_TRY(index, entry.numbers(2));
      texts.push_back(fmt::format("({}, {})", entry.number(1), integers_text(index)));
    }
    if (!texts.empty()) write(", buffer_donor={{ {} }}", fmt::join(texts, ", "));
    return {};
  }

  struct TableRow {
    std::string_view title;
    std::uint32_t field;
    std::vector<std::pair<std::string_view, std::uint32_t>> numbers;  ///< none: the rows are texts
  };

  /// The tables that metadata refers to by number.
  Status stack_frames() {
    if (!module_.has(kStackFrameIndex)) return {};
    TILEGLOT_TRY(index, module_.message(kStackFrameIndex));
    const std::array<TableRow, 4> tables{{
        {"FileNames", 1, {}},
        {"FunctionNames", 2, {}},
        {"FileLocations",
         3,
         {{"file_name_id", 1},
          {"function_name_id", 2},
          {"line", 3},
          {"end_line", 5},
          {"column", 4},
          {"end_column", 6}}},
        {"StackFrames", 4, {{"file_location_id", 1}, {"parent_frame_id", 2}}},
    }};
    for (const TableRow& table : tables) {
      if (index.has(table.field)) TILEGLOT_TRY_STATUS(stack_frame_table(index, table));
    }
    return {};
  }

  Status stack_frame_table(const Message& index, const TableRow& table) {
    write("{}\n", table.title);
    std::size_t line = 0;
    for (const WireField& row : index.parts(table.field)) {
      write("{} ", ++line);
      if (table.numbers.empty()) {
        write("{}\n", to_quoted(row.bytes));
        continue;
      }
      TILEGLOT_TRY(fields, Message::read(row));
      std::vector<std::string> texts;
      for (const auto& [name, field] : table.numbers) {
        if (fields.has(field)) texts.push_back(fmt::format("{}={}", name, fields.number(field)));
      }
      write("{{{}}}\n", fmt::join(texts, " "));
    }
    out_ += "\n";
    return check_size();
  }

  bool is_entry(const ComputationEntry& c) const {
    return entry_id_ ? c.id == *entry_id_ : c.name == entry_name_;
  }

  /// Computations of asynchronous operations that are written as one instruction.
  void hide_wrappers() {
    for (const ComputationEntry& c : table_.computations()) {
      for (const InstructionEntry& i : c.instructions) {
        if (i.opcode != "async-start") continue;
        const Async async = async_of(c, i);
        if (async.operation != nullptr) hidden_.insert(async.computation->id);
      }
    }
  }

  bool is_hidden(const ComputationEntry& c) const { return hidden_.contains(c.id); }

  Status computation(const ComputationEntry& c) {
    if (is_entry(c)) out_ += "ENTRY ";
    write("%{} {{\n", c.name);
    const InstructionEntry* const root = c.find(c.root);
    for (const InstructionEntry& i : c.instructions) {
      out_ += &i == root ? "  ROOT " : "  ";
      TILEGLOT_TRY_STATUS(instruction(c, i));
      out_ += '\n';
      TILEGLOT_TRY_STATUS(check_size());
    }
    out_ += '}';
    if (!c.thread.empty() && c.thread != "main") {
      write(", execution_thread={}", to_quoted(c.thread));
    }
    out_ += "\n\n";
    return {};
  }

  Status instruction(const ComputationEntry& c, const InstructionEntry& i) {
    const auto shape = i.fields.part(kInstructionShape);
    if (!shape) return fail(bad_proto(fmt::format("the instruction {} has no shape", i.name)));
    TILEGLOT_TRY(text, shape_text(*shape));
    const Async async = is_async(i.opcode) ? async_of(c, i) : Async{};
    write("%{} = {} {}(", i.name, text, word_of(i, async));
    TILEGLOT_TRY_STATUS(arguments(c, i));
    out_ += ')';
    TILEGLOT_TRY_STATUS(own_attributes(c, i, async));
    TILEGLOT_TRY_STATUS(append_common_attributes(i.fields, payloads_, out_));
    return names_of("control-predecessors", c, i, kControlPredecessorIds);
  }

  static std::string word_of(const InstructionEntry& i, const Async& async) {
    if (async.operation == nullptr) return std::string(i.opcode);
    return fmt::format("{}{}", async.operation->opcode,
                       i.opcode.substr(std::string_view("async").size()));
  }

  /// An update and a done run what their start runs, which is found along the first operands. What
  /// each runs is remembered: chains of updates are long.
  Async async_of(const ComputationEntry& c, const InstructionEntry& i) {
    std::vector<const InstructionEntry*> chain;
    Async found;
    const InstructionEntry* at = &i;
    while (at != nullptr && is_async(at->opcode)) {
      // What is remembered first ends a chain that comes back to itself.
      const auto [known, is_new] = asyncs_.try_emplace(at);
      if (!is_new) {
        found = known->second;
        break;
      }
      chain.push_back(at);
      if (at->opcode == "async-start") {
        found = started_by(*at);
        break;
      }
      const auto operands = at->fields.numbers(kOperandIds);
      at = operands && !operands->empty() ? c.find(operands->front()) : nullptr;
    }
    for (const InstructionEntry* const one : chain) asyncs_[one] = found;
    return found;
  }

  Async started_by(const InstructionEntry& start) {
    const auto called = start.fields.numbers(kCalledComputationIds);
    if (!called || called->empty()) return {};
    const ComputationEntry* const computation = table_.find(called->front());
    if (computation == nullptr) return {};
    return {.computation = computation, .operation = operation_of(*computation)};
  }

  /// The operation that the text names; nullptr where it calls the computation.
  const InstructionEntry* operation_of(const ComputationEntry& computation) {
    const auto [known, is_new] = operations_.try_emplace(&computation);
    if (!is_new) return known->second;
    const InstructionEntry* const only = only_operation(computation);
    // A word such as all-reduce-start is an operation of its own.
    const bool is_word = only != nullptr && opcode_named(only->opcode) &&
                         !opcode_named(fmt::format("{}-start", only->opcode));
    if (is_word) known->second = only;
    return known->second;
  }

  Status arguments(const ComputationEntry& c, const InstructionEntry& i) {
    if (i.opcode == "parameter") {
      write("{}", i.fields.number(kParameterNumber));
      return {};
    }
    if (i.opcode == "constant") {
      TILEGLOT_TRY(literal, i.fields.message(kConstantLiteral));
      return append_literal(literal, out_);
    }
    TILEGLOT_TRY(ids, i.fields.numbers(kOperandIds));
    return names(c, i, ids);
  }

  /// `%a, %b`
  Status names(const ComputationEntry& c, const InstructionEntry& i,
               const std::vector<std::int64_t>& ids) {
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const InstructionEntry* const found = c.find(ids[k]);
      if (found == nullptr) {
        return fail(bad_proto(fmt::format("{} uses an instruction {}, which {} does not have",
                                          i.name, ids[k], c.name)));
      }
      write("{}%{}", k == 0 ? "" : ", ", found->name);
      TILEGLOT_TRY_STATUS(check_size());
    }
    return {};
  }

  Status names_of(std::string_view attribute, const ComputationEntry& c, const InstructionEntry& i,
                  std::uint32_t field) {
    TILEGLOT_TRY(ids, i.fields.numbers(field));
    if (ids.empty()) return {};
    write(", {}={{", attribute);
    TILEGLOT_TRY_STATUS(names(c, i, ids));
    out_ += '}';
    return {};
  }

  Status own_attributes(const ComputationEntry& c, const InstructionEntry& i, const Async& async) {
    if (is_async(i.opcode)) return async_attributes(i, async);
    const auto opcode = opcode_named(i.opcode);
    if (!opcode) return {};  // reading the text reports it
    TILEGLOT_TRY_STATUS(append_attributes(i.fields, *opcode, out_));
    return calls(c, i, *opcode);
  }

  Status async_attributes(const InstructionEntry& i, const Async& async) {
    const bool starts = i.opcode == "async-start";
    if (async.operation != nullptr && starts) {
      const Opcode opcode = *opcode_named(async.operation->opcode);
      TILEGLOT_TRY_STATUS(append_attributes(async.operation->fields, opcode, out_));
      TILEGLOT_TRY_STATUS(calls(*async.computation, *async.operation, opcode));
    } else if (async.operation == nullptr && async.computation != nullptr && starts) {
      write(", calls=%{}", async.computation->name);
    }
    const std::string_view thread = i.fields.text(kAsyncThread);
    if (!thread.empty() && thread != "main" && starts) {
      write(", async_execution_thread={}", to_quoted(thread));
    }
    return {};
  }

  /// The names of the attributes that call computations, in the order of the message.
  static std::vector<std::string_view> call_names(Opcode opcode) {
    switch (opcode) {
      case Opcode::kWhile: return {"body", "condition"};
      case Opcode::kSelectAndScatter: return {"select", "scatter"};
      case Opcode::kFusion: return {"calls"};
      case Opcode::kConditional:
      case Opcode::kCustomCall: return {};
      default: return {"to_apply"};
    }
  }

  /// True if the first operand is a pred[].
  static bool chooses_by_pred(const ComputationEntry& c, const InstructionEntry& i) {
    const auto operands = i.fields.numbers(kOperandIds);
    if (!operands || operands->empty()) return false;
    const InstructionEntry* const chooser = c.find(operands->front());
    const auto shape = chooser == nullptr ? std::nullopt : chooser->fields.part(kInstructionShape);
    if (!shape) return false;
    const auto read = notation::xla::shape_from_wire(shape->bytes);
    return read && read->type == notation::xla::PrimitiveType::kPred && rank(*read) == 0;
  }

  Status calls(const ComputationEntry& c, const InstructionEntry& i, Opcode opcode) {
    TILEGLOT_TRY(ids, i.fields.numbers(kCalledComputationIds));
    if (ids.empty()) return {};
    auto names = call_names(opcode);
    if (opcode == Opcode::kConditional && chooses_by_pred(c, i)) {
      names = {"true_computation", "false_computation"};
    }
    if (names.size() == ids.size()) {
      for (std::size_t k = 0; k < names.size(); ++k) {
        write(", {}=", names[k]);
        TILEGLOT_TRY_STATUS(called(i, ids[k]));
      }
      return {};
    }
    write(", {}={{",
          opcode == Opcode::kConditional ? "branch_computations" : "called_computations");
    for (std::size_t k = 0; k < ids.size(); ++k) {
      if (k > 0) out_ += ", ";
      TILEGLOT_TRY_STATUS(called(i, ids[k]));
    }
    out_ += '}';
    return {};
  }

  /// `%c`, the name of a computation that the instruction calls.
  Status called(const InstructionEntry& i, std::int64_t id) {
    const ComputationEntry* const found = table_.find(id);
    if (found == nullptr) {
      return fail(bad_proto(
          fmt::format("{} calls a computation {}, which the module does not have", i.name, id)));
    }
    write("%{}", found->name);
    return check_size();
  }

  const Message& module_;
  const ComputationTable& table_;
  std::vector<WireField> payloads_;
  std::optional<std::int64_t> entry_id_;
  std::string_view entry_name_ = module_.text(kEntryName);
  std::size_t limit_;
  std::string out_ = {};
  std::unordered_set<std::int64_t> hidden_ = {};
  std::unordered_map<const InstructionEntry*, Async> asyncs_ = {};
  std::unordered_map<const ComputationEntry*, const InstructionEntry*> operations_ = {};
};

}  // namespace

Result<std::string> transcribe(const Message& module) {
  TILEGLOT_TRY(table, ComputationTable::read(module));
  Transcript transcript(module, table);
  TILEGLOT_TRY_STATUS(transcript.run());
  return transcript.take();
}

}  // namespace tileglot::hlo
