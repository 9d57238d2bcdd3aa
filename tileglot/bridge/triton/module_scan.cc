// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/module_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/bridge/triton/detail/module_aliases.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::bridge {
namespace {

using core::Result;

constexpr std::string_view kSeparator = "// -----";

bool is_name_part(char c) {
  return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

bool opens(char c) { return c == '<' || c == '[' || c == '{' || c == '('; }
bool closes(char c) { return c == '>' || c == ']' || c == '}' || c == ')'; }

Result<notation::linear::Layout> layout_of(const Result<triton::Nested>& encoding,
                                           const triton::TensorType& type) {
  if (!encoding) return core::fail(encoding.error());
  TILEGLOT_TRY_STATUS(triton::validate(**encoding, type));
  return lower(**encoding, type);
}

core::Error too_many_types() {
  return {{.code = "triton.too_large",
           .message = fmt::format("the module has more than {} different types with layouts",
                                  kMaxModuleTypes),
           .help = "cut it into smaller files"}};
}

/// One part of a file, from its first byte to its last.
class PartScan {
 public:
  PartScan(std::string_view text, std::size_t begin, std::vector<ModuleLayout>& layouts)
      : text_(text), begin_(begin), aliases_(text), layouts_(layouts) {}

  core::Status run() {
    define_aliases();
    for (std::size_t position = begin_; position < text_.size();) {
      TILEGLOT_TRY(next, step(position));
      position = next;
    }
    return {};
  }

 private:
  /// All aliases are recorded before any is read, since they may be in any order.
  void define_aliases() {
    std::vector<std::string> names;
    for (std::size_t line = begin_; line < text_.size(); line = after_line(line)) {
      const std::size_t begin = std::min(text_.find_first_not_of(" \t", line), text_.size() - 1);
      if (text_[begin] == '#') define_from(begin, names);
    }
    for (const std::string& name : names) {
      add_layout(name, true, aliases_.resolve(std::string_view(name).substr(1)));
    }
  }

  /// Records the alias at `begin` and those that follow it on the line, outside of brackets.
  void define_from(std::size_t begin, std::vector<std::string>& names) {
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text_.size() && text_[i] != '\n'; ++i) {
      const char c = text_[i];
      if (c == '/' && text_.substr(i).starts_with("//")) return;
      if (c == '"') i = after_quotes(i) - 1;
      if (opens(c)) ++depth;
      if (depth > 0 && closes(c) && text_[i - 1] != '-') --depth;
      if (c == '#' && depth == 0 && aliases_.define(i)) names.push_back(name_at(i));
    }
  }

  std::string name_at(std::size_t hash) const {
    core::Scanner scanner(text_);
    scanner.rewind(hash + 1);
    return "#" + std::string(scanner.name());
  }

  std::size_t after_line(std::size_t position) const {
    const std::size_t newline = text_.find('\n', position);
    return newline == std::string_view::npos ? text_.size() : newline + 1;
  }

  /// Quoted strings and comments contain no types.
  Result<std::size_t> step(std::size_t position) {
    const char c = text_[position];
    if (c == '"') return after_quotes(position);
    if (c == '/' && text_.substr(position).starts_with("//")) return after_line(position);
    const bool begins = position == begin_ || !is_name_part(text_[position - 1]);
    if ((c == 't' || c == '!') && begins) TILEGLOT_TRY_STATUS(take_type(position));
    return position + 1;
  }

  std::size_t after_quotes(std::size_t position) const {
    for (++position; position < text_.size(); ++position) {
      if (text_[position] == '"' || text_[position] == '\n') return position + 1;
      if (text_[position] == '\\') ++position;
    }
    return position;
  }

  core::Status take_type(std::size_t position) {
    core::Scanner scanner(text_);
    scanner.rewind(position);
    if (!triton::at_tensor_type(scanner)) return {};
    auto type = triton::parse_tensor_type_at(scanner);
    if (!type) return add_refused(position, type.error());
    // Types that contain a type, which is found later, have no encoding.
    if (type->encoding.empty() || type->encoding[0] != '#') return {};
    return add_type(text_.substr(position, scanner.position() - position), *std::move(type));
  }

  core::Status add_type(std::string_view text, triton::TensorType type) {
    TILEGLOT_TRY(is_new, note_seen(text));
    if (!is_new) return {};
    ModuleLayout& layout = layout_named(type);
    Result<notation::linear::Layout> lowered = layout_of(layout.encoding, type);
    layout.types.push_back({std::string(text), std::move(type), std::move(lowered)});
    return {};
  }

  /// Records a refused type if it has an encoding; text that only looks like a type has none.
  core::Status add_refused(std::size_t position, const core::Error& error) {
    const std::string_view text = upto_closing(text_.substr(position));
    const std::size_t hash = text.find(", #");
    if (hash == std::string_view::npos) return {};
    const std::size_t begin = hash + 2;
    const std::string_view encoding = first_part(text.substr(begin));
    TILEGLOT_TRY(is_new, note_seen(text));
    if (!is_new) return {};
    const std::size_t end = begin + encoding.size();
    triton::TensorType type{.encoding = std::string(encoding),
                            .encoding_span = core::Span{position + begin, position + end}};
    ModuleLayout& layout = layout_named(type);
    layout.types.push_back({std::string(text), std::move(type), core::fail(error)});
    return {};
  }

  /// The text from an opening word to its closing '>'. Empty where there is none within 64 kB, or
  /// where types are nested too deeply; so each byte is read at most 64 times.
  static std::string_view upto_closing(std::string_view text) {
    constexpr std::size_t kMaxTypeBytes = std::size_t{1} << 16;
    constexpr std::size_t kMaxTypeDepth = 64;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < std::min(text.size(), kMaxTypeBytes); ++i) {
      if (text[i] == '<' && ++depth > kMaxTypeDepth) break;
      if (text[i] == '>' && --depth == 0) return text.substr(0, i + 1);
      if (text[i] == '\n') break;
    }
    return {};
  }

  /// The text up to a ',' or a '>' of the enclosing type.
  static std::string_view first_part(std::string_view text) {
    std::size_t depth = 0;
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
      const char c = text[end];
      if (depth == 0 && (c == ',' || c == '>')) break;
      if (c == '<' || c == '[' || c == '{') ++depth;
      if (c == '>' || c == ']' || c == '}') --depth;
    }
    return text.substr(0, end);
  }

  Result<bool> note_seen(std::string_view text) {
    const bool is_new = seen_.insert(std::string(text)).second;
    if (seen_.size() > kMaxModuleTypes) return core::fail(too_many_types());
    return is_new;
  }

  ModuleLayout& layout_named(const triton::TensorType& type) {
    const auto found = places_.find(type.encoding);
    if (found != places_.end()) return layouts_[found->second];
    return add_layout(type.encoding, false, aliases_.read_at(type.encoding_span->begin));
  }

  /// An alias that is defined twice keeps its first position.
  ModuleLayout& add_layout(const std::string& name, bool is_alias,
                           Result<triton::Nested> encoding) {
    const auto [place, added] = places_.emplace(name, layouts_.size());
    if (added) layouts_.push_back({.name = name, .is_alias = is_alias});
    layouts_[place->second].encoding = std::move(encoding);
    return layouts_[place->second];
  }

  std::string_view text_;
  std::size_t begin_;
  ModuleAliases aliases_;
  std::vector<ModuleLayout>& layouts_;
  std::map<std::string, std::size_t> places_;
  std::unordered_set<std::string> seen_;
};

/// The end of the part that begins here: a separator line, or the end of the text.
std::size_t part_end(std::string_view text, std::size_t begin) {
  const std::size_t found = text.find(fmt::format("\n{}", kSeparator), begin);
  return found == std::string_view::npos ? text.size() : found + 1;
}

}  // namespace

Result<std::vector<ModuleLayout>> scan_module(std::string_view text) {
  std::vector<ModuleLayout> layouts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = part_end(text, begin);
    TILEGLOT_TRY_STATUS(PartScan(text.substr(0, end), begin, layouts).run());
    begin = end + (end < text.size() ? kSeparator.size() : 0);
  }
  return layouts;
}

}  // namespace tileglot::bridge
