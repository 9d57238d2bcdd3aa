// SPDX-License-Identifier: Apache-2.0
// collective-permute and its pair: which device sends to which, and the form that writes into a
// given buffer.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

bool is_tuple(const Shape& shape) { return shape.type == PrimitiveType::kTuple; }

/// The form with input, output, and where each device reads and writes.
bool is_in_place(const Subject& subject) { return subject.has(AttributeKey::kSliceSizes); }

constexpr std::string_view kInPlace = "CheckInplaceCollectivePermute";

/// A tuple of scalars, one for each dimension, or a tuple of such tuples.
bool indexes(const Shape& offset, const Shape& buffer) {
  if (!is_tuple(offset) || offset.elements.empty()) return is_tuple(offset) && rank(buffer) == 0;
  if (std::ranges::all_of(offset.elements, is_tuple)) {
    return std::ranges::all_of(offset.elements, [&buffer](const Shape& one) {
      return one.elements.size() == rank(buffer);
    });
  }
  return std::ranges::all_of(offset.elements, notation::xla::is_array) &&
         offset.elements.size() == rank(buffer);
}

bool all_index(const Shape& offsets, const Shape& buffers) {
  if (!is_tuple(buffers)) return indexes(offsets, buffers);
  if (!is_tuple(offsets) || offsets.elements.size() != buffers.elements.size()) return false;
  for (std::size_t i = 0; i < buffers.elements.size(); ++i) {
    if (!indexes(offsets.elements[i], buffers.elements[i])) return false;
  }
  return true;
}

Status verify_in_place(const Subject& subject) {
  if (subject.operand_count() != 4) {
    return subject.refuse(kInPlace, fmt::format("{} operands instead of input, output and where "
                                                "each is read and written",
                                                subject.operand_count()));
  }
  const Shape& input = subject.operand(0);
  const Shape& output = subject.operand(1);
  const bool alike = is_tuple(input)
                         ? is_tuple(output) && input.elements.size() == output.elements.size()
                         : is_array(input) && is_array(output);
  if (!alike) {
    return subject.refuse(
        kInPlace, fmt::format("input {} and output {} do not match", print(input), print(output)));
  }
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    if (all_index(subject.operand(i + 2), subject.operand(i))) continue;
    return subject.refuse(kInPlace,
                          fmt::format("the indices {} do not number the dimensions of {}",
                                      print(subject.operand(i + 2)), print(subject.operand(i))));
  }
  return {};
}

/// How often a device may send or receive: once, or once for each slice.
std::int64_t allowed_count(const Subject& subject) {
  if (!is_in_place(subject)) return 1;
  const Shape& indices = subject.operand(2);
  if (is_array(subject.operand(0))) return static_cast<std::int64_t>(indices.elements.size());
  if (indices.elements.empty()) return 1;
  return static_cast<std::int64_t>(indices.elements[0].elements.size());
}

Status verify_ends(const Subject& subject, bool targets, std::int64_t limit) {
  constexpr std::string_view kCheck = "CheckDuplicatedSourceOrTarget";
  const auto* const pairs =
      attribute_of<Pairs>(subject.instruction(), AttributeKey::kSourceTargetPairs);
  if (pairs == nullptr) return {};
  const std::string_view what = targets ? "target" : "source";
  const std::int64_t allowed = allowed_count(subject);
  std::unordered_map<std::int64_t, std::int64_t> seen;
  for (const auto& [source, target] : *pairs) {
    const std::int64_t device = targets ? target : source;
    if (device < 0 || (limit > 1 && device >= limit)) {
      return subject.refuse(
          kCheck, fmt::format("the {} {} of a pair is not one of {} devices", what, device, limit));
    }
    if (++seen[device] <= allowed) continue;
    return subject.refuse(kCheck,
                          fmt::format("the {} {} appears more than {} in its pairs", what, device,
                                      allowed == 1 ? "once" : fmt::format("{} times", allowed)));
  }
  return {};
}

Status verify_pairs_of_devices(const Subject& subject) {
  const ModuleHeader& header = subject.module.header;
  const std::int64_t limit =
      subject.has(AttributeKey::kChannelId) ? header.partition_count : header.replica_count;
  TILEGLOT_TRY_STATUS(verify_ends(subject, false, limit));
  return verify_ends(subject, true, limit);
}

Shape result_of(const Subject& subject) {
  return is_in_place(subject) ? subject.operand(1)
                              : one_or_tuple(subject, 0, subject.operand_count());
}

Status verify_start(const Subject& subject) {
  const Shape& shape = subject.shape();
  std::vector<Shape> expected{
      is_in_place(subject) ? subject.operand(0) : one_or_tuple(subject, 0, subject.operand_count()),
      result_of(subject)};
  for (std::size_t i = 2; is_tuple(shape) && i < shape.elements.size(); ++i) {
    expected.push_back(shape.elements[i]);
  }
  return expect_shape(subject, "ShapeVerifier::HandleCollectivePermuteStart", tuple_of(expected));
}

Status verify_permute_done(const Subject& subject) {
  constexpr std::string_view kCheck = "ShapeVerifier::HandleCollectivePermuteDone";
  const Shape& operand = subject.operand(0);
  if (is_tuple(operand) && operand.elements.size() > 1) {
    return expect_shape(subject, kCheck, operand.elements[1]);
  }
  return subject.refuse(
      kCheck, fmt::format("its operand is {}, not a tuple with the result", print(operand)));
}

}  // namespace

Status verify_collective_permute(const Subject& subject) {
  const Opcode opcode = subject.opcode();
  if (opcode == Opcode::kCollectivePermuteDone) return verify_permute_done(subject);
  if (opcode != Opcode::kCollectivePermute && opcode != Opcode::kCollectivePermuteStart) return {};
  if (is_in_place(subject)) TILEGLOT_TRY_STATUS(verify_in_place(subject));
  TILEGLOT_TRY_STATUS(verify_pairs_of_devices(subject));
  if (opcode == Opcode::kCollectivePermuteStart) return verify_start(subject);
  return expect_shape(subject, "ShapeVerifier::HandleCollectivePermute", result_of(subject));
}

}  // namespace tileglot::hlo
