// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/tensor_type.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Span;

struct TypeWord {
  std::string_view word;
  TypeKind kind;
};

/// Longer words come before their prefixes.
constexpr std::array kWords = {
    TypeWord{"tensor<", TypeKind::kTensor},
    TypeWord{"!ttg.memdesc<", TypeKind::kMemory},
    TypeWord{"!tt.memdesc<", TypeKind::kMemory},
    TypeWord{"!triton_gpu.memdesc<", TypeKind::kMemory},
    TypeWord{"!tt.tensordesc<", TypeKind::kDescriptor},
    TypeWord{"!ttng.tensordesc_im2col<", TypeKind::kDescriptor},
};

constexpr std::size_t kMaxSizes = 64;
constexpr std::size_t kMaxNesting = 64;
constexpr std::size_t kMaxPartBytes = std::size_t{1} << 16;

const TypeWord* word_at(Scanner& scanner) {
  const auto found = std::ranges::find_if(
      kWords, [&](const TypeWord& word) { return scanner.looking_at(word.word); });
  return found == kWords.end() ? nullptr : &*found;
}

bool opens(char c) { return c == '<' || c == '[' || c == '(' || c == '{'; }
bool closes(char c) { return c == '>' || c == ']' || c == ')' || c == '}'; }

/// The text up to a ',' or closing bracket that belongs to the type around it.
std::string_view text_of_part(Scanner& scanner) {
  scanner.skip_space();
  const std::string_view rest = scanner.text().substr(scanner.position());
  std::size_t depth = 0;
  std::size_t end = 0;
  for (; end < rest.size() && end < kMaxPartBytes; ++end) {
    const char c = rest[end];
    if (depth == 0 && (c == ',' || closes(c))) break;
    if (opens(c)) ++depth;
    if (closes(c)) --depth;
    if (depth > kMaxNesting) break;
  }
  scanner.rewind(scanner.position() + end);
  std::string_view part = rest.substr(0, end);
  while (!part.empty() && (part.back() == ' ' || part.back() == '\n')) part.remove_suffix(1);
  return part;
}

core::Error no_size(Span span, std::string_view found) {
  return {{.code = "triton.type",
           .message = fmt::format("a size of a shape is a number below 2^63, not '{}'", found),
           .span = span,
           .help = "write tensor<16x32xf16>: sizes and the element type with x between them"}};
}

/// Takes repeated digits followed by an 'x'; the rest is the element type.
Result<std::string_view> take_sizes(std::string_view part, std::size_t begin, Numbers& shape) {
  while (!part.empty() && part[0] >= '0' && part[0] <= '9') {
    std::int64_t size = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), size);
    const auto length = static_cast<std::size_t>(read.ptr - part.data());
    const bool good = read.ec == std::errc() && length < part.size() && part[length] == 'x';
    if (!good || shape.size() == kMaxSizes) {
      return fail(no_size({begin, begin + length}, part.substr(0, length)));
    }
    shape.push_back(size);
    begin += length + 1;
    part.remove_prefix(length + 1);
  }
  return part;
}

/// Reads "64x32"; nullopt for a word.
std::optional<Numbers> allocation_of(std::string_view part) {
  Numbers sizes;
  const std::string closed = fmt::format("{}x", part);
  const auto rest = take_sizes(closed, 0, sizes);
  return rest && rest->empty() && !sizes.empty() ? std::optional(sizes) : std::nullopt;
}

/// The first digits of "f8E4M3FN", "bf16", "i1"; 64 for pointers and indices.
std::optional<std::int64_t> bits_of(std::string_view element) {
  if (element.starts_with("!tt.ptr<") || element == "index") return 64;
  if (element.starts_with("tf")) return 32;
  const std::size_t digits = element.find_first_of("0123456789");
  const bool named = digits > 0 && digits <= 2 && digits != std::string_view::npos;
  if (!named) return std::nullopt;
  std::int64_t bits = 0;
  const auto read = std::from_chars(element.data() + digits, element.data() + element.size(), bits);
  if (read.ec != std::errc() || bits <= 0) return std::nullopt;
  return bits;
}

bool is_word(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Accepts a type of another dialect or a word with a known width, not a malformed size.
core::Status check_element(std::string_view element, std::optional<std::int64_t> bits,
                           std::size_t begin) {
  if (element.starts_with('!') || (is_word(element) && element[0] != 'x' && bits)) return {};
  return fail({.code = "triton.type",
               .message = fmt::format("'{}' is not an element type", element.substr(0, 64)),
               .span = Span{begin, begin + std::max<std::size_t>(element.size(), 1)},
               .help =
                   "write tensor<16x32xf16>: sizes, which are numbers, and an element type such "
                   "as f16, i32 or f8E5M2, with x between them"});
}

}  // namespace

bool at_tensor_type(Scanner& scanner) { return word_at(scanner) != nullptr; }

Result<TensorType> parse_tensor_type_at(Scanner& scanner) {
  const TypeWord* word = word_at(scanner);
  if (word == nullptr) {
    return fail({.code = "triton.type",
                 .message = fmt::format("expected a type, found {}", scanner.found()),
                 .span = scanner.here(),
                 .help = "write tensor<16x32xf16>, !ttg.memdesc<64x64xf16> or "
                         "!tt.tensordesc<128x64xf16>"});
  }
  scanner.accept(word->word);
  TensorType type{.kind = word->kind};
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view part = text_of_part(scanner);
  TILEGLOT_TRY(element, take_sizes(part, begin, type.shape));
  type.element = std::string(element);
  type.element_bits = bits_of(element);
  TILEGLOT_TRY_STATUS(
      check_element(element, type.element_bits, begin + part.size() - element.size()));
  if (scanner.accept(",")) {
    scanner.skip_space();
    const std::size_t encoding_begin = scanner.position();
    type.encoding = std::string(text_of_part(scanner));
    type.encoding_span = Span{encoding_begin, encoding_begin + type.encoding.size()};
  }
  while (scanner.accept(",")) {  // memory space, mutable, allocation
    if (auto sizes = allocation_of(text_of_part(scanner))) type.allocation = std::move(sizes);
  }
  if (scanner.accept(">")) return type;
  return fail(
      {.code = "triton.type",
       .message = fmt::format("expected '>' at the end of the type, found {}", scanner.found()),
       .span = scanner.here(),
       .help = "write tensor<16x32xf16>: sizes and the element type with x between them"});
}

Result<TensorType> parse_tensor_type(std::string_view text) {
  Scanner scanner(text);
  TILEGLOT_TRY(type, parse_tensor_type_at(scanner));
  if (scanner.at_end()) return std::move(type);
  return fail({.code = "triton.type",
               .message = fmt::format("expected the end of the type, found {}", scanner.found()),
               .span = scanner.here()});
}

std::string print_shape_of(const TensorType& type) {
  constexpr std::array<std::string_view, 3> kNames = {"tensor", "!ttg.memdesc", "!tt.tensordesc"};
  const std::string allocation =
      type.allocation ? fmt::format(", {}", fmt::join(*type.allocation, "x")) : "";
  return fmt::format("{}<{}{}{}{}>", kNames[static_cast<std::size_t>(type.kind)],
                     fmt::join(type.shape, "x"), type.shape.empty() ? "" : "x", type.element,
                     allocation);
}

Numbers buffer_shape(const Encoding& encoding, const TensorType& type) {
  const Numbers& shape = type.allocation ? *type.allocation : type.shape;
  const auto extra = std::ssize(shape) - rank(encoding);
  const bool ring = type.kind == TypeKind::kMemory && extra == 1;
  return {shape.begin() + (ring ? 1 : 0), shape.end()};
}

}  // namespace tileglot::notation::triton
