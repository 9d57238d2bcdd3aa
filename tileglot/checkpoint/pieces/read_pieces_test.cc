// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/read_pieces.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/text.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {
namespace {

using Boxes = std::vector<map::Box>;
using io::TemporaryFolder;

const Extents kWhole = {4, 2};
const map::Box kTop = {{0, 0}, {2, 2}};
const map::Box kBottom = {{2, 0}, {4, 2}};
const map::Box kAll = {{0, 0}, {4, 2}};

BoxedArray halves(const char* name) { return {name, kWhole, {kTop, kBottom}}; }

std::string refusal(const core::Result<PiecedModel>& model) {
  return model ? "fine" : model.error()->code + ": " + model.error()->message;
}

/// The refusal without the folder's name.
std::string refusal_in(const TemporaryFolder& folder, const std::string& name = "") {
  std::string text = refusal(read_pieces(folder / name));
  for (std::size_t at = 0; (at = text.find(folder / "", at)) != std::string::npos;)
    text.erase(at, (folder / "").size());
  return text;
}

void write_dcp(const std::string& path, const std::vector<BoxTensor>& tensors,
               std::string_view info) {
  write_tensors(path, tensors, io::SafetensorsMetadata{{"DCP_SHARDING_INFO", std::string(info)}});
}

TEST(ReadPieces, PiecesOfRecordedTensorsAreOneArray) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {halves("w")}, Spelling::kRecorded);
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->spelling, Spelling::kRecorded);
  ASSERT_EQ(model->arrays.size(), 1U);
  const PiecedArray& array = model->arrays[0];
  EXPECT_EQ(array.name, "w");
  EXPECT_EQ(array.type, core::ElementType::kU32);
  EXPECT_EQ(array.element_bits, 32);
  EXPECT_EQ(array.sharding, "by hand");
  EXPECT_EQ(boxes_of(array), (Boxes{kTop, kBottom}));
  expect_numbered(*model);
  EXPECT_FALSE(model->files[0].stamp.empty());
  EXPECT_TRUE(model->files[0].texts.empty());
}

TEST(ReadPieces, OneFileHasWholeArrays) {
  const TemporaryFolder folder;
  write_tensors(folder / "m.safetensors", {{"w", kAll, kWhole}, {"s", {}, {}}},
                io::SafetensorsMetadata{{"format", "pt"}});
  for (const char* name : {"m.safetensors", ""}) {
    const auto model = read_pieces(folder / name);
    ASSERT_TRUE(model.has_value()) << model.error()->message;
    EXPECT_EQ(model->spelling, Spelling::kWhole);
    ASSERT_EQ(model->arrays.size(), 2U);
    EXPECT_EQ(boxes_of(model->arrays[0]), (Boxes{{}}));
    EXPECT_EQ(boxes_of(model->arrays[1]), (Boxes{kAll}));
    EXPECT_EQ(model->files[0].texts, (io::SafetensorsMetadata{{"format", "pt"}}));
    expect_numbered(*model);
  }
}

TEST(ReadPieces, AnIndexNamesItsFiles) {
  const TemporaryFolder folder;
  write_tensors(folder / "a.safetensors", {{"w", kAll, kWhole}});
  write_tensors(folder / "b.safetensors", {{"v", kAll, kWhole}});
  write_tensors(folder / "unlisted.safetensors", {{"v", kAll, kWhole}});
  const std::string index = "m.safetensors.index.json";
  io::write_text(folder / index, R"({"weight_map":{"w":"a.safetensors","v":"b.safetensors"}})");
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->files.size(), 2U);
  EXPECT_EQ(model->arrays[0].name, "v");
  EXPECT_EQ(model->arrays[0].pieces[0].file, 1U);
  io::write_text(folder / index,
                 R"({"weight_map":{"w":"a.safetensors","v":"b.safetensors","x":"a.safetensors"}})");
  EXPECT_EQ(refusal_in(folder),
            "safetensors.part_lacks: the index has 'x' in 'a.safetensors', which does not hold it");
  io::write_text(folder / index, R"({"weight_map":{"w":"../a.safetensors"}})");
  EXPECT_EQ(refusal_in(folder).substr(0, 21), "safetensors.part_path");
  io::write_text(folder / index, R"({"weight_map":{"w":"c.safetensors"}})");
  const auto missing = read_pieces(folder.path());
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error()->help, "the index names it: all files of an index are beside it");
}

TEST(ReadPieces, NpyFilesSayWhereTheyBeginInTheirNames) {
  const TemporaryFolder folder;
  write_npy(folder / "w@0,0.npy", kTop, kWhole);
  write_npy(folder / "w@2,0.npy", kBottom, kWhole);
  for (const char* name : {"", "w@{begin}.npy"}) {
    const auto model = read_pieces(folder / name);
    ASSERT_TRUE(model.has_value()) << model.error()->message;
    EXPECT_EQ(model->spelling, Spelling::kNpy);
    EXPECT_EQ(boxes_of(model->arrays[0]), (Boxes{kTop, kBottom}));
    expect_numbered(*model);
  }
  EXPECT_EQ(refusal_in(folder, "w@2,0.npy"),
            "pieces.hole: 'w' is of [4,2], and no piece has the element (0,0); 1 piece is there");
  write_npy(folder / "w.npy", kAll, kWhole);
  EXPECT_EQ(refusal_in(folder).substr(0, 17), "pieces.duplicate:");
}

TEST(ReadPieces, ElementsBelowEightBitsAreBytesInNpyFiles) {
  const TemporaryFolder folder;
  io::write_text(folder / "w.npy", io::npy_header_bytes("<V1", false, Extents{3}) + "abc");
  EXPECT_EQ(refusal_in(folder).substr(0, 16), "npy.type_unknown");
  const auto model = read_pieces(folder.path(), {.npy_type = core::ElementType::kS4});
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->arrays[0].element_bits, 8);
  EXPECT_EQ(model->arrays[0].pieces[0].bytes, 3);
}

TEST(ReadPieces, FilesOfRanksArePartsWithoutPlaces) {
  const TemporaryFolder folder;
  write_tensors(folder / rank_file_name(0, 0), {{"w", kTop, kWhole}});
  write_tensors(folder / rank_file_name(0, 1), {{"v", kTop, kWhole}});
  write_tensors(folder / rank_file_name(1, 0), {{"w", kBottom, kWhole}});
  for (const char* name : {"", "model-rank-{rank}-part-{part}.safetensors"}) {
    const auto model = read_pieces(folder / name);
    ASSERT_TRUE(model.has_value()) << model.error()->message;
    EXPECT_EQ(model->spelling, Spelling::kRanks);
    EXPECT_EQ(model->rank_count, 2);
    EXPECT_TRUE(model->arrays.empty());
    ASSERT_EQ(model->rank_arrays.size(), 2U);
    EXPECT_EQ(model->rank_arrays[0].parts.size(), 1U);
    ASSERT_EQ(model->rank_arrays[1].parts.size(), 2U);
    EXPECT_EQ(model->rank_arrays[1].parts[1].rank, 1);
    EXPECT_EQ(model->rank_arrays[1].parts[1].file, 2U);
    EXPECT_EQ(model->rank_arrays[1].parts[1].extents, (Extents{2, 2}));
  }
  write_tensors(folder / rank_file_name(0, 2), {{"w", kTop, kWhole}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.duplicate: rank 0 has 'w' in 'model-rank-0-part-0.safetensors' and in "
            "'model-rank-0-part-2.safetensors'");
}

TEST(ReadPieces, RanksAreAllThere) {
  const TemporaryFolder folder;
  write_tensors(folder / rank_file_name(0, 0), {{"w", kTop, kWhole}});
  write_tensors(folder / rank_file_name(2, 0), {{"w", kTop, kWhole}});
  EXPECT_EQ(
      refusal_in(folder),
      "pieces.missing_file: 'model-rank-2-part-0.safetensors' is there, and no file of rank 1");
  write_tensors(folder / rank_file_name(1, 1), {{"w", kTop, kWhole}});
  EXPECT_EQ(
      refusal_in(folder),
      "pieces.missing_file: 'model-rank-1-part-1.safetensors' is there, and no file of part 0");
  write_tensors(folder / "model-rank-01-part-1.safetensors", {{"w", kTop, kWhole}});
  write_tensors(folder / rank_file_name(1, 0), {{"w", kTop, kWhole}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.duplicate: 'model-rank-01-part-1.safetensors' and "
            "'model-rank-1-part-1.safetensors' are the same rank and part");
}

TEST(ReadPieces, RanksThatSayWhereTheirTensorsBelongAreArrays) {
  const TemporaryFolder folder;
  write_dcp(folder / rank_file_name(0, 0), {{"w", kTop, kWhole}},
            R"({"w":{"saved_offsets":[0,0]}})");
  write_dcp(folder / rank_file_name(1, 0), {{"w", kBottom, kWhole}},
            R"({"w":{"saved_offsets":[2,0]}})");
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(boxes_of(model->arrays[0]), (Boxes{kTop, kBottom}));
}

TEST(ReadPieces, EqualBoxesAreCopies) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {{"w", kWhole, {kTop, kBottom, kTop}}}, Spelling::kSharded);
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(boxes_of(model->arrays[0]), (Boxes{kTop, kTop, kBottom}));
  EXPECT_EQ(model->arrays[0].pieces[1].file, 2U);
}

TEST(ReadPieces, OverlapsNameTheElementAndBothFiles) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {{"w", kWhole, {{{0, 0}, {3, 2}}, kBottom}}}, Spelling::kRecorded);
  EXPECT_EQ(refusal_in(folder),
            "pieces.overlap: the element (2,0) of 'w' is in [0:3,0:2] in 'part-0.safetensors' and "
            "in [2:4,0:2] in 'part-1.safetensors'");
}

TEST(ReadPieces, WholeArraysAreThereOnce) {
  const TemporaryFolder folder;
  write_tensors(folder / "a.safetensors", {{"w", kAll, kWhole}});
  write_tensors(folder / "b.safetensors", {{"w", kAll, kWhole}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.duplicate: 'w' is in 'a.safetensors' and in 'b.safetensors', and not both say "
            "which piece of it");
}

TEST(ReadPieces, PiecesOfOneArrayAreAlike) {
  const TemporaryFolder folder;
  write_npy(folder / "w@0,0.npy", kTop, kWhole);
  io::write_text(folder / "w@2,0.npy", io::npy_header_bytes("<f4", false, Extents{2, 2}) +
                                           numbered_elements(kBottom, kWhole));
  EXPECT_EQ(refusal_in(folder),
            "pieces.type: 'w' is u32 of 32 bits in 'w@0,0.npy', and f32 of 32 bits in 'w@2,0.npy'");
  write_npy(folder / "w@2,0.npy", {{0}, {4}}, {4});
  EXPECT_EQ(refusal_in(folder), "pieces.rank: 'w' is [2,2] in 'w@0,0.npy', and [4] in 'w@2,0.npy'");
  std::filesystem::remove(folder / "w@2,0.npy");
  write_npy(folder / "w@2.npy", kBottom, kWhole);
  EXPECT_EQ(refusal_in(folder), "pieces.rank: 'w' is [2,2] in 'w@2.npy', and begins at (2)");
}

void write_record(const std::string& path, const map::Box& box, PieceRecord record) {
  write_tensors(path, {{"w", box, kWhole}},
                recorded_metadata(std::vector<RecordedTensor>{{"w", std::move(record)}}));
}

TEST(ReadPieces, PiecesAgreeOnTheWhole) {
  const TemporaryFolder folder;
  write_record(folder / "a.safetensors", kTop, {.begin = {0, 0}, .extents = {4, 2}});
  write_record(folder / "b.safetensors", kBottom, {.begin = {2, 0}, .extents = {5, 2}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.disagree: 'w' is of [4,2] in 'a.safetensors', and of [5,2] in 'b.safetensors'");
  write_record(folder / "a.safetensors", kTop,
               {.begin = {0, 0}, .extents = {4, 2}, .sharding = "P('x')"});
  write_record(folder / "b.safetensors", kBottom,
               {.begin = {2, 0}, .extents = {4, 2}, .sharding = "P('y')"});
  EXPECT_EQ(refusal_in(folder),
            "pieces.disagree: 'w' is cut by P('x') in 'a.safetensors', and cut by P('y') in "
            "'b.safetensors'");
  write_record(folder / "b.safetensors", kBottom, {.begin = {3, 0}, .extents = {4, 2}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.outside: 'w' is of [4,2], and [3:5,0:2] in 'b.safetensors' is not in that");
}

TEST(ReadPieces, TextsAndTensorsMatch) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.safetensors";
  const std::vector<BoxTensor> tensors = {{"w", kAll, kWhole}};
  write_dcp(path, tensors, "{}");
  EXPECT_EQ(refusal_in(folder),
            "pieces.unlisted: 'a.safetensors': DCP_SHARDING_INFO does not say where 'w' begins");
  write_dcp(path, tensors, R"({"w":{"saved_offsets":[0,0]},"v":{"saved_offsets":[0,0]}})");
  EXPECT_EQ(refusal_in(folder),
            "pieces.nowhere: 'a.safetensors': DCP_SHARDING_INFO is of a tensor 'v', which the file "
            "does not have");
  write_dcp(path, tensors, R"({"w":{"saved_offsets":0}})");
  EXPECT_EQ(refusal_in(folder),
            "pieces.record: 'a.safetensors': DCP_SHARDING_INFO: expected a text or a list of "
            "numbers for 'saved_offsets', found a number");
  write_tensors(path, tensors,
                io::SafetensorsMetadata{{"tileglot.piece/v", R"({"begin":[],"extents":[]})"}});
  EXPECT_EQ(refusal_in(folder).substr(0, 14), "pieces.nowhere");
  write_tensors(
      path, tensors,
      io::SafetensorsMetadata{{"DCP_SHARDING_INFO", R"({"w":{"saved_offsets":[0,0]}})"},
                              {"tileglot.piece/w", R"({"begin":[1,0],"extents":[5,2]})"}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.disagree: 'a.safetensors': DCP_SHARDING_INFO and tileglot.piece/ differ in "
            "where 'w' begins");
}

TEST(ReadPieces, APartLacksElementsAndHasNoneTwice) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {halves("w")}, Spelling::kRecorded);
  const std::string bottom = folder / "part-1.safetensors";
  EXPECT_EQ(read_pieces(bottom).error()->code, "pieces.hole");
  const auto part = read_pieces(bottom, {.demand = Demand::kPart});
  ASSERT_TRUE(part.has_value()) << refusal(part);
  EXPECT_EQ(part->arrays[0].extents, kWhole);
  EXPECT_EQ(boxes_of(part->arrays[0]), Boxes{kBottom});
  const TemporaryFolder twice;
  write_pieces(twice / "", {{"w", kWhole, {{{1, 0}, {3, 2}}, {{2, 1}, {3, 2}}}}},
               Spelling::kRecorded);
  EXPECT_TRUE(refusal(read_pieces(twice.path(), {.demand = Demand::kPart}))
                  .starts_with("pieces.overlap: the element (2,1) of 'w' is in [1:3,0:2] in "));
}

TEST(ReadPieces, APartSaysTheExtentsOfItsArray) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {halves("w")}, Spelling::kSharded);
  const std::string top = folder / dcp_file_name(1, 1, 1);
  EXPECT_EQ(refusal(read_pieces(top, {.demand = Demand::kPart})),
            "pieces.extents: 'w' in '" + top +
                "' begins at (0,0) of an array whose extents no file says");
  write_tensors(folder / "whole", {{"w", kAll, kWhole}});
  EXPECT_TRUE(read_pieces(folder / "whole", {.demand = Demand::kPart}).has_value());
}

TEST(ReadPieces, OtherOrdersAreRefused) {
  const TemporaryFolder folder;
  write_tensors(folder / "a.safetensors", {{"w", kAll, kWhole}},
                io::SafetensorsMetadata{{"tileglot.layout/w", "u32[4,2]{0,1}"}});
  EXPECT_EQ(refusal_in(folder),
            "pieces.order: 'a.safetensors': 'w' is stored in the layout u32[4,2]{0,1}");
  const TemporaryFolder npys;
  io::write_text(npys / "w.npy",
                 io::npy_header_bytes("<u4", true, kWhole) + numbered_elements(kAll, kWhole));
  EXPECT_EQ(refusal_in(npys), "pieces.order: 'w.npy': the first dimension is the fastest");
  io::write_text(npys / "w.npy", io::npy_header_bytes("<u4", true, Extents{8, 1}) +
                                     numbered_elements(kAll, kWhole));
  EXPECT_TRUE(read_pieces(npys.path()).has_value());
}

TEST(ReadPieces, FoldersOfSeveralKindsAreAmbiguous) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal_in(folder).substr(0, 11), "pieces.none");
  write_tensors(folder / "a.safetensors", {{"w", kAll, kWhole}});
  write_npy(folder / "w.npy", kAll, kWhole);
  EXPECT_EQ(refusal_in(folder).substr(0, 16), "pieces.ambiguous");
  std::filesystem::remove(folder / "w.npy");
  write_tensors(folder / rank_file_name(0, 0), {{"w", kAll, kWhole}});
  EXPECT_EQ(refusal_in(folder).substr(0, 16), "pieces.ambiguous");
  io::write_text(folder / "a.index.json", "{}");
  io::write_text(folder / "b.index.json", "{}");
  EXPECT_EQ(refusal_in(folder).substr(0, 16), "pieces.ambiguous");
  EXPECT_EQ(refusal_in(folder, "x-{rank}.npy").substr(0, 11), "pieces.none");
  EXPECT_EQ(refusal_in(folder, "x-{begin}.safetensors").substr(0, 14), "pieces.pattern");
  EXPECT_EQ(refusal_in(folder, "{rank}.npy").substr(0, 14), "pieces.pattern");
  EXPECT_EQ(refusal_in(folder, "x.npy").substr(0, 12), "io.not_found");
  EXPECT_EQ(refusal_in(folder, "none/x-{rank}.npy").substr(0, 12), "io.not_found");
}

TEST(ReadPieces, NumbersThatDoNotFitAreRefused) {
  const TemporaryFolder folder;
  const std::vector<BoxTensor> tensors = {{"w", kAll, kWhole}};
  write_dcp(folder / "a.safetensors", tensors,
            R"({"w":{"saved_offsets":[9223372036854775807,0]}})");
  EXPECT_EQ(refusal_in(folder).substr(0, 15), "pieces.overflow");
  write_dcp(folder / "a.safetensors", tensors,
            R"({"w":{"saved_offsets":[4611686018427387904,4]}})");
  EXPECT_EQ(refusal_in(folder).substr(0, 15), "pieces.overflow");
  write_dcp(folder / "a.safetensors", tensors,
            R"({"w":{"saved_offsets":[1152921504606846000,0]}})");
  EXPECT_EQ(refusal_in(folder).substr(0, 15), "pieces.overflow");
  write_dcp(folder / "a.safetensors", tensors, R"({"w":{"saved_offsets":[1000000000000000,0]}})");
  EXPECT_EQ(refusal_in(folder).substr(0, 11), "pieces.hole");
}

TEST(ReadPieces, ArraysWithoutElementsHaveNoPieces) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {{"w", {0, 5}, {{{0, 0}, {0, 2}}, {{0, 2}, {0, 5}}}}},
               Spelling::kSharded);
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->arrays[0].extents, (Extents{0, 5}));
  EXPECT_TRUE(model->arrays[0].pieces.empty());
}

TEST(ReadPieces, APieceOfNoElementsDoesNotStretchItsArray) {
  const TemporaryFolder folder;
  write_pieces(folder / "", {{"w", kWhole, {kTop, kBottom, {{6, 0}, {6, 2}}}}}, Spelling::kSharded);
  const auto model = read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->arrays[0].extents, kWhole);
  EXPECT_EQ(boxes_of(model->arrays[0]), (Boxes{kTop, kBottom}));
}

TEST(ReadPieces, ManyDimensionsAreRefused) {
  const TemporaryFolder folder;
  io::write_text(folder / "a.safetensors", io::safetensors_text(
                                               R"({"w":{"dtype":"U8","shape":[1)" +
                                                   [] {
                                                     std::string ones;
                                                     for (int i = 0; i < 64; ++i) ones += ",1";
                                                     return ones;
                                                   }() +
                                                   R"(],"data_offsets":[0,1]}})",
                                               "x"));
  EXPECT_EQ(refusal_in(folder), "pieces.limit: 'w' has 65 dimensions; at most 64 are read");
}

/// 65,536 pieces of one array in 16 files.
TEST(ReadPieces, ManyPiecesAreReadInNoTime) {
  const TemporaryFolder folder;
  const Extents whole = {256, 256};
  for (std::int64_t file = 0; file < 16; ++file) {
    std::vector<BoxTensor> tensors;
    std::vector<RecordedTensor> records;
    for (std::int64_t i = file * 4096; i < file * 4096 + 4096; ++i) {
      const map::Box box = {{i / 256, i % 256}, {i / 256 + 1, i % 256 + 1}};
      const std::string name = piece_tensor_name("w", box.begin);
      tensors.push_back({name, box, whole});
      records.push_back({name, {.array = "w", .begin = box.begin, .extents = whole}});
    }
    write_tensors(folder / (std::to_string(file) + ".safetensors"), tensors,
                  recorded_metadata(records));
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto model = read_pieces(folder.path());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(seconds.count()));
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->arrays[0].pieces.size(), 65536U);
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
