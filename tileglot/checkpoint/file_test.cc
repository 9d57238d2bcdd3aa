// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/file.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/checkpoint/example.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint {
namespace {

using enum core::ElementType;

constexpr const char* kIndex =
    R"({"metadata":{"total_size":12},"weight_map":{"b":"p2.safetensors","a":"p1.safetensors"}})";

std::string code_of(const std::string& path) {
  const auto checkpoint = open(path);
  return checkpoint ? "" : checkpoint.error()->code;
}

TEST(CheckpointFile, OneFileIsAModel) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "m.safetensors", {{"a", kF32, {2}}});
  const auto checkpoint = open(folder / "m.safetensors");
  ASSERT_TRUE(checkpoint.has_value());
  EXPECT_FALSE(checkpoint->index.has_value());
  EXPECT_EQ(checkpoint->parts.at(0).name, "m.safetensors");
  EXPECT_EQ(checkpoint->tensor_count(), 1U);
}

TEST(CheckpointFile, AnIndexIsOneModel) {
  const io::TemporaryFolder folder;
  write_safetensors(folder / "p1.safetensors", {{"a", kF32, {2}}});
  write_safetensors(folder / "p2.safetensors", {{"b", kU8, {4}}});
  io::write_text(folder / "m.safetensors.index.json", kIndex);
  const auto checkpoint = open(folder / "m.safetensors.index.json");
  ASSERT_TRUE(checkpoint.has_value()) << checkpoint.error()->message;
  ASSERT_EQ(checkpoint->parts.size(), 2U);
  EXPECT_EQ(checkpoint->parts[0].name, "p2.safetensors");
  EXPECT_EQ(checkpoint->tensor_count(), 2U);
  EXPECT_EQ(checkpoint->data_bytes(), 12);
}

TEST(CheckpointFile, PartsThatDoNotFitTheIndexAreRefused) {
  const io::TemporaryFolder folder;
  const std::string index = folder / "m.safetensors.index.json";
  io::write_text(index, kIndex);
  write_safetensors(folder / "p1.safetensors", {{"a", kF32, {2}}});
  EXPECT_EQ(code_of(index), "io.not_found");
  write_safetensors(folder / "p2.safetensors", {{"c", kU8, {4}}});
  EXPECT_EQ(code_of(index), "safetensors.part_unlisted");
  write_safetensors(folder / "p2.safetensors", {{"a", kU8, {4}}, {"b", kU8, {4}}});
  EXPECT_EQ(code_of(index), "safetensors.part_twice");
  write_safetensors(folder / "p2.safetensors", {});
  EXPECT_EQ(code_of(index), "safetensors.part_lacks");
  io::write_text(folder / "p2.safetensors", "no header");
  const auto broken = open(index);
  EXPECT_EQ(broken.error()->code, "safetensors.header_length");
  EXPECT_NE(broken.error()->message.find("p2.safetensors"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::checkpoint
