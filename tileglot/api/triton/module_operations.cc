// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/module_operations.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::api {
namespace {

namespace triton = notation::triton;
using std::string_view;

constexpr string_view kAlloc = "local_alloc";
constexpr std::array<string_view, 5> kNames = {"convert_layout", "local_load", "local_store",
                                               kAlloc, "async_copy_global_to_local"};
/// Of older versions of Triton too.
constexpr std::array<string_view, 2> kDialects = {"ttg.", "triton_gpu."};
constexpr string_view kShort = "-> <";
constexpr string_view kWhole = "-> !ttg.memdesc<";

string_view without_blanks(string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == string_view::npos ? string_view() : text.substr(begin);
}

/// The line from its operation on: after `%1, %2:3 =`, without the quote of the generic form.
string_view from_operation(string_view line) {
  line = without_blanks(line);
  if (line.starts_with('%')) {
    const std::size_t equals = line.find('=');
    if (equals == string_view::npos) return {};
    line = without_blanks(line.substr(equals + 1));
  }
  if (line.starts_with('"')) line.remove_prefix(1);
  return line;
}

/// How long the name of the dialect is that the text begins with.
std::size_t dialect_at(string_view text) {
  for (const string_view dialect : kDialects) {
    if (text.starts_with(dialect)) return dialect.size();
  }
  return 0;
}

/// Empty where no such operation begins here.
string_view name_at(string_view text) {
  const std::size_t begin = dialect_at(text);
  if (begin == 0) return {};
  for (const string_view name : kNames) {
    if (!text.substr(begin).starts_with(name)) continue;
    const std::size_t end = begin + name.size();
    const char next = text.size() > end ? text[end] : ' ';
    if (next == ' ' || next == '"' || next == '(') return text.substr(0, end);
  }
  return {};
}

bool opens(char c) { return c == '<' || c == '[' || c == '{' || c == '('; }
bool closes(char c) { return c == '>' || c == ']' || c == '}' || c == ')'; }

std::size_t after_quotes(string_view text, std::size_t i) {
  for (++i; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\') ++i;
  }
  return i;
}

/// What follows the last colon outside of brackets.
string_view signature_of(string_view text) {
  std::size_t depth = 0;
  std::size_t begin = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') i = after_quotes(text, i);
    if (opens(c)) ++depth;
    const bool is_arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (closes(c) && !is_arrow && depth > 0) --depth;
    if (c == ':' && depth == 0) begin = i + 1;
  }
  return text.substr(begin);
}

/// With the first word of a memory, which is left out where the operation takes nothing else.
std::string with_words(string_view signature) {
  std::string whole;
  for (std::size_t at = 0; at < signature.size();) {
    const std::size_t arrow = std::min(signature.find(kShort, at), signature.size());
    whole += signature.substr(at, arrow - at);
    if (arrow < signature.size()) whole += kWhole;
    at = arrow + kShort.size();
  }
  return whole;
}

/// The first two types of the signature.
void add_types(string_view signature, ModuleOperation& to) {
  const std::string whole = with_words(signature);
  core::Scanner scanner(whole);
  for (std::size_t at = 0; at < whole.size() && !to.to; ++at) {
    if (whole[at] != 't' && whole[at] != '!') continue;
    scanner.rewind(at);
    if (!triton::at_tensor_type(scanner)) continue;
    auto type = triton::parse_tensor_type_at(scanner);
    if (!type) continue;
    (to.from ? to.to : to.from) = *std::move(type);
    at = scanner.position() - 1;
  }
}

}  // namespace

std::vector<ModuleOperation> operations_of(string_view text) {
  std::vector<ModuleOperation> found;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const string_view rest = from_operation(text.substr(begin, end - begin));
    begin = end + 1;
    const string_view name = name_at(rest);
    if (name.empty()) continue;
    const auto at = static_cast<std::size_t>(name.data() - text.data());
    ModuleOperation operation{.name = name, .span = {at, at + name.size()}, .line = number};
    const bool is_generic = rest.substr(name.size()).starts_with('"');
    add_types(signature_of(rest.substr(name.size() + (is_generic ? 1 : 0))), operation);
    if (name.ends_with(kAlloc) && !operation.to) continue;  // of nothing yet
    found.push_back(std::move(operation));
  }
  return found;
}

}  // namespace tileglot::api
