// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/eval/list_operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"

namespace tileglot::api {
namespace {

using calculator::Family;
using calculator::Operation;
using calculator::Overload;

std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return small;
}

std::string call_of(const Operation& operation) {
  return fmt::format("{}({})", operation.name, operation.signature);
}

/// coalesce(layout, profile): how C++ writes it.
std::vector<std::string> cpp_calls(const Operation& operation, const OperationTable& operations) {
  std::vector<std::string> calls;
  for (const Overload& overload : operations.overloads()) {
    if (overload.name == operation.name)
      calls.push_back(fmt::format("{}({})", overload.word, operation.signature));
  }
  return calls;
}

bool has_word(const Operation& operation, const std::vector<std::string>& in_cpp,
              const std::string& word) {
  const auto has = [&word](std::string_view text) {
    return lower(text).find(word) != std::string::npos;
  };
  return has(operation.name) || has(operation.what) || std::ranges::any_of(in_cpp, has);
}

std::string lines_of(const Operation& operation, const std::vector<std::string>& in_cpp,
                     const std::optional<std::string>& answer) {
  std::string text = fmt::format("{}\n  {}\n", call_of(operation), operation.what);
  for (const std::string& call : in_cpp) text += fmt::format("  in C++ {}\n", call);
  return text + fmt::format("  {}{}\n", operation.example, answer ? " = " + *answer : "");
}

Json json_of(const Operation& operation, const std::vector<std::string>& in_cpp,
             const std::optional<std::string>& answer) {
  Json json = {{"name", operation.name},
               {"signature", call_of(operation)},
               {"what", operation.what},
               {"example", operation.example},
               {"family", family_title(operation.name)}};
  if (answer) json["answer"] = *answer;
  if (!in_cpp.empty()) json["in_cpp"] = in_cpp;
  return json;
}

core::Error none_has(std::string_view word, const OperationTable& operations) {
  const std::string guess = core::did_you_mean(word, operations.names());
  return {{.code = "eval.operation",
           .message = fmt::format("no operation has '{}' in its name or in the line about it",
                                  core::printable(word)),
           .help = guess.empty() ? "`tileglot eval --list` lists them all" : guess}};
}

}  // namespace

std::string_view family_title(std::string_view name) {
  switch (calculator::family_of(name)) {
    case Family::kXla: return "XLA";
    case Family::kLinear: return "linear layouts";
    case Family::kHlo: return "HLO modules";
    case Family::kCute: break;
  }
  return "CuTe";
}

std::optional<std::string> example_answer(const Operation& operation,
                                          const OperationTable& operations) {
  const Reply reply = evaluate_expression(std::string(operation.example), {}, operations);
  if (!reply) return std::nullopt;
  constexpr std::size_t kLongest = 120;
  const std::string_view text = std::string_view(reply->text).substr(0, reply->text.find('\n'));
  if (text.size() + 1 != reply->text.size() || text.size() > kLongest) return std::nullopt;
  return std::string(text);
}

Reply list_operations(std::string_view word, const OperationTable& operations) {
  Answer answer{.json = {{"operations", Json::array()}}};
  std::string_view family;
  for (const Operation& operation : operations.rows()) {
    const std::vector<std::string> in_cpp = cpp_calls(operation, operations);
    if (!has_word(operation, in_cpp, lower(word))) continue;
    if (const std::string_view title = family_title(operation.name); title != family) {
      answer.text += fmt::format("{}{}\n\n", family.empty() ? "" : "\n", title);
      family = title;
    }
    const auto shown = example_answer(operation, operations);
    answer.text += lines_of(operation, in_cpp, shown);
    answer.json["operations"].push_back(json_of(operation, in_cpp, shown));
  }
  if (answer.text.empty()) return core::fail(none_has(word, operations));
  return answer;
}

}  // namespace tileglot::api
