// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/detail/verify_check.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {

using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

namespace {

std::string cited(std::string_view check) {
  return fmt::format("XLA's verifier refuses it in {}", check);
}

}  // namespace

tl::unexpected<core::Error> wrong_module(std::string_view check, std::string message) {
  return core::fail({.code = "hlo.verify", .message = std::move(message), .help = cited(check)});
}

tl::unexpected<core::Error> wrong(const Module& module, InstructionId id, std::string_view check,
                                  std::string message) {
  auto error = wrong_module(check, fmt::format("{}: {}", module[id].name, std::move(message)));
  if (module[id].place.end > 0) error.value()->span = module[id].place;
  return error;
}

tl::unexpected<core::Error> Subject::refuse(std::string_view check, std::string message) const {
  return wrong(module, id, check, std::move(message));
}

bool Subject::has(AttributeKey key) const {
  for (const Attribute& attribute : instruction().attributes) {
    if (attribute.key == key) return true;
  }
  return false;
}

bool compatible(const Shape& a, const Shape& b) {
  return notation::xla::equal(a, b, notation::xla::kCompatible);
}

bool is_scalar(const Shape& shape) { return is_array(shape) && shape.dimensions.empty(); }

bool is_signed(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kS1:
    case PrimitiveType::kS2:
    case PrimitiveType::kS4:
    case PrimitiveType::kS8:
    case PrimitiveType::kS16:
    case PrimitiveType::kS32:
    case PrimitiveType::kS64: return true;
    default: return is_complex(type) || notation::xla::is_floating_point(type);
  }
}

std::int64_t bits_of(PrimitiveType type) {
  const auto element = notation::xla::element_type_of(type);
  return element ? core::bits(*element) : 0;
}

Shape scalar_of(PrimitiveType type) { return {.type = type}; }

Shape token() { return {.type = PrimitiveType::kToken}; }

Shape tuple_of(std::span<const Shape> elements) {
  return {.type = PrimitiveType::kTuple, .elements = {elements.begin(), elements.end()}};
}

Shape one_or_tuple(const Subject& subject, std::size_t first, std::size_t last) {
  if (last == first + 1) return subject.operand(first);
  Shape result{.type = PrimitiveType::kTuple};
  for (std::size_t i = first; i < last; ++i) result.elements.push_back(subject.operand(i));
  return result;
}

Status expect_shape(const Subject& subject, std::string_view check, const Shape& expected) {
  if (compatible(expected, subject.shape())) return {};
  return subject.refuse(
      check, fmt::format("its shape is written as {}, and {} gives {}", print(subject.shape()),
                         subject.name(), print(expected)));
}

Status expect_arrays(const Subject& subject, std::string_view check) {
  for (std::size_t i = 0; i < subject.operand_count(); ++i) {
    if (is_array(subject.operand(i))) continue;
    return subject.refuse(check, fmt::format("{} of {}, which is not an array", subject.name(),
                                             print(subject.operand(i))));
  }
  return {};
}

Status expect_dimensions(const Subject& subject, std::string_view check, AttributeKey key,
                         std::size_t count) {
  std::vector<bool> seen(count);
  for (const std::int64_t number : subject.integers(key)) {
    const auto at = static_cast<std::size_t>(number);
    if (number < 0 || at >= count) {
      return subject.refuse(
          check, fmt::format("{} names {}, which is not below {}", name_of(key), number, count));
    }
    if (seen[at]) {
      return subject.refuse(check, fmt::format("{} names {} twice", name_of(key), number));
    }
    seen[at] = true;
  }
  return {};
}

}  // namespace tileglot::hlo
