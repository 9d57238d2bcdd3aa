// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"

namespace tileglot::bridge {
namespace {

constexpr std::array<std::string_view, 2> kNames{"cute", "xla"};

constexpr std::array<std::string_view, 14> kCuteWords{
    "Layout",      "Shape",          "Int",         "C",    "S",          "Sw",
    "Swizzle",     "ComposedLayout", "make_layout", "cute", "LayoutLeft", "LayoutRight",
    "GenColMajor", "GenRowMajor"};

bool is_cute_word(std::string_view word) {
  return word.starts_with('_') || word.starts_with("SW_") ||
         std::find(kCuteWords.begin(), kCuteWords.end(), word) != kCuteWords.end();
}

/// A tuple of XLA shapes has a `[` before anything that only CuTe writes.
bool is_xla_tuple(std::string_view text) {
  const std::size_t stop = text.find_first_of("[:");
  return stop != std::string_view::npos && text[stop] == '[' && !text.starts_with("([");
}

}  // namespace

std::string_view name_of(Notation notation) {
  return notation == Notation::kCute ? kNames[0] : kNames[1];
}

core::Result<Notation> detect(std::string_view text) {
  core::Scanner scanner(text);
  const char first = scanner.peek();
  if (first == '{') return Notation::kXla;
  if (first == '(') return is_xla_tuple(text) ? Notation::kXla : Notation::kCute;
  if ((first >= '0' && first <= '9') || first == '-' || first == '!' || first == '#' ||
      first == '?' || first == '[') {
    return Notation::kCute;
  }
  const std::string_view word = scanner.name();
  if (!word.empty() && scanner.looking_at("[")) return Notation::kXla;
  if (word == "b" && scanner.looking_at("(")) return Notation::kXla;
  if (is_cute_word(word)) return Notation::kCute;
  if (const auto type = core::find_element_type(core::TypeNotation::kXla, word)) {
    return core::fail(
        {.code = "notation.unknown",
         .message = fmt::format("{} is an element type; a shape needs its extents too", word),
         .span = core::Span{scanner.position() - word.size(), scanner.position()},
         .help = fmt::format("write {0}[3,5], or {0}[] for a scalar", word)});
  }
  scanner.rewind(0);
  return core::fail(
      {.code = "notation.unknown",
       .message = fmt::format("no notation begins with {}", scanner.found()),
       .span = scanner.here(),
       .help = "write an XLA shape, f32[3,5]{1,0:T(2,2)}, or a CuTe layout, (4,2):(2,1)"});
}

core::Result<Notation> notation_named(std::string_view name) {
  if (name == kNames[0]) return Notation::kCute;
  if (name == kNames[1]) return Notation::kXla;
  return core::fail({.code = "notation.name",
                     .message = fmt::format("'{}' is no notation", name.substr(0, 64)),
                     .help = core::did_you_mean(name, kNames).empty()
                                 ? "the notations are cute and xla"
                                 : core::did_you_mean(name, kNames)});
}

}  // namespace tileglot::bridge
