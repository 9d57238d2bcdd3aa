// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::notation::xla {
namespace {

using nlohmann::json;

constexpr ParseOptions kAsXla = {.spelling = Spelling::kXla};

std::vector<json> lines_of(const std::filesystem::path& file) {
  std::vector<json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    // The wire format's numbers and texts are checked elsewhere; a line is an object or a mistake.
    lines.push_back(json::parse(line, nullptr, false));
    EXPECT_TRUE(lines.back().is_object()) << line;
  }
  return lines;
}

std::vector<std::int64_t> offsets_of(const Evaluator& evaluator) {
  std::vector<std::int64_t> offsets;
  const auto extents = evaluator.extents();
  std::vector<std::int64_t> coordinate(extents.size(), 0);
  for (std::int64_t n = 0; n < evaluator.size(); ++n) {
    std::int64_t rest = n;
    for (std::size_t k = extents.size(); k-- > 0; rest /= extents[k]) {
      coordinate[k] = rest % extents[k];
    }
    offsets.push_back(evaluator.offset(coordinate));
  }
  return offsets;
}

void expect_offsets(const json& line) {
  const std::string text = line["args"][0];
  const auto shape = parse_valid_shape(text);
  ASSERT_TRUE(shape) << text << ": " << shape.error()->message;
  EXPECT_EQ(print(*shape), text);
  const auto evaluator = Evaluator::of(*shape);
  ASSERT_TRUE(evaluator) << text << ": " << evaluator.error()->message;
  EXPECT_EQ(evaluator->physical_size(), line["result"]["physical_elements"].get<std::int64_t>())
      << text;
  const auto recorded = line["result"]["offsets"].get<std::vector<std::int64_t>>();
  EXPECT_EQ(offsets_of(*evaluator), recorded) << text;
}

/// What XLA printed for the text, or "refused".
std::string recorded(const json& line) {
  return line["ok"].get<bool>() ? line["print"].get<std::string>() : "refused";
}

std::string shape_print(std::string_view text) {
  const auto read = parse_shape(text, kAsXla);
  return read ? print(*read) : "refused";
}

/// JAX's layouts drop the memory space.
std::string jax_layout_print(std::string_view text) {
  auto read = parse_layout(text, kAsXla);
  if (!read) return "refused";
  read->memory_space = 0;
  return print(*read);
}

TEST(Golden, TheSampleOfRecordedOffsets) {
  const auto lines =
      lines_of(TILEGLOT_SOURCE_DIR "/tileglot/notation/xla/testdata/xla_sample.jsonl");
  EXPECT_GE(lines.size(), 200U);
  for (const json& line : lines) expect_offsets(line);
}

TEST(Golden, AllRecordedOffsets) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const auto lines = lines_of(*shared / "golden" / "xla.jsonl");
  EXPECT_EQ(lines.size(), 700U);
  for (const json& line : lines) expect_offsets(line);
}

TEST(Golden, TextsAreReadRefusedAndPrintedAsTheReleasedProgramDoes) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  std::size_t shapes = 0;
  std::size_t layouts = 0;
  for (const json& line : lines_of(*shared / "golden" / "xla_parse.jsonl")) {
    const std::string kind = line["kind"];
    if (kind != "shape" && kind != "pjrt_layout") continue;
    const std::string text = line["text"];
    EXPECT_EQ(kind == "shape" ? shape_print(text) : jax_layout_print(text), recorded(line)) << text;
    ++(kind == "shape" ? shapes : layouts);
  }
  EXPECT_GE(shapes, 500U);
  EXPECT_GE(layouts, 200U);
}

}  // namespace
}  // namespace tileglot::notation::xla
