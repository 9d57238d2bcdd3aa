// SPDX-License-Identifier: Apache-2.0
// What any operation may carry: unbounded dimensions, a sharding, an origin, a mix of precisions.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/validate.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::ShardingKind;

bool is_unbounded(const Shape& shape) {
  return std::ranges::any_of(shape.dimensions, [](const auto& d) { return !d.bound; }) ||
         std::ranges::any_of(shape.elements, is_unbounded);
}

Status verify_bounds(const Subject& subject) {
  if (!is_unbounded(subject.shape())) return {};
  return subject.refuse("ShapeVerifier::Preprocess",
                        fmt::format("{} has a dimension without a bound", print(subject.shape())));
}

bool names_no_device(const Sharding& sharding) {
  return (sharding.kind == ShardingKind::kMaximal && sharding.device < 0) ||
         std::ranges::any_of(sharding.tiles.devices, [](auto device) { return device < 0; }) ||
         std::ranges::any_of(sharding.elements, names_no_device);
}

/// One sharding of a tuple is that of each of its leaves.
Status validate_leaves(const Sharding& sharding, const Shape& shape) {
  if (shape.type != PrimitiveType::kTuple || sharding.kind == ShardingKind::kTuple) {
    return notation::xla::validate_sharding(sharding, shape);
  }
  for (const Shape& element : shape.elements) {
    TILEGLOT_TRY_STATUS(validate_leaves(sharding, element));
  }
  return {};
}

Status verify_sharding(const Subject& subject) {
  constexpr std::string_view kCheck = "HloSharding::Validate";
  const auto* const sharding =
      attribute_of<Shared<Sharding>>(subject.instruction(), AttributeKey::kSharding);
  if (sharding == nullptr || subject.shape().type == PrimitiveType::kToken) return {};
  if (names_no_device(**sharding)) return subject.refuse(kCheck, "its sharding names a device < 0");
  auto fits = validate_leaves(**sharding, subject.shape());
  if (fits) return {};
  return subject.refuse(kCheck, std::move(fits).error()->message);
}

/// Reads one origin, such as ({"a"},{"b"}), beside the shape that it must have the tuples of.
class OriginReader {
 public:
  explicit OriginReader(std::string_view text) : text_(text) {}

  /// Whether the text has a leaf for each leaf of the shape, in the same tuples.
  bool matches(const Shape& shape) { return node(shape, 0) && (skip(), at_ == text_.size()); }

 private:
  static constexpr int kDepth = 64;

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool take(char wanted) {
    skip();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool node(const Shape& shape, int depth) {
    if (depth > kDepth) return false;
    if (shape.type != PrimitiveType::kTuple || shape.elements.empty()) return leaf();
    if (!take('(')) return false;
    for (std::size_t i = 0; i < shape.elements.size(); ++i) {
      if (i > 0 && !take(',')) return false;
      if (!node(shape.elements[i], depth + 1)) return false;
    }
    return take(')');
  }

  /// `{..}`, whatever is in it; quoted braces do not count.
  bool leaf() {
    if (!take('{')) return take('(') && take(')');
    int open = 1;
    bool quoted = false;
    for (; at_ < text_.size() && open > 0; ++at_) {
      const char c = text_[at_];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    return open == 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

Status verify_origin(const Subject& subject) {
  std::string_view text = text_of(subject.instruction(), AttributeKey::kOrigin);
  if (text.size() < 2 || text.find("synthetic") != std::string_view::npos) return {};
  text = text.substr(1, text.size() - 2);
  if (OriginReader(text).matches(subject.shape())) return {};
  return subject.refuse("VerifyOriginalValue", fmt::format("origin={{{}}} has other tuples than {}",
                                                           text, print(subject.shape())));
}

/// Operations that carry their operands through, or compute in a type of their own.
bool mixes_precision(Opcode opcode) {
  switch (opcode) {
    case Opcode::kCall:
    case Opcode::kConditional:
    case Opcode::kConstant:
    case Opcode::kConvolution:
    case Opcode::kDot:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot:
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kAllReduceDone:
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kAllGatherDone:
    case Opcode::kAsyncDone:
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncStart:
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kCopyDone:
    case Opcode::kCopyStart:
    case Opcode::kCustomCall:
    case Opcode::kDomain:
    case Opcode::kFusion:
    case Opcode::kGetTupleElement:
    case Opcode::kOptBarrier:
    case Opcode::kInfeed:
    case Opcode::kOutfeed:
    case Opcode::kParameter:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
    case Opcode::kReducePrecision:
    case Opcode::kReduceWindow:
    case Opcode::kSend:
    case Opcode::kSendDone:
    case Opcode::kSort:
    case Opcode::kTuple:
    case Opcode::kWhile:
    // Their shapes are checked without looking at precision.
    case Opcode::kBitcast:
    case Opcode::kBroadcast:
    case Opcode::kReshape:
    case Opcode::kDynamicReshape:
    case Opcode::kRng:
    case Opcode::kRngBitGenerator:
    case Opcode::kScan: return true;
    default: return false;
  }
}

/// The floating point types in `shape` are `first`, which is set at the first one.
bool has_one_precision(const Shape& shape, std::optional<PrimitiveType>& first) {
  if (notation::xla::is_floating_point(shape.type)) {
    if (!first) first = shape.type;
    if (shape.type != *first) return false;
  }
  return std::ranges::all_of(shape.elements,
                             [&first](const Shape& s) { return has_one_precision(s, first); });
}

Status verify_precision(const Subject& subject) {
  if (mixes_precision(subject.opcode())) return {};
  std::optional<PrimitiveType> first;
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    if (has_one_precision(subject.operand(i), first)) continue;
    return subject.refuse("CheckMixedPrecisionOperands",
                          fmt::format("{} of floats of different types, {} among them",
                                      subject.name(), print(subject.operand(i))));
  }
  return {};
}

}  // namespace

Status verify_annotations(const Subject& subject) {
  TILEGLOT_TRY_STATUS(verify_bounds(subject));
  TILEGLOT_TRY_STATUS(verify_sharding(subject));
  TILEGLOT_TRY_STATUS(verify_origin(subject));
  return verify_precision(subject);
}

}  // namespace tileglot::hlo
