// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::bridge {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 9> kNames{"cute",   "xla",    "linear", "numpy", "torch",
                                                 "mdspan", "onednn", "tvm",    "mlir"};

constexpr std::array<std::string_view, 14> kCuteWords{
    "Layout",      "Shape",          "Int",         "C",    "S",          "Sw",
    "Swizzle",     "ComposedLayout", "make_layout", "cute", "LayoutLeft", "LayoutRight",
    "GenColMajor", "GenRowMajor"};

/// The other words that a text may begin with.
constexpr std::array<std::string_view, 13> kOtherWords{
    "memref",     "affine_map", "strided",      "LinearLayout", "shape",
    "strides",    "order",      "layout_right", "layout_left",  "layout_stride",
    "contiguous", "tensor",     "channels_last"};

/// The names after the '#' of a Triton attribute.
constexpr std::array<std::string_view, 8> kTritonDialects{
    "ttg", "ttng", "triton_gpu", "triton_nvidia_gpu", "triton_amd_gpu", "amdg", "amdgpu", "gluon"};

bool is_cute_word(std::string_view word) {
  return word.starts_with('_') || word.starts_with("SW_") ||
         std::find(kCuteWords.begin(), kCuteWords.end(), word) != kCuteWords.end();
}

/// {register: ..} or {} -> {..}; XLA's braces hold numbers or words without a colon.
bool is_linear_braces(core::Scanner scanner) {
  scanner.accept("{");
  if (scanner.accept("}")) return scanner.looking_at("->");
  return !scanner.name().empty() && scanner.looking_at(":");
}

bool is_triton_attribute(core::Scanner scanner) {
  scanner.accept("#");
  const std::string_view dialect = scanner.name();
  return std::ranges::find(kTritonDialects, dialect) != kTritonDialects.end();
}

/// " - register=1 -> (1)" and "(empty layout": what Triton prints.
bool is_triton_listing(core::Scanner scanner) {
  if (scanner.accept("(empty")) return true;
  return scanner.accept("-") && !scanner.name().empty();
}

bool is_linear(core::Scanner scanner) {
  const char first = scanner.peek();
  if (first == '{') return is_linear_braces(scanner);
  if (first == '#') return is_triton_attribute(scanner);
  if (first == '-' || first == '(') return is_triton_listing(scanner);
  return scanner.name() == "LinearLayout";
}

/// A tuple of XLA shapes has a `[` before anything that only CuTe writes.
bool is_xla_tuple(std::string_view text) {
  const std::size_t stop = text.find_first_of("[:");
  return stop != std::string_view::npos && text[stop] == '[' && !text.starts_with("([");
}

/// C and S are also CuTe's words, but only with something after them; f32:: begins a line of
/// oneDNN.
std::optional<Notation> strided_notation(std::string_view text) {
  core::Scanner scanner(text);
  const std::string_view word = scanner.name();
  const bool is_type = core::find_element_type(core::TypeNotation::kXla, word).has_value();
  if ((is_type && !scanner.looking_at(":")) || (is_cute_word(word) && word != "C")) {
    return std::nullopt;
  }
  const auto spelling = notation::strided::detect(text);
  if (!spelling) return std::nullopt;
  return static_cast<Notation>(static_cast<int>(Notation::kNumpy) + static_cast<int>(*spelling));
}

/// Which word was meant: of CuTe, of another notation, or an element type.
std::string guess_word(std::string_view word) {
  std::vector<std::string_view> words(kCuteWords.begin(), kCuteWords.end());
  words.insert(words.end(), kOtherWords.begin(), kOtherWords.end());
  const std::vector<std::string> types = core::element_type_names();
  words.insert(words.end(), types.begin(), types.end());
  // A word of one or two letters is near half of the types.
  constexpr std::size_t kShortest = 3;
  return word.size() < kShortest ? std::string() : core::did_you_mean(word, words);
}

/// Help for a text that begins with `word`, and what follows is at `scanner`.
std::string help_for(std::string_view word, core::Scanner scanner) {
  if (word == "T" && scanner.looking_at("(")) {
    return "a tile is a part of a layout, as in f32[16,256]{1,0:T(8,128)}";
  }
  const std::string guess = guess_word(word);
  return !guess.empty() ? guess
                        : "write an XLA shape, f32[3,5]{1,0:T(2,2)}, a CuTe layout, "
                          "(4,2):(2,1), a linear layout, {lane: [[1],[2]]} -> {dim0: 4}, or "
                          "strides, shape=(2,3) strides=(3,1) elements";
}

}  // namespace

std::string_view name_of(Notation notation) { return kNames[static_cast<std::size_t>(notation)]; }

core::Result<Notation> detect(std::string_view text) {
  core::Scanner scanner(text);
  if (is_linear(scanner)) return Notation::kLinear;
  if (const auto strided = strided_notation(text)) return *strided;
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
  const std::string help = help_for(word, scanner);
  scanner.rewind(0);
  core::Span span = scanner.here();
  span.end = std::max(span.end, span.begin + word.size());
  return core::fail(
      {.code = "notation.unknown",
       .message = word.empty() ? fmt::format("no notation begins with {}", scanner.found())
                               : fmt::format("no notation begins with '{}'", word.substr(0, 64)),
       .span = span,
       .help = help});
}

core::Result<Notation> notation_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found != kNames.end()) return static_cast<Notation>(found - kNames.begin());
  const std::string guess = name == "strided"
                                ? "strides are read as numpy (in bytes) or as torch (in elements)"
                                : core::did_you_mean(name, kNames);
  return core::fail({.code = "notation.name",
                     .message = fmt::format("'{}' is not a notation", name.substr(0, 64)),
                     .help = guess.empty()
                                 ? "the notations are cute, xla, linear, numpy, torch, mdspan, "
                                   "onednn, tvm and mlir"
                                 : guess});
}

}  // namespace tileglot::bridge
