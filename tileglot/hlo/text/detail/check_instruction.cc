// SPDX-License-Identifier: Apache-2.0
// The checks that XLA makes while it reads an instruction; all others are its verifier's.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/dimensions.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode_attributes.h"
#include "tileglot/hlo/text/detail/canonical_attributes.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Span;
using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

template <class T>
const T* find(const NewInstruction& made, AttributeKey key) {
  for (const Attribute& attribute : made.attributes) {
    if (attribute.key == key) return std::get_if<T>(&attribute.value);
  }
  return nullptr;
}

bool has(const NewInstruction& made, AttributeKey key) {
  for (const Attribute& attribute : made.attributes) {
    if (attribute.key == key) return true;
  }
  return false;
}

std::size_t leaf_count(const Shape& shape) {
  if (shape.type != PrimitiveType::kTuple) return 1;
  std::size_t count = 0;
  for (const Shape& element : shape.elements) count += leaf_count(element);
  return count;
}

/// Operations that are along one dimension, which they must name.
bool takes_one_dimension(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kConcatenate:
    case Opcode::kGetDimensionSize:
    case Opcode::kReduceScatter:
    case Opcode::kScan:
    case Opcode::kSetDimensionSize:
    case Opcode::kSort: return true;
    default: return false;
  }
}

/// What is wrong with the number of operands; empty if nothing is.
std::string wrong_operands(const NewInstruction& made, Opcode opcode, std::size_t rank_of_first) {
  const std::size_t count = made.operands.size();
  switch (opcode) {
    case Opcode::kReduce:
    case Opcode::kReduceWindow: return count % 2 == 0 ? "" : "each operand needs an initial value";
    case Opcode::kScatter:
      return count % 2 != 0 ? "" : "it takes operands, indices, and as many updates as operands";
    case Opcode::kDynamicSlice:
      return count == 1 + rank_of_first || count == 2
                 ? ""
                 : fmt::format("it takes an operand and {} start indices, not {}", rank_of_first,
                               count - 1);
    case Opcode::kDynamicUpdateSlice:
      return count == 2 + rank_of_first || count == 3
                 ? ""
                 : fmt::format("it takes an operand, an update and {} start indices, not {}",
                               rank_of_first, count - 2);
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
      return count == 4 || !has(made, AttributeKey::kSliceSizes)
                 ? ""
                 : "with slice_sizes it takes input, output, and where each begins: 4 operands";
    default: return {};
  }
}

/// The operation that it runs: as it is written, or the root of the computation.
std::optional<Opcode> operation_of(const Module& module, const Instruction& start) {
  if (start.wrapped) return start.wrapped;
  const auto* const called = attribute_of<ComputationId>(start, AttributeKey::kCalls);
  if (called == nullptr || !module[*called].root) return std::nullopt;
  return module[*module[*called].root].opcode;
}

std::string thread_of(std::string_view quoted) {
  return quoted.empty() ? "main" : std::string(quoted.substr(1, quoted.size() - 2));
}

}  // namespace

tl::unexpected<core::Error> Reader::wrong(const Draft& draft, std::string_view code,
                                          std::string message, std::string help) {
  return fail(
      {.code = std::string(code),
       .message = std::move(message),
       .span = Span{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()},
       .help = std::move(help)});
}

Status Reader::check_operand_count(const Draft& draft) {
  const OpcodeRow& row = row_of(draft.made.opcode);
  const std::size_t count = draft.made.operands.size();
  if (count >= row.min_operands && (!row.max_operands || count <= *row.max_operands)) return {};
  const bool exact = row.max_operands == row.min_operands;
  return fail(
      {.code = "hlo.operands",
       .message = fmt::format("{} takes {}{} operand{}, not {}", row.name, exact ? "" : "at least ",
                              row.min_operands, row.min_operands == 1 ? "" : "s", count),
       .span = Span{draft.opcode_begin, draft.opcode_begin + row.name.size()}});
}

Status Reader::check_attributes(const Draft& draft) {
  const auto missing = [&](AttributeKey key) {
    return fail(
        {.code = "hlo.attribute",
         .message = fmt::format("{} {} does not say {}", name_of(draft.made.opcode), draft.name,
                                name_of(key)),
         .span = Span{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()},
         .help = fmt::format("add {}=", name_of(key))});
  };
  for (const AttributeKey key : required_attributes(attribute_opcode(draft.made))) {
    if (!has(draft.made, key)) return missing(key);
  }
  if (draft.made.opcode == Opcode::kConditional &&
      !has(draft.made, AttributeKey::kBranchComputations)) {
    for (const AttributeKey key :
         {AttributeKey::kTrueComputation, AttributeKey::kFalseComputation}) {
      if (!has(draft.made, key)) return missing(key);
    }
  }
  const bool copies_a_scalar = draft.made.opcode == Opcode::kBroadcast &&
                               module_.shape_of(draft.made.operands[0]).dimensions.empty();
  if (draft.made.opcode == Opcode::kBroadcast && !has(draft.made, AttributeKey::kDimensions)) {
    if (!copies_a_scalar) return missing(AttributeKey::kDimensions);
  }
  return {};
}

/// Truth values choose between true_computation and false_computation, numbers among
/// branch_computations.
Status Reader::check_conditional(const Draft& draft) {
  const NewInstruction& made = draft.made;
  if (made.opcode != Opcode::kConditional) return {};
  const Shape& which = module_.shape_of(made.operands[0]);
  const bool chooses = which.type == PrimitiveType::kPred || which.type == PrimitiveType::kS32;
  if (!chooses || !which.dimensions.empty()) {
    return wrong(draft, "hlo.shape",
                 fmt::format("a conditional chooses by pred[] or s32[], not {}", print(which)));
  }
  const bool by_truth = which.type == PrimitiveType::kPred;
  if (has(made, AttributeKey::kBranchComputations) == by_truth) {
    return wrong(
        draft, "hlo.attribute",
        fmt::format("a conditional that chooses by {} needs {}", print(which),
                    by_truth ? "true_computation and false_computation, not branch_computations"
                             : "branch_computations, not true_computation and false_computation"));
  }
  const std::size_t count = called_computations(Instruction{.attributes = made.attributes}).size();
  if (count > 0 && made.operands.size() == count + 1) return {};
  return wrong(draft, "hlo.operands",
               fmt::format("a conditional with {} branch{} takes {} operands, not {}", count,
                           count == 1 ? "" : "es", count + 1, made.operands.size()));
}

/// Numbers of operands and of dimensions that depend on each other.
Status Reader::check_counts(const Draft& draft) {
  const NewInstruction& made = draft.made;
  const Opcode opcode = attribute_opcode(made);
  if (made.operands.size() < row_of(opcode).min_operands) return {};
  const std::size_t rank_of_first =
      made.operands.empty() ? 0 : rank(module_.shape_of(made.operands[0]));
  const std::string message = wrong_operands(made, opcode, rank_of_first);
  if (!message.empty()) {
    return wrong(draft, "hlo.operands", fmt::format("{}: {}", name_of(opcode), message));
  }
  const auto* const dimensions = find<Ints>(made, AttributeKey::kDimensions);
  const bool one = takes_one_dimension(opcode) || opcode == Opcode::kAllToAll ||
                   opcode == Opcode::kRaggedAllToAll;
  if (one && dimensions != nullptr && dimensions->size() != 1) {
    return wrong(draft, "hlo.attribute",
                 fmt::format("{} is along one dimension, and dimensions names {}", name_of(opcode),
                             dimensions->size()),
                 "write dimensions={0}");
  }
  if (opcode != Opcode::kScan) return {};
  return check_scan(draft);
}

/// The computation takes a step of each input and each carry.
Status Reader::check_scan(const Draft& draft) {
  const auto* const called = find<ComputationId>(draft.made, AttributeKey::kToApply);
  const auto* const carries = find<std::int64_t>(draft.made, AttributeKey::kNumCarries);
  const std::size_t count = draft.made.operands.size();
  if (called == nullptr || carries == nullptr) return {};
  if (module_[*called].parameters.size() != count) {
    return wrong(draft, "hlo.operands",
                 fmt::format("{} has {} parameters, and the scan {} operands",
                             module_[*called].name, module_[*called].parameters.size(), count));
  }
  if (*carries >= 0 && static_cast<std::uint64_t>(*carries) <= count) return {};
  return wrong(draft, "hlo.attribute",
               fmt::format("a scan of {} operands cannot have {} carries", count, *carries));
}

/// What begins the chain that `id` continues, whatever it is. It is kept for each update: a chain of
/// many would be walked again for each of them.
InstructionId Reader::chain_start(InstructionId id) {
  std::vector<InstructionId> updates;
  while (module_[id].opcode == Opcode::kAsyncUpdate) {
    const auto known = chain_starts_.find(id);
    if (known == chain_starts_.end()) updates.push_back(id);
    id = known == chain_starts_.end() ? module_.operand(id, 0) : known->second;
  }
  for (const InstructionId update : updates) chain_starts_.emplace(update, id);
  return id;
}

/// A start makes a tuple of operands, results and more; what follows continues it.
Status Reader::check_asynchronous(const Draft& draft) {
  const NewInstruction& made = draft.made;
  const Shape& shape = module_.shape(*draft.shape);
  if (made.opcode == Opcode::kAsyncStart) {
    const bool fits = shape.elements.size() >= 2 && shape.elements[0].type == PrimitiveType::kTuple;
    if (!fits) {
      return wrong(draft, "hlo.shape",
                   fmt::format("async-start gives a tuple of its operands and its results, not {}",
                               print(shape)),
                   "write ((operands), results, state): ((f32[2]), f32[2], u32[])");
    }
    if (made.wrapped || has(made, AttributeKey::kCalls)) return {};
    return wrong(draft, "hlo.attribute",
                 fmt::format("async-start {} does not say calls", draft.name), "add calls=");
  }
  if (made.opcode != Opcode::kAsyncUpdate && made.opcode != Opcode::kAsyncDone) return {};
  const Shape& of_operand = module_.shape_of(made.operands[0]);
  if (made.opcode == Opcode::kAsyncUpdate && !(of_operand == shape)) {
    return wrong(draft, "hlo.shape",
                 fmt::format("async-update keeps the shape of its operand, {}, and states {}",
                             print(of_operand), print(shape)));
  }
  const Instruction& start = module_[chain_start(made.operands[0])];
  return start.opcode == Opcode::kAsyncStart ? check_continues(draft, start) : Status{};
}

/// Operation, computation and thread are those of the start, if they are stated again.
Status Reader::check_continues(const Draft& draft, const Instruction& start) {
  const auto differs = [&](std::string_view what, std::string_view stated, std::string_view begun) {
    return wrong(
        draft, "hlo.attribute",
        fmt::format("{} {} {}, and {} begins {}", draft.name, what, stated, start.name, begun),
        "an operation ends as it began");
  };
  const auto operation = operation_of(module_, start);
  if (draft.made.wrapped && operation && *draft.made.wrapped != *operation) {
    return differs("ends the operation", name_of(*draft.made.wrapped), name_of(*operation));
  }
  const auto* const called = find<ComputationId>(draft.made, AttributeKey::kCalls);
  const auto* const begun = attribute_of<ComputationId>(start, AttributeKey::kCalls);
  if (called != nullptr && (begun == nullptr || start.wrapped || *called != *begun)) {
    return differs(
        "calls", module_[*called].name,
        begun == nullptr || start.wrapped ? std::string_view("another") : module_[*begun].name);
  }
  const auto* const thread = find<Text>(draft.made, AttributeKey::kAsyncExecutionThread);
  if (thread == nullptr) return {};
  const std::string stated = thread_of(thread->text);
  const std::string first = thread_of(text_of(start, AttributeKey::kAsyncExecutionThread));
  return stated == first ? Status{} : differs("runs in the thread", stated, first);
}

/// A computation that runs asynchronously belongs to one start.
Status Reader::check_async_computations() {
  std::vector<std::optional<InstructionId>> starts(module_.computation_count());
  for (const ComputationId c : module_.computations()) {
    for (const InstructionId i : module_.instructions(c)) {
      const Instruction& instruction = module_[i];
      if (instruction.opcode != Opcode::kAsyncStart || instruction.wrapped) continue;
      const auto* const called = attribute_of<ComputationId>(instruction, AttributeKey::kCalls);
      if (called == nullptr) continue;
      auto& first = starts[index_of(*called)];
      if (!first) {
        first = i;
        continue;
      }
      return fail(
          {.code = "hlo.attribute",
           .message = fmt::format("both {} and {} start the computation {}", module_[*first].name,
                                  instruction.name, module_[*called].name),
           .span = instruction.place,
           .help = "give each async-start a computation of its own"});
    }
  }
  return {};
}

Status Reader::check_collective(const Draft& draft) {
  const NewInstruction& made = draft.made;
  const Opcode opcode = attribute_opcode(made);
  if (opcode != Opcode::kAllReduce && opcode != Opcode::kAllReduceStart &&
      opcode != Opcode::kReduceScatter) {
    return {};
  }
  const auto* const global = find<bool>(made, AttributeKey::kUseGlobalDeviceIds);
  const bool needs_channel = global != nullptr && *global && !has(made, AttributeKey::kMode);
  if (!needs_channel || has(made, AttributeKey::kChannelId)) return {};
  return wrong(draft, "hlo.attribute",
               fmt::format("{} with use_global_device_ids needs a channel_id", name_of(opcode)),
               "add channel_id=1: global ids number the devices of all partitions");
}

/// send-done and recv-done have the channel of what they end.
Status Reader::check_channel(const Draft& draft) {
  const NewInstruction& made = draft.made;
  if (made.opcode != Opcode::kSendDone && made.opcode != Opcode::kRecvDone) return {};
  const Instruction& begun = module_[made.operands[0]];
  if (begun.opcode != Opcode::kSend && begun.opcode != Opcode::kRecv) return {};
  const auto* const own = find<std::int64_t>(made, AttributeKey::kChannelId);
  const auto* const first = attribute_of<std::int64_t>(begun, AttributeKey::kChannelId);
  const bool same = own == nullptr || first == nullptr ? own == first : *own == *first;
  if (same) return {};
  return wrong(draft, "hlo.attribute",
               fmt::format("{} {} does not have the channel_id of {}", name_of(made.opcode),
                           draft.name, begun.name));
}

/// A layout for each operand, of its shape.
Status Reader::check_custom_call(const Draft& draft) {
  const NewInstruction& made = draft.made;
  const auto* const shapes = find<Shapes>(made, AttributeKey::kOperandLayoutConstraints);
  if (shapes == nullptr) return {};
  if (shapes->size() != made.operands.size()) {
    return wrong(draft, "hlo.attribute",
                 fmt::format("operand_layout_constraints has {} shapes for {} operands",
                             shapes->size(), made.operands.size()),
                 "write a shape with a layout for each operand");
  }
  for (std::size_t i = 0; i < shapes->size(); ++i) {
    const Shape& wanted = module_.shape((*shapes)[i]);
    const Shape& operand = module_.shape_of(made.operands[i]);
    if (notation::xla::equal(wanted, operand, notation::xla::kCompatible)) continue;
    return wrong(draft, "hlo.attribute",
                 fmt::format("operand_layout_constraints has {} for operand {}, which is {}",
                             print(wanted), i, print(operand)));
  }
  return {};
}

/// A reshape keeps the number of elements.
Status Reader::check_reshape(const Draft& draft) {
  if (draft.made.opcode != Opcode::kReshape) return {};
  const Shape& shape = module_.shape(*draft.shape);
  const Shape& from = module_.shape_of(draft.made.operands[0]);
  const auto a = element_count(from);
  const auto b = element_count(shape);
  if (!a || !b || *a == *b) return {};
  return wrong(draft, "hlo.shape",
               fmt::format("a reshape of {} with {} elements to {} with {}", print(from), *a,
                           print(shape), *b));
}

/// A tuple has the elements that are taken from it, and those that are put into it.
Status Reader::check_elements(const Draft& draft) {
  const NewInstruction& made = draft.made;
  if (made.opcode == Opcode::kTuple) {
    const Shape& shape = module_.shape(*draft.shape);
    const bool fits =
        shape.type == PrimitiveType::kTuple && shape.elements.size() == made.operands.size();
    if (fits) return {};
    return wrong(
        draft, "hlo.operands",
        fmt::format("a tuple of {} operands is not {}", made.operands.size(), print(shape)));
  }
  if (made.opcode != Opcode::kGetTupleElement) return {};
  const Shape& tuple = module_.shape_of(made.operands[0]);
  const auto* const index = find<std::int64_t>(made, AttributeKey::kIndex);
  const auto size = static_cast<std::int64_t>(tuple.elements.size());
  const bool inside = index != nullptr && *index >= 0 && *index < size;
  if (tuple.type == PrimitiveType::kTuple && inside) return {};
  return wrong(
      draft, "hlo.shape",
      fmt::format("there is no element {} in {}", index == nullptr ? 0 : *index, print(tuple)));
}

Status Reader::check_replication(const Draft& draft) {
  const auto* const flags = find<Bools>(draft.made, AttributeKey::kParameterReplication);
  if (flags == nullptr) return {};
  const std::size_t leaves = leaf_count(module_.shape(*draft.shape));
  if (flags->size() == leaves) return {};
  return wrong(draft, "hlo.attribute",
               fmt::format("parameter_replication has {} values for {} array{}", flags->size(),
                           leaves, leaves == 1 ? "" : "s"));
}

Status Reader::check_reading(const Draft& draft) {
  TILEGLOT_TRY_STATUS(check_reshape(draft));
  TILEGLOT_TRY_STATUS(check_elements(draft));
  TILEGLOT_TRY_STATUS(check_asynchronous(draft));
  TILEGLOT_TRY_STATUS(check_collective(draft));
  TILEGLOT_TRY_STATUS(check_channel(draft));
  TILEGLOT_TRY_STATUS(check_custom_call(draft));
  return check_replication(draft);
}

}  // namespace tileglot::hlo
