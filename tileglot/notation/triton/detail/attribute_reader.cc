// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/detail/attribute_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

constexpr std::size_t kMaxListDepth = 8;  // bases in a list in a dictionary in a dictionary
constexpr std::size_t kMaxKeys = 64;
constexpr std::size_t kMaxItems = std::size_t{1} << 16;  // of lists, in one body

Status check_count(core::Scanner& scanner, std::size_t count, std::size_t most,
                   std::string_view what) {
  if (count < most) return {};
  return fail({.code = "triton.too_large",
               .message = fmt::format("an encoding has at most {} {}", most, what),
               .span = scanner.here()});
}

Status check_depth(core::Scanner& scanner, std::size_t depth) {
  if (depth < kMaxListDepth) return {};
  return fail({.code = "triton.too_large",
               .message = fmt::format("lists and dictionaries are nested {} deep, and no encoding "
                                      "has more than {}",
                                      depth + 1, kMaxListDepth),
               .span = scanner.here()});
}

core::Error not_an_integer(Span span, std::string_view what) {
  return {{.code = "triton.value",
           .message = fmt::format("{} is not an integer", what),
           .span = span,
           .help = "the parameters of encodings are whole numbers, flags and lists of numbers"}};
}

}  // namespace

core::Error expected(core::Scanner& scanner, std::string_view what) {
  return {{.code = "triton.syntax",
           .message = fmt::format("expected {}, found {}", what, scanner.found()),
           .span = scanner.here()}};
}

Status AttributeReader::expect(std::string_view token, std::string_view where) {
  if (scanner_.accept(token)) return {};
  return fail(expected(scanner_, fmt::format("'{}' {}", token, where)));
}

Result<AttributeBody> AttributeReader::body() {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  TILEGLOT_TRY_STATUS(expect("<", "after the encoding's name"));
  AttributeBody body;
  TILEGLOT_TRY_STATUS(paddings(body));
  if (scanner_.looking_at("{")) {
    body.has_braces = true;
    TILEGLOT_TRY_STATUS(braces(body.braced, 0));
    if (scanner_.accept(",")) TILEGLOT_TRY_STATUS(entry(body.bare, 0));
  } else if (!scanner_.looking_at(">")) {
    TILEGLOT_TRY_STATUS(entry(body.bare, 0));
  }
  while (scanner_.accept(",")) TILEGLOT_TRY_STATUS(entry(body.bare, 0));
  TILEGLOT_TRY_STATUS(expect(">", "at the end of the encoding"));
  body.span = scanner_.span_from(begin);
  return body;
}

/// [interval:+padding, ..]
Status AttributeReader::paddings(AttributeBody& body) {
  if (!scanner_.looking_at("[")) return {};
  const std::size_t begin = scanner_.position();
  scanner_.accept("[");
  do {
    TILEGLOT_TRY_STATUS(check_count(scanner_, items_++, kMaxItems, "entries of lists"));
    TILEGLOT_TRY(interval, digits());
    TILEGLOT_TRY_STATUS(expect(":", "after an interval of the padding"));
    TILEGLOT_TRY_STATUS(expect("+", "before the elements of a padding"));
    TILEGLOT_TRY(padding, digits());
    body.paddings.push_back({interval, padding});
  } while (scanner_.accept(","));
  TILEGLOT_TRY_STATUS(expect("]", "at the end of the paddings"));
  body.paddings_span = scanner_.span_from(begin);
  return {};
}

Status AttributeReader::braces(std::vector<AttributeValue>& entries, std::size_t depth) {
  TILEGLOT_TRY_STATUS(check_depth(scanner_, depth));
  scanner_.accept("{");
  if (scanner_.accept("}")) return {};
  do {
    TILEGLOT_TRY_STATUS(entry(entries, depth));
  } while (scanner_.accept(","));
  return expect("}", "at the end of the dictionary");
}

Status AttributeReader::entry(std::vector<AttributeValue>& entries, std::size_t depth) {
  TILEGLOT_TRY_STATUS(check_count(scanner_, entries.size(), kMaxKeys, "keys"));
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  const std::string_view key = scanner_.name();
  if (key.empty()) return fail(expected(scanner_, "a key"));
  const Span key_span = scanner_.span_from(begin);
  const bool twice = std::ranges::any_of(entries, [&](const auto& e) { return e.key == key; });
  if (twice) {
    return fail({.code = "triton.key_twice",
                 .message = fmt::format("the key {} is given twice", core::printable(key)),
                 .span = key_span});
  }
  TILEGLOT_TRY_STATUS(expect("=", "after a key"));
  TILEGLOT_TRY(read, value(depth));
  read.key = key;
  read.key_span = key_span;
  entries.push_back(std::move(read));
  return {};
}

Result<AttributeValue> AttributeReader::value(std::size_t depth) {
  const char next = scanner_.peek();
  const std::size_t begin = scanner_.position();
  if (next == '[') return list(depth);
  AttributeValue value;
  if (next == '{') {
    value.kind = ValueKind::kDictionary;
    TILEGLOT_TRY_STATUS(braces(value.items, depth + 1));
  } else if (next == '#') {
    value.kind = ValueKind::kEncoding;
    TILEGLOT_TRY(encoding, nested_(scanner_));
    value.encoding = std::move(encoding);
  } else if (next == '"') {
    return fail(not_an_integer(scanner_.here(), "a text in quotes"));
  } else if (next == '-' || (next >= '0' && next <= '9')) {
    return number();
  } else {
    return word();
  }
  value.span = scanner_.span_from(begin);
  return value;
}

Result<AttributeValue> AttributeReader::list(std::size_t depth) {
  TILEGLOT_TRY_STATUS(check_depth(scanner_, depth));
  const std::size_t begin = scanner_.position();
  AttributeValue list{.kind = ValueKind::kList};
  scanner_.accept("[");
  if (!scanner_.accept("]")) {
    do {
      TILEGLOT_TRY_STATUS(check_count(scanner_, items_++, kMaxItems, "entries of lists"));
      TILEGLOT_TRY(item, value(depth + 1));
      list.items.push_back(std::move(item));
    } while (scanner_.accept(","));
    TILEGLOT_TRY_STATUS(expect("]", "at the end of the list"));
  }
  list.span = scanner_.span_from(begin);
  return list;
}

Result<AttributeValue> AttributeReader::word() {
  const std::size_t begin = scanner_.position();
  const std::string_view text = scanner_.name();
  if (text.empty()) return fail(expected(scanner_, "a value"));
  const bool flag = text == "true" || text == "false";
  return AttributeValue{.kind = flag ? ValueKind::kFlag : ValueKind::kWord,
                        .span = scanner_.span_from(begin),
                        .number = text == "true" ? 1 : 0,
                        .word = text};
}

/// In dictionaries a type may follow: `4 : i32`.
Result<AttributeValue> AttributeReader::number() {
  const std::size_t begin = scanner_.position();
  TILEGLOT_TRY(read, digits());
  AttributeValue value{.kind = ValueKind::kNumber, .number = read};
  if (scanner_.accept(":")) {
    value.typed = true;
    const std::string_view type = scanner_.name();
    if (type.empty()) return fail(expected(scanner_, "a type after ':'"));
    if (type == "i1") value.kind = ValueKind::kFlag;
  }
  value.span = scanner_.span_from(begin);
  return value;
}

Result<std::int64_t> AttributeReader::digits() {
  const std::size_t begin = (scanner_.skip_space(), scanner_.position());
  if (scanner_.peek() == '-') {
    return fail({.code = "triton.value",
                 .message = "the number must not be negative",
                 .span = scanner_.here(),
                 .help = "the parameters of encodings count something: 0, 1, 2, .."});
  }
  const auto read = scanner_.integer("a number");
  const Span span = scanner_.span_from(begin);
  if (!read && read.error()->code == "scan.integer") return fail(expected(scanner_, "a number"));
  if (!read || *read > kMaxParameter) {
    return fail({.code = "triton.too_large",
                 .message = fmt::format("a number of an encoding is at most {}", kMaxParameter),
                 .span = read ? span : read.error()->span});
  }
  // The scanner would skip blanks before a '.', so `1 .5` is refused as well; it does not occur.
  if (scanner_.looking_at(".")) return fail(not_an_integer(span, "a fraction"));
  return *read;
}

}  // namespace tileglot::notation::triton
