// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"

namespace tileglot::advice {
namespace {

constexpr std::array<std::string_view, 6> kNames{"ldmatrix", "stmatrix", "vector",
                                                 "global",   "wgmma",    "tcgen05"};
constexpr std::int64_t kMostElements = 128;  // of one bit, in 16 bytes
constexpr std::int64_t kMostModes = 64;

core::Error no_access(core::Scanner& scanner, std::size_t begin) {
  const std::string_view word = scanner.text().substr(begin, 64);
  const std::string guess = core::did_you_mean(word.substr(0, word.find_first_of(".:@,")), kNames);
  const std::string help =
      "an access is ldmatrix or stmatrix, with .x1, .x2, .x4 and .trans, or vector:N or global:N, "
      "with @MODE, or wgmma or tcgen05";
  return {{.code = "access.kind",
           .message = fmt::format("'{}' is not an access", core::printable(word)),
           .span = core::Span{begin, std::max(scanner.text().size(), begin + 1)},
           .help = guess.empty() ? help : guess}};
}

/// .x4 and .trans, in this order.
void read_suffixes(core::Scanner& scanner, AccessKind& kind) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> kCounts{
      {{".x1", 1}, {".x2", 2}, {".x4", 4}}};
  for (const auto& [suffix, count] : kCounts) {
    if (scanner.accept(suffix)) kind.matrices = count;
  }
  kind.is_transposed = scanner.accept(".trans");
}

/// A number from `least` to `most` after `mark`, if the mark is next.
core::Result<std::optional<std::int64_t>> read_number(core::Scanner& scanner, std::string_view mark,
                                                      std::string_view what, std::int64_t least,
                                                      std::int64_t most) {
  if (!scanner.accept(mark)) return std::nullopt;
  const std::size_t begin = scanner.position();
  TILEGLOT_TRY(number, scanner.integer("a number"));
  if (number >= least && number <= most) return number;
  return core::fail(
      {.code = "access.kind",
       .message = fmt::format("{} in an access should be from {} to {}, and {} is not", what, least,
                              most, number),
       .span = scanner.span_from(begin),
       .help = fmt::format("write {}{}, or leave it out", mark, least)});
}

std::optional<notation::cute::SmemMma> instruction_named(std::string_view word) {
  for (const auto instruction : notation::cute::kSmemMmas) {
    if (notation::cute::name(instruction) == word) return instruction;
  }
  return std::nullopt;
}

core::Result<AccessKind> read_access(core::Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  const std::string_view name = scanner.name();
  if (std::ranges::find(kNames, name) == kNames.end()) return core::fail(no_access(scanner, begin));
  AccessKind kind{.is_store = name == "stmatrix"};
  if (name.ends_with("matrix")) {
    kind.kind = AccessKind::Kind::kMatrix;
    read_suffixes(scanner, kind);
  } else if (const auto instruction = instruction_named(name)) {
    kind.kind = AccessKind::Kind::kOperand;
    kind.instruction = *instruction;
  } else {
    if (name == "global") kind.kind = AccessKind::Kind::kGlobal;
    TILEGLOT_TRY(elements, read_number(scanner, ":", "the elements of a lane", 1, kMostElements));
    TILEGLOT_TRY(mode, read_number(scanner, "@", "the mode", 0, kMostModes));
    kind.elements = elements;
    if (mode) kind.mode = static_cast<std::size_t>(*mode);
  }
  kind.text = scanner.text().substr(begin, scanner.position() - begin);
  const bool ends = scanner.at_end() || scanner.looking_at(",");
  if (!ends) return core::fail(no_access(scanner, begin));
  return kind;
}

}  // namespace

core::Result<std::vector<AccessKind>> parse_accesses(std::string_view text) {
  core::Scanner scanner(text);
  std::vector<AccessKind> kinds;
  do {
    TILEGLOT_TRY(kind, read_access(scanner));
    const std::size_t begin = scanner.position() - kind.text.size();
    if (std::ranges::find(kinds, kind.text, &AccessKind::text) != kinds.end()) {
      return core::fail({.code = "access.kind",
                         .message = fmt::format("'{}' is listed twice", kind.text),
                         .span = scanner.span_from(begin),
                         .help = "name every access once"});
    }
    kinds.push_back(std::move(kind));
  } while (scanner.accept(","));
  return kinds;
}

}  // namespace tileglot::advice
