// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/verify.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/checkpoint/example.h"
#include "tileglot/checkpoint/relayout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint {
namespace {

using enum core::ElementType;

struct Models {
  Models() {
    write_safetensors(m, {{"w", kBf16, {20, 30}}, {"q", kU8, {4, 8}}, {"f6", kF6e2m3fn, {4}}});
    const auto done = relayout({.input = m, .output = o, .to = "tpu", .dtype_rules = {"q: u4"}});
    EXPECT_TRUE(done.has_value());
  }
  /// Changes the byte of m that is so far from its end.
  void change(std::size_t from_end) const {
    std::string text = io::read_text(m);
    text[text.size() - from_end] = static_cast<char>(text[text.size() - from_end] ^ 1);
    io::write_text(m, text);
  }
  std::vector<Difference> differences() const {
    const auto report = verify({.output = o, .against = m});
    EXPECT_TRUE(report.has_value()) << core::render(report.error());
    return report->differences;
  }
  io::TemporaryFolder folder;
  std::string m = folder / "m.safetensors";
  std::string o = folder / "o.safetensors";
};

TEST(Verify, ARelaidModelIsEqual) {
  const Models models;
  EXPECT_TRUE(models.differences().empty());
  EXPECT_EQ(verify({.output = models.m, .against = models.o})->tensors, 3U);
}

TEST(Verify, ATensorIsNotComparedWithAModel) {
  const auto message = [](const VerifyOptions& options) {
    const auto report = verify(options);
    return report ? "" : report.error()->code + ": " + report.error()->message;
  };
  const std::string text = "checkpoint.kind: 'w.npy' is one tensor, and 'm.safetensors' is a model";
  EXPECT_EQ(message({.output = "w.npy", .against = "m.safetensors"}), text);
  EXPECT_EQ(message({.output = "m.safetensors", .against = "w.npy"}), text);
}

TEST(Verify, ElementsAreComparedWhereLayoutsDifferAndBytesWhereTheyDoNot) {
  const Models models;
  models.change(1);
  models.change(3 + 32);
  const std::vector<Difference> differences = models.differences();
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_EQ(differences[0].tensor, "f6");
  const auto* const bytes = std::get_if<OtherBytes>(&differences[0].how);
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(bytes->found.first->at, std::vector<std::int64_t>{2});
  EXPECT_EQ(differences[1].tensor, "q");
  const auto* const elements = std::get_if<OtherElements>(&differences[1].how);
  ASSERT_NE(elements, nullptr);
  EXPECT_EQ(elements->found.different, 1);
  EXPECT_NE(elements->element, elements->against_element);
}

TEST(Verify, OtherNamesAndShapesAreToldByName) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "a.safetensors", {{"w", kBf16, {20, 30}}, {"a", kU8, {3}}});
  write_safetensors(folder / "b.safetensors", {{"w", kBf16, {30, 20}}, {"b", kU8, {3}}});
  const auto report =
      verify({.output = folder / "a.safetensors", .against = folder / "b.safetensors"});
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->differences.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<OnlyInOutput>(report->differences[0].how));
  EXPECT_TRUE(std::holds_alternative<OtherShape>(report->differences[1].how));
  EXPECT_TRUE(std::holds_alternative<OnlyInAgainst>(report->differences[2].how));
}

}  // namespace
}  // namespace tileglot::checkpoint
