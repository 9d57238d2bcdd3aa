// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/verify_checkpoint.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/checkpoint/example.h"
#include "tileglot/checkpoint/relayout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

using enum core::ElementType;

/// A model and the same in TPU tilings.
struct Models {
  Models() {
    checkpoint::write_safetensors(
        m, {{"w", kBf16, {20, 30}}, {"q", kU8, {4, 8}}, {"f6", kF6e2m3fn, {4}}});
    const auto done =
        checkpoint::relayout({.input = m, .output = o, .to = "tpu", .dtype_rules = {"q: u4"}});
    EXPECT_TRUE(done.has_value());
  }
  /// One byte of the file changed, counted from its end.
  void change(const std::string& path, std::size_t from_end) const {
    std::string text = io::read_text(path);
    text[text.size() - from_end] = static_cast<char>(text[text.size() - from_end] ^ 1);
    io::write_text(path, text);
  }
  Reply verified() const { return verify_checkpoint({.output = o, .against = m}); }
  io::TemporaryFolder folder;
  std::string m = folder / "m.safetensors";
  std::string o = folder / "o.safetensors";
};

TEST(VerifyCheckpoint, ARelaidModelIsEqual) {
  const Models models;
  const Reply reply = models.verified();
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kYes);
  EXPECT_EQ(reply->text,
            "equal: all 3 tensors of '" + models.o + "' are those of '" + models.m + "'\n");
  EXPECT_EQ(verify_checkpoint({.output = models.m, .against = models.o})->exit_code, kYes);
}

TEST(VerifyCheckpoint, AChangedByteIsFoundWithItsTensor) {
  const Models models;
  models.change(models.m, 3 + 32);
  const Reply reply = models.verified();
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->text, "'q' differs in 1 of 64 elements, first at (0,0): 0x0" +
                             reply->text.substr(reply->text.find("0x0") + 3, 1) +
                             " at offset 0, and 0x0" +
                             reply->text.substr(reply->text.find("and 0x0") + 7, 1) +
                             " at offset 0\n1 tensor differs\n");
  models.change(models.m, 3 + 32);
  models.change(models.m, 1);
  EXPECT_NE(models.verified()->text.find("'f6' differs in 1 of 3 bytes, at byte 2"),
            std::string::npos);
}

TEST(VerifyCheckpoint, AChangedByteOfPaddingIsNotCompared) {
  const Models models;
  models.change(models.o, 3 + 1);  // the end of q's tile, before f6
  EXPECT_EQ(models.verified()->exit_code, kYes);
}

TEST(VerifyCheckpoint, OtherNamesTypesAndShapesDiffer) {
  const io::TemporaryFolder folder;
  checkpoint::write_safetensors(folder / "a.safetensors",
                                {{"w", kBf16, {20, 30}}, {"a", kU8, {3}}});
  checkpoint::write_safetensors(folder / "b.safetensors",
                                {{"w", kBf16, {30, 20}}, {"b", kU8, {3}}});
  const Reply reply =
      verify_checkpoint({.output = folder / "a.safetensors", .against = folder / "b.safetensors"});
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->text,
            "'a' is not in the other model\n"
            "'w' is bf16 (20,30), and bf16 (30,20) there\n"
            "'b' is in the other model only\n"
            "3 tensors differ\n");
}

}  // namespace
}  // namespace tileglot::api::files
