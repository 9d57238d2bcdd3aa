// SPDX-License-Identifier: Apache-2.0
// Compares with CUTLASS and pycute on the sample in testdata/, whose README says what a line is.
// tests/golden_test.py runs all recorded lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/calculator/cute/operations.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/listing.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;

/// The JSON text that begins at `at`, after its opening quote.
std::string unquoted(std::string_view line, std::size_t& at) {
  std::string text;
  for (; at < line.size() && line[at] != '"'; ++at) {
    const bool escaped = line[at] == '\\' && ++at < line.size();
    text += escaped && line[at] == 'n' ? '\n' : line[at];
  }
  ++at;
  return text;
}

/// The text of a field; empty if the line has no such field.
std::string field(std::string_view line, const std::string& key) {
  const std::string start = "\"" + key + "\":\"";
  std::size_t at = line.find(start);
  if (at == std::string_view::npos) return "";
  at += start.size();
  return unquoted(line, at);
}

std::vector<std::string> arguments_of(std::string_view line) {
  std::vector<std::string> arguments;
  std::size_t at = line.find("\"args\":[") + 8;
  while (at < line.size() && line[at] != ']') {
    if (line[at++] == '"') arguments.push_back(unquoted(line, at));
  }
  return arguments;
}

struct Record {
  std::string operation;
  std::vector<std::string> arguments;
  std::string result;
  bool is_error = false;
  bool counts_marks = false;  ///< static: every integer of the answer must be
};

Record record_of(const std::string& line) {
  return {.operation = field(line, "op"),
          .arguments = arguments_of(line),
          .result = field(line, "result"),
          .is_error = line.find("\"error\":true") != std::string::npos,
          .counts_marks = field(line, "source") == "cutlass" && field(line, "mode") == "static"};
}

/// Without marks and blanks.
std::string bare(std::string text) {
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_mark = text[i] == '_' && i + 1 < text.size() &&
                         (text[i + 1] == '-' || (text[i + 1] >= '0' && text[i + 1] <= '9'));
    if (text[i] != ' ' && !is_mark) kept += text[i];
  }
  return kept;
}

bool is_recorded_text(const std::string& text, const Record& record) {
  if (text == record.result) return true;
  return !record.counts_marks && !record.operation.starts_with("print_") &&
         bare(text) == bare(record.result);
}

/// A layout, and the offset that it begins at.
struct Function {
  cute::CuteLayout layout;
  std::string offset = "0";
};

/// A text (layout,offset) has its comma outside all parentheses but the first.
std::optional<Function> function_of(const std::string& text) {
  if (const auto layout = cute::parse_any_layout(text)) return Function{*layout};
  const std::size_t comma = text.rfind(text.ends_with("))") ? ",(" : ",");
  if (!text.starts_with('(') || comma == std::string::npos) return std::nullopt;
  const auto layout = cute::parse_any_layout(std::string_view(text).substr(1, comma - 1));
  if (!layout) return std::nullopt;
  return Function{*layout, bare(text.substr(comma + 1, text.size() - comma - 2))};
}

std::vector<std::int64_t> mode_sizes(const cute::CuteLayout& layout) {
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  const cute::Layout<> plain =
      composed != nullptr ? composed->inner.layout : std::get<cute::Layout<>>(layout);
  std::vector<std::int64_t> sizes;
  for (int k = 0; k < cute::rank(plain.shape); ++k)
    sizes.push_back(cute::size(*cute::mode(plain.shape, k))->value);
  return sizes;
}

/// Operations that may write the same function with fewer modes than CuTe.
bool may_simplify(const std::string& operation) {
  static const std::set<std::string> kSimplifying{
      "coalesce",          "filter",       "complement",
      "right_inverse",     "left_inverse", "max_common_layout",
      "domain_distribute", "nullspace",    "composition"};
  return kSimplifying.count(operation) > 0;
}

bool is_same_function(const std::string& text, const Record& record) {
  constexpr std::int64_t kMost = 4096;
  const auto got = function_of(text);
  const auto want = function_of(record.result);
  if (!got || !want) return false;
  const auto values = cute::list_values(got->layout, kMost);
  const auto recorded = cute::list_values(want->layout, kMost);
  if (!values || !recorded || values->size != recorded->size) return false;
  if (!may_simplify(record.operation) && mode_sizes(got->layout) != mode_sizes(want->layout))
    return false;
  return values->offsets == recorded->offsets && values->coordinates == recorded->coordinates &&
         got->offset == want->offset;
}

struct Counts {
  int recorded = 0;
  int same_function = 0;
  int refused = 0;
  std::set<std::string> unknown;
};

void check_record(const Record& record, Counts& counts) {
  const auto value = cute_operations().apply(record.operation, record.arguments);
  if (record.is_error) {
    ++counts.refused;
    EXPECT_FALSE(value.has_value()) << record.operation << " " << record.arguments[0];
    return;
  }
  ASSERT_TRUE(value.has_value()) << record.operation << " " << record.arguments[0] << ": "
                                 << value.error()->message;
  const std::string text = print_value(*value);
  if (is_recorded_text(text, record)) {
    ++counts.recorded;
  } else {
    ++counts.same_function;
    EXPECT_TRUE(is_same_function(text, record)) << record.operation << " " << record.arguments[0]
                                                << ": " << text << ", recorded " << record.result;
  }
}

TEST(Golden, CuTesOwnAnswersAreGivenForTheSample) {
  const auto known = cute_operations().names();
  Counts counts;
  std::ifstream file(TILEGLOT_SOURCE_DIR "/tileglot/notation/cute/testdata/cute_sample.jsonl");
  for (std::string line; std::getline(file, line);) {
    const Record record = record_of(line);
    if (std::find(known.begin(), known.end(), record.operation) == known.end()) {
      counts.unknown.insert(record.operation);
    } else {
      check_record(record, counts);
    }
  }
  std::cout << counts.recorded << " as recorded, " << counts.same_function << " the same function, "
            << counts.refused << " refused as recorded\n";
  for (const std::string& name : counts.unknown) std::cout << "not an operation: " << name << "\n";
  EXPECT_GE(counts.recorded, 400);
  EXPECT_LE(counts.same_function, counts.recorded / 10);
}

/// What C++ answers, character for character; an error for an error.
void check_in_cpp(const Record& record) {
  const auto value = cute_operations().apply(record.operation, record.arguments,
                                             {.semantics = Semantics::kCuteCpp});
  const std::string call = record.operation + " " + record.arguments[0];
  EXPECT_EQ(!value.has_value(), record.is_error) << call;
  if (value && !record.is_error) {
    EXPECT_EQ(print_value(*value), record.result) << call;
  }
}

int check_file_in_cpp(const std::string& name) {
  const auto known = cute_operations().names();
  std::ifstream file(TILEGLOT_SOURCE_DIR "/tileglot/notation/cute/testdata/" + name);
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    const bool is_cutlass = field(line, "source") == "cutlass";
    const Record record = record_of(line);
    if (!is_cutlass || std::find(known.begin(), known.end(), record.operation) == known.end())
      continue;
    check_in_cpp(record);
    ++checked;
  }
  return checked;
}

TEST(Golden, TheSemanticsOfCppGiveItsTextsCharacterForCharacter) {
  EXPECT_GE(check_file_in_cpp("cute_sample.jsonl"), 350);
  EXPECT_GE(check_file_in_cpp("cute_cpp_sample.jsonl"), 100);
}

}  // namespace
}  // namespace tileglot::calculator
