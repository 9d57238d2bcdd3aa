// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_instruction.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// The types before and after a transform; nothing where `from` cannot be transformed.
std::optional<PrimitiveType> transformed(std::string_view kind, PrimitiveType from) {
  const bool wide = from == PrimitiveType::kC128 || from == PrimitiveType::kF64;
  if (kind == "RFFT") {
    if (from != PrimitiveType::kF32 && from != PrimitiveType::kF64) return std::nullopt;
    return wide ? PrimitiveType::kC128 : PrimitiveType::kC64;
  }
  if (!is_complex(from)) return std::nullopt;
  if (kind == "IRFFT") return wide ? PrimitiveType::kF64 : PrimitiveType::kF32;
  return from;
}

}  // namespace

Status verify_fft(const Subject& subject) {
  if (subject.opcode() != Opcode::kFft) return {};
  constexpr std::string_view kCheck = "ShapeInference::InferFftShape";
  const Shape& from = subject.operand(0);
  const Ints& lengths = subject.integers(AttributeKey::kFftLength);
  const std::string_view kind = text_of(subject.instruction(), AttributeKey::kFftType);
  const auto type = transformed(kind, from.type);
  const auto refuse = [&] {
    return subject.refuse(kCheck, fmt::format("{} over the last {} dimensions of {}", kind,
                                              lengths.size(), print(from)));
  };
  if (!type || lengths.empty() || lengths.size() > 3 || lengths.size() > rank(from)) {
    return refuse();
  }
  Shape result = from;
  result.type = *type;
  if (kind == "FFT" || kind == "IFFT") return expect_shape(subject, kCheck, result);
  const std::size_t first = rank(from) - lengths.size();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const bool halved = i + 1 == lengths.size();
    const std::int64_t half = lengths[i] / 2 + 1;
    const std::int64_t wanted = kind == "IRFFT" && halved ? half : lengths[i];
    auto& bound = result.dimensions[first + i].bound;
    const bool empty = bound == 0;
    const bool fits = !bound || *bound == wanted || (empty && lengths[i] == 0);
    if (!fits) return refuse();
    if (kind == "RFFT" && halved && !empty) bound = half;
    if (kind == "IRFFT" && halved) bound = lengths[i];
  }
  return expect_shape(subject, kCheck, result);
}

}  // namespace tileglot::hlo
