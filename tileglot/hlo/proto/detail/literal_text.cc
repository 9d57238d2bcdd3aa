// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/literal_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/value_texts.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

/// How deep tuples of constants nest, and how many elements one has.
constexpr std::size_t kMaxTuples = 64;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 26;

/// Pairs of braces that an array may have, and more for each byte of its message: dimensions of size
/// 0 and 1 give any number of them to an array of few elements.
constexpr std::size_t kBraces = std::size_t{1} << 14;
constexpr std::size_t kBracesOfByte = 2;

enum class Stored : std::uint8_t { kNumbers, kWords, kPacked };

struct FieldRow {
  PrimitiveType type;
  std::uint32_t field;
  Stored stored;
};

constexpr std::array kRows = std::to_array<FieldRow>({
    {PrimitiveType::kPred, 2, Stored::kNumbers},
    {PrimitiveType::kS1, 30, Stored::kPacked},
    {PrimitiveType::kS2, 26, Stored::kPacked},
    {PrimitiveType::kS4, 21, Stored::kPacked},
    {PrimitiveType::kS8, 15, Stored::kPacked},
    {PrimitiveType::kS16, 17, Stored::kPacked},
    {PrimitiveType::kS32, 4, Stored::kNumbers},
    {PrimitiveType::kS64, 5, Stored::kNumbers},
    {PrimitiveType::kU1, 31, Stored::kPacked},
    {PrimitiveType::kU2, 27, Stored::kPacked},
    {PrimitiveType::kU4, 22, Stored::kPacked},
    {PrimitiveType::kU8, 3, Stored::kPacked},
    {PrimitiveType::kU16, 16, Stored::kPacked},
    {PrimitiveType::kU32, 6, Stored::kNumbers},
    {PrimitiveType::kU64, 7, Stored::kNumbers},
    {PrimitiveType::kF16, 11, Stored::kPacked},
    {PrimitiveType::kBf16, 13, Stored::kPacked},
    {PrimitiveType::kF32, 8, Stored::kWords},
    {PrimitiveType::kF64, 9, Stored::kWords},
    {PrimitiveType::kC64, 12, Stored::kWords},
    {PrimitiveType::kC128, 18, Stored::kWords},
    {PrimitiveType::kF4e2m1fn, 32, Stored::kPacked},
    {PrimitiveType::kF8e3m4, 29, Stored::kPacked},
    {PrimitiveType::kF8e4m3b11fnuz, 23, Stored::kPacked},
    {PrimitiveType::kF8e4m3fn, 20, Stored::kPacked},
    {PrimitiveType::kF8e4m3fnuz, 25, Stored::kPacked},
    {PrimitiveType::kF8e4m3, 28, Stored::kPacked},
    {PrimitiveType::kF8e5m2fnuz, 24, Stored::kPacked},
    {PrimitiveType::kF8e5m2, 19, Stored::kPacked},
    {PrimitiveType::kF8e8m0fnu, 33, Stored::kPacked},
});

const FieldRow* row_of(PrimitiveType type) {
  for (const FieldRow& row : kRows) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

std::vector<std::byte> as_bytes(std::string_view text) {
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

/// Elements of less than a byte as one byte each. They are packed, the first in the lowest bits, in
/// older messages, and have a byte each in newer ones.
std::vector<std::byte> narrow_elements(std::string_view text, PrimitiveType type,
                                       std::size_t count) {
  const int width = value_bits(type);
  const std::size_t per_byte = text.size() == count ? 1 : static_cast<std::size_t>(8 / width);
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < count && i / per_byte < text.size(); ++i) {
    const auto whole = static_cast<std::uint8_t>(text[i / per_byte]);
    const int shift = static_cast<int>(i % per_byte) * width;
    bytes.push_back(static_cast<std::byte>(whole >> shift & ((1 << width) - 1)));
  }
  return bytes;
}

/// The elements as element_value.h stores them, in the order of the message.
Result<std::vector<std::byte>> stored_elements(const Message& literal, PrimitiveType type,
                                               const FieldRow& row, std::size_t count) {
  if (row.stored == Stored::kWords) return literal.words(row.field);
  if (row.stored == Stored::kPacked) {
    const std::string_view text = literal.text(row.field);
    return value_bits(type) < 8 ? narrow_elements(text, type, count) : as_bytes(text);
  }
  TILEGLOT_TRY(numbers, literal.numbers(row.field));
  const std::size_t size = stored_bytes(type);
  std::vector<std::byte> bytes(numbers.size() * size);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    store_integer(type, numbers[i], bytes.data() + i * size);
  }
  return bytes;
}

/// The mantissa of a nan that is not the usual one.
std::string payload(PrimitiveType type, const std::byte* element) {
  const auto format = float_format(type);
  if (!format || format->nan != NanPattern::kLargestExponent) return {};
  const std::uint64_t mantissa =
      load_bits(type, element) & ((std::uint64_t{1} << format->mantissa_bits) - 1);
  if (mantissa == std::uint64_t{1} << (format->mantissa_bits - 1)) return {};
  return fmt::format("(0x{:x})", mantissa);
}

std::string float_text(PrimitiveType type, const std::byte* element) {
  const double value = load_float(type, element);
  const char* const sign = std::signbit(value) ? "-" : "";
  if (std::isnan(value)) return fmt::format("{}nan{}", sign, payload(type, element));
  if (std::isinf(value)) return fmt::format("{}inf", sign);
  return value == 0 ? fmt::format("{}0.0", sign) : fmt::format("{}", value);
}

std::string element_text(PrimitiveType type, const std::byte* element) {
  if (is_complex(type)) {
    const PrimitiveType part =
        type == PrimitiveType::kC64 ? PrimitiveType::kF32 : PrimitiveType::kF64;
    return fmt::format("({}, {})", float_text(part, element),
                       float_text(part, element + stored_bytes(part)));
  }
  if (notation::xla::is_floating_point(type)) return float_text(type, element);
  const std::int64_t value = load_integer(type, element);
  if (type == PrimitiveType::kPred) return value != 0 ? "true" : "false";
  if (is_unsigned(type)) return fmt::format("{}", static_cast<std::uint64_t>(value));
  return fmt::format("{}", value);
}

core::Error wrong_literal(const Shape& shape, std::string_view why) {
  return {{.code = "hlo.proto",
           .message = fmt::format("the constant of shape {} {}", print(shape), why),
           .help = "the message is damaged, or was written by another version"}};
}

/// An array, whose elements are visited in logical order. Stops where the text becomes too long.
class ArrayText {
 public:
  ArrayText(const Shape& shape, std::vector<std::byte> bytes, std::string& out)
      : shape_(shape), bytes_(std::move(bytes)), out_(out) {
    for (const auto& dimension : shape.dimensions) bounds_.push_back(*dimension.bound);
    steps_.resize(bounds_.size(), 1);
    if (bytes_.empty()) return;  // no element is visited, and steps may not fit
    std::int64_t step = 1;
    for (const std::int64_t d : order()) {
      steps_[static_cast<std::size_t>(d)] = step;
      step *= bounds_[static_cast<std::size_t>(d)];
    }
  }

  Status append() {
    append_part(0, 0);
    return check_text_size(out_.size());
  }

 private:
  /// The dimensions, fastest first.
  std::vector<std::int64_t> order() const {
    if (shape_.layout) {
      return {shape_.layout->minor_to_major.begin(), shape_.layout->minor_to_major.end()};
    }
    std::vector<std::int64_t> row_major;
    for (std::size_t d = bounds_.size(); d-- > 0;) {
      row_major.push_back(static_cast<std::int64_t>(d));
    }
    return row_major;
  }

  /// The recursion is as deep as the shape has dimensions, which the reader of shapes limits.
  void append_part(std::size_t d, std::int64_t at) {
    if (out_.size() > kMaxTranscriptBytes) return;
    if (d == bounds_.size()) {
      const std::size_t size = stored_bytes(shape_.type);
      out_ += element_text(shape_.type, bytes_.data() + static_cast<std::size_t>(at) * size);
      return;
    }
    out_ += '{';
    for (std::int64_t i = 0; i < bounds_[d]; ++i) {
      if (i > 0) out_ += ", ";
      append_part(d + 1, at + i * steps_[d]);
    }
    out_ += '}';
  }

  const Shape& shape_;
  std::vector<std::byte> bytes_;
  std::string& out_;
  std::vector<std::int64_t> bounds_ = {};
  std::vector<std::int64_t> steps_ = {};
};

struct Count {
  std::int64_t elements = 1;
  std::int64_t braces = 0;  ///< pairs of them
};

/// nullopt where they cannot be counted.
std::optional<Count> count_of(const Shape& shape) {
  Count count;
  for (const auto& dimension : shape.dimensions) {
    count.braces = core::saturating_add(count.braces, count.elements);
    if (!dimension.bound ||
        !core::multiply_fits(count.elements, *dimension.bound, count.elements)) {
      return std::nullopt;
    }
  }
  return count;
}

core::Error too_large(std::string_view what, std::int64_t count, std::int64_t limit) {
  return {{.code = "hlo.limit",
           .message = fmt::format("a constant has {} {}, and at most {} are read from a message",
                                  count, what, limit),
           .help = "print the module with its constants elided, and read the text"}};
}

bool is_order(const Shape& shape) {
  if (!shape.layout) return true;
  std::vector<bool> seen(shape.dimensions.size());
  for (const std::int64_t d : shape.layout->minor_to_major) {
    if (d < 0 || static_cast<std::size_t>(d) >= seen.size() || seen[static_cast<std::size_t>(d)]) {
      return false;
    }
    seen[static_cast<std::size_t>(d)] = true;
  }
  return shape.layout->minor_to_major.size() == seen.size();
}

Status append_array(const Message& literal, const Shape& shape, std::string& out) {
  const FieldRow* const row = row_of(shape.type);
  if (row == nullptr) return fail(wrong_literal(shape, "has no elements that a text can hold"));
  const auto count = count_of(shape);
  if (!count || !is_order(shape)) {
    return fail(wrong_literal(shape, "has a shape that no constant has"));
  }
  if (count->elements > kMaxElements) {
    return fail(too_large("elements", count->elements, kMaxElements));
  }
  const auto most_braces =
      static_cast<std::int64_t>(kBraces + kBracesOfByte * literal.size_bytes());
  if (count->braces > most_braces) {
    return fail(too_large("pairs of braces", count->braces, most_braces));
  }
  const auto elements = static_cast<std::size_t>(count->elements);
  TILEGLOT_TRY(bytes, stored_elements(literal, shape.type, *row, elements));
  const std::size_t size = stored_bytes(shape.type);
  if (bytes.size() / size != elements || bytes.size() % size != 0) {
    return fail(wrong_literal(shape, fmt::format("has {} bytes in the message, and {} elements of "
                                                 "{}",
                                                 bytes.size(), elements, size)));
  }
  return ArrayText(shape, std::move(bytes), out).append();
}

/// The recursion is at most kMaxTuples deep.
Status append_nested(const Message& literal, std::size_t depth, std::string& out) {
  TILEGLOT_TRY(shape, notation::xla::shape_from_wire(literal.text(kLiteralShape)));
  if (shape.type != PrimitiveType::kTuple) return append_array(literal, shape, out);
  if (depth == kMaxTuples) return fail(wrong_literal(shape, "nests too deep"));
  out += '(';
  TILEGLOT_TRY(elements, literal.messages(kTupleLiterals));
  for (const Message& element : elements) {
    if (&element != elements.data()) out += ", ";
    TILEGLOT_TRY_STATUS(append_nested(element, depth + 1, out));
  }
  out += ')';
  return {};
}

}  // namespace

Status append_literal(const Message& literal, std::string& out) {
  return append_nested(literal, 0, out);
}

}  // namespace tileglot::hlo
