// SPDX-License-Identifier: Apache-2.0
// Compares with CUTLASS and pycute: the sample in testdata/, and all recorded lines where the
// shared material is. A line is {"op":"..","args":["..",..],"result":"..",..,"values":[..],..},
// without blanks or escapes in the fields that are read here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/notation/cute/coordinate.h"
#include "tileglot/notation/cute/operations.h"
#include "tileglot/notation/cute/parse.h"

namespace tileglot::notation::cute {
namespace {

/// The text of a field up to `close`; empty if the line has no such field.
std::string field(std::string_view line, const std::string& key, char open, char close) {
  const std::string start = "\"" + key + "\":" + open;
  const std::size_t begin = line.find(start);
  if (begin == std::string_view::npos) return "";
  const std::size_t from = begin + start.size();
  return std::string(line.substr(from, line.find(close, from) - from));
}

struct Record {
  std::string operation;
  std::vector<std::string> arguments;
  std::string result;
  std::vector<std::int64_t> values;
  bool is_error = false;
  bool from_cutlass = false;
  bool is_static = false;
};

Record record_of(const std::string& line) {
  Record record;
  record.operation = field(line, "op", '"', '"');
  record.result = field(line, "result", '"', '"');
  std::istringstream arguments(field(line, "args", '[', ']'));
  for (char quote = 0; arguments >> quote;) {
    std::string argument;
    if (quote == '"' && std::getline(arguments, argument, '"'))
      record.arguments.push_back(argument);
  }
  std::istringstream values(field(line, "values", '[', ']'));
  for (std::int64_t value = 0; values >> value; values.ignore()) record.values.push_back(value);
  record.is_error = line.find("\"error\":true") != std::string::npos;
  record.from_cutlass = field(line, "source", '"', '"') == "cutlass";
  record.is_static = field(line, "mode", '"', '"') == "static";
  return record;
}

bool is_plain(const Record& record) {
  return std::none_of(
      record.arguments.begin(), record.arguments.end(), [](const std::string& text) {
        return text.find('@') != std::string::npos || text.find(" o ") != std::string::npos ||
               text.find("Sw") != std::string::npos;
      });
}

void expect_values(const Layout<>& layout, const Record& record) {
  for (std::size_t i = 0; i < record.values.size(); ++i) {
    ASSERT_EQ(crd2idx(static_cast<std::int64_t>(i), layout)->value, record.values[i])
        << record.result << " at " << i;
  }
}

/// CuTe cannot merge modes whose sizes it does not know; by their values they do merge.
bool may_merge_further(const Record& record) {
  return record.operation == "coalesce" && record.from_cutlass && !record.is_static;
}

void expect_recorded(const Value& value, const Record& record) {
  if (const auto* layout = std::get_if<Layout<>>(&value)) expect_values(*layout, record);
  if (may_merge_further(record)) {
    EXPECT_LE(rank(std::get<Layout<>>(value)), rank(*parse_layout(record.result)));
    return;
  }
  // pycute has no marks; CUTLASS prints them, and they must be the same.
  EXPECT_EQ(print_value(value, record.from_cutlass ? Marks::kShow : Marks::kHide), record.result)
      << record.operation << " " << record.arguments[0];
}

/// These have one right text. The others are right where their law holds, and their laws are in
/// their own tests; the checker beside the recorded lines tries both.
constexpr std::string_view kOneText[] = {"coalesce", "cosize",      "crd2idx", "depth",
                                         "idx2crd",  "make_layout", "rank",    "size"};

struct Counts {
  int compared = 0;
  int refused = 0;
  int skipped = 0;
};

void check_record(const Record& record, Counts& counts) {
  if (!is_plain(record)) {
    ++counts.skipped;
    return;
  }
  const auto value = apply_operation(record.operation, record.arguments);
  if (record.is_error) {
    ++counts.refused;
    EXPECT_FALSE(value.has_value()) << record.operation << " " << record.arguments[0];
  } else {
    ++counts.compared;
    ASSERT_TRUE(value.has_value()) << value.error().message;
    expect_recorded(*value, record);
  }
}

Counts check_file(const std::filesystem::path& path) {
  Counts counts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const Record record = record_of(line);
    if (std::find(std::begin(kOneText), std::end(kOneText), record.operation) == std::end(kOneText))
      continue;
    check_record(record, counts);
  }
  std::cout << path.filename() << ": " << counts.compared << " compared, " << counts.refused
            << " refused as recorded, " << counts.skipped << " of other kinds skipped\n";
  return counts;
}

TEST(Golden, CuTesOwnAnswersAreGivenForTheSample) {
  const Counts counts =
      check_file(TILEGLOT_SOURCE_DIR "/tileglot/notation/cute/testdata/cute_sample.jsonl");
  EXPECT_GE(counts.compared, 300);
  EXPECT_GE(counts.refused, 2);
  EXPECT_GE(counts.skipped, 1);
}

TEST(Golden, CuTesOwnAnswersAreGivenForAllRecordedCases) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const Counts counts = check_file(*shared / "golden" / "cute.jsonl");
  EXPECT_GE(counts.compared, 1200);
}

}  // namespace
}  // namespace tileglot::notation::cute
