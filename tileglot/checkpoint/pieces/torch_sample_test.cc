// SPDX-License-Identifier: Apache-2.0
// torch_sample_test.cc: the files that torch.distributed.checkpoint wrote, samples/README.md.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

using core::ElementType;
using Boxes = std::vector<map::Box>;

const std::string kFolder = TILEGLOT_SOURCE_DIR "/tileglot/checkpoint/pieces/samples/torch/";

/// The number that an element of a sample is.
std::int64_t number_at(const std::string& text, std::int64_t at, ElementType type) {
  std::uint32_t bits = 0;
  const auto bytes = static_cast<std::size_t>(core::bits(type) / 8);
  std::memcpy(&bits, text.data() + at, bytes);
  if (type == ElementType::kBf16) bits <<= 16U;
  if (type == ElementType::kS32) return static_cast<std::int64_t>(bits);
  return static_cast<std::int64_t>(std::bit_cast<float>(bits));
}

void expect_counted(const PiecedModel& model, const PiecedArray& array) {
  for (const Piece& piece : array.pieces) {
    const std::string text = io::read_text(model.files[piece.file].path);
    std::int64_t at = piece.begin_bytes;
    for_each_element(shape_of(piece.box), [&](const map::Coordinate& x) {
      std::int64_t number = 0;
      for (std::size_t k = 0; k < x.size(); ++k)
        number = number * array.extents[k] + piece.box.begin[k] + x[k];
      EXPECT_EQ(number_at(text, at, array.type), number) << array.name;
      at += core::bits(array.type) / 8;
    });
    EXPECT_EQ(at, piece.begin_bytes + piece.bytes);
  }
}

TEST(TorchSample, WhatTorchSavedIsRead) {
  const auto model = read_pieces(kFolder);
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->spelling, Spelling::kSharded);
  EXPECT_EQ(model->files.size(), 4U);
  ASSERT_EQ(model->arrays.size(), 5U);
  const auto expect = [&](std::size_t i, const char* name, ElementType type, const Extents& extents,
                          const Boxes& boxes) {
    const PiecedArray& array = model->arrays[i];
    EXPECT_EQ(array.name, name);
    EXPECT_EQ(array.type, type);
    EXPECT_EQ(array.extents, extents);
    EXPECT_EQ(boxes_of(array), boxes);
    expect_counted(*model, array);
  };
  expect(0, "columns", ElementType::kS32, {3, 4}, {{{0, 0}, {3, 2}}, {{0, 2}, {3, 4}}});
  expect(1, "grid", ElementType::kBf16, {5, 6},
         {{{0, 0}, {3, 3}}, {{0, 3}, {3, 6}}, {{3, 0}, {5, 3}}, {{3, 3}, {5, 6}}});
  expect(2, "norm", ElementType::kF32, {5}, {{{0}, {5}}});
  expect(3, "rows", ElementType::kF32, {7, 4},
         {{{0, 0}, {2, 4}}, {{2, 0}, {4, 4}}, {{4, 0}, {6, 4}}, {{6, 0}, {7, 4}}});
  expect(4, "short", ElementType::kF32, {3}, {{{0}, {1}}, {{1}, {2}}, {{2}, {3}}});
}

TEST(TorchSample, AMissingFileIsAHole) {
  const io::TemporaryFolder folder;
  for (const std::int64_t shard : {1, 3, 4}) {
    const std::string name = dcp_file_name(shard, 1, 1);
    std::filesystem::copy_file(kFolder + name, folder / name);
  }
  const auto model = read_pieces(folder.path());
  ASSERT_FALSE(model.has_value());
  EXPECT_EQ(model.error()->code, "pieces.hole");
  EXPECT_EQ(model.error()->message,
            "'grid' is of [5,6], and no piece has the element (0,3); 3 pieces are there");
  EXPECT_EQ(model.error()->witness, "(0,3)");
}

TEST(TorchSample, TheTextIsWrittenAsTorchDid) {
  for (const std::int64_t shard : {1, 2, 3, 4}) {
    const auto file = io::open_safetensors(kFolder + dcp_file_name(shard, 1, 1));
    ASSERT_TRUE(file.has_value());
    const auto text = io::metadata_value(file->header, kDcpKey);
    ASSERT_TRUE(text.has_value());
    EXPECT_EQ(dcp_sharding_text(*parse_dcp_sharding(*text)), *text);
  }
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
