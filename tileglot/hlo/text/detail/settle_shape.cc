// SPDX-License-Identifier: Apache-2.0
// The shape of an instruction: stated, or inferred from its operands.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/infer_shape.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/text/detail/reader.h"
#include "tileglot/hlo/text/detail/refuse.h"
#include "tileglot/hlo/text/limits.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Span;
using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// The number of shapes in a shape, itself included, and how deep its tuples nest.
struct TupleSize {
  std::size_t shapes = 1;
  std::size_t depth = 0;
};

TupleSize size_of(const Shape& shape) {
  TupleSize size;
  for (const Shape& element : shape.elements) {
    const TupleSize within = size_of(element);
    size.shapes += within.shapes;
    size.depth = std::max(size.depth, within.depth + 1);
  }
  return size;
}

Shape tuple_of(std::vector<Shape> elements) {
  return {.type = PrimitiveType::kTuple, .elements = std::move(elements)};
}

Shape token() { return {.type = PrimitiveType::kToken}; }

Shape scalar(PrimitiveType type) {
  return {.type = type, .layout = notation::xla::descending_layout(0)};
}

/// Whether XLA makes the shape of what goes to and comes from elsewhere, whatever the text states.
bool makes_shape(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAddDependency:
    case Opcode::kAfterAll:
    case Opcode::kInfeed:
    case Opcode::kOutfeed:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
    case Opcode::kSend:
    case Opcode::kSendDone: return true;
    default: return false;
  }
}

/// Its shape, given the first operand's and the stated one; nothing if it needs a tuple of one of
/// them that is not there.
std::optional<Shape> made_shape(Opcode opcode, const Shape* operand, const Shape& stated) {
  const auto first = [](const Shape* tuple) -> const Shape* {
    const bool has = tuple != nullptr && !tuple->elements.empty();
    return has ? tuple->elements.data() : nullptr;
  };
  switch (opcode) {
    case Opcode::kAddDependency: return *operand;
    case Opcode::kSend: return tuple_of({*operand, scalar(PrimitiveType::kU32), token()});
    case Opcode::kRecv:
      if (first(&stated) == nullptr) return std::nullopt;
      return tuple_of({*first(&stated), scalar(PrimitiveType::kU32), token()});
    case Opcode::kRecvDone:
      if (first(operand) == nullptr) return std::nullopt;
      return tuple_of({*first(operand), token()});
    case Opcode::kInfeed:
      if (first(&stated) == nullptr) return std::nullopt;
      return tuple_of({*first(&stated), token()});
    default: return token();
  }
}

}  // namespace

/// A tuple whose shape is not written may hold others twice, and nest deeper with each line.
Status Reader::check_tuple(const Draft& draft) {
  const Span place{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()};
  for (const InstructionId id : draft.made.operands) {
    const TupleSize size = size_of(module_.shape_of(id));
    if (size.depth >= kMaxNesting)
      return beyond_limit("tuples inside each other", kMaxNesting, place);
    inferred_shapes_ += size.shapes;
    if (inferred_shapes_ > kMaxInferredShapes)
      return beyond_limit("shapes in tuples that do not write them", kMaxInferredShapes, place);
  }
  return {};
}

/// What a send or an infeed gives is the same whatever shape is stated.
Status Reader::settle_transfer(Draft& draft) {
  if (draft.made.opcode == Opcode::kSend) TILEGLOT_TRY_STATUS(check_tuple(draft));
  const auto& operands = draft.made.operands;
  const Shape* const operand = operands.empty() ? nullptr : &module_.shape_of(operands[0]);
  const auto made = made_shape(draft.made.opcode, operand, module_.shape(*draft.shape));
  if (made) {
    draft.shape = module_.keep(*made);
    return {};
  }
  const bool of_operand = draft.made.opcode == Opcode::kRecvDone;
  return wrong(draft, "hlo.shape",
               fmt::format("{} {} needs a tuple that begins with the data, not {}",
                           name_of(draft.made.opcode), of_operand ? "of" : "makes",
                           print(of_operand ? *operand : module_.shape(*draft.shape))));
}

Status Reader::settle_shape(Draft& draft) {
  if (draft.shape) return makes_shape(draft.made.opcode) ? settle_transfer(draft) : Status{};
  if (draft.made.opcode == Opcode::kTuple) TILEGLOT_TRY_STATUS(check_tuple(draft));
  auto inferred =
      infer_unstated_shape(module_, draft.made.opcode, draft.made.operands, draft.made.attributes);
  const Span place{draft.opcode_begin, draft.opcode_begin + name_of(draft.made.opcode).size()};
  if (!inferred) {
    inferred.error()->span = place;
    return fail(std::move(inferred).error());
  }
  if (*inferred && !must_say_shape(draft.made.opcode)) {
    draft.shape = module_.keep(**inferred);
    return {};
  }
  return fail({.code = "hlo.shape",
               .message = fmt::format("the shape of {} {} does not follow from its operands",
                                      name_of(draft.made.opcode), draft.name),
               .span = place,
               .help = fmt::format("write it before the operation: f32[2] {}(..)",
                                   name_of(draft.made.opcode))});
}

}  // namespace tileglot::hlo
