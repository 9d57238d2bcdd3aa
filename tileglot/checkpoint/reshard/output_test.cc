// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/output.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_examples.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/python_program.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/text.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

using Texts = std::vector<std::string>;

const pieces::Extents kExtents = {4, 2};
const map::Box kTop = {{0, 0}, {2, 2}};
const map::Box kBottom = {{2, 0}, {4, 2}};

/// w in two halves and all of b, on two ranks.
WantedModel halves() {
  return wanted_model({wanted_array("w", kExtents, {{kTop, {0}}, {kBottom, {1}}}, "P('x')"),
                       whole_array("b", {3}, 2)},
                      2);
}

core::Result<Output> planned(const WantedModel& wanted, Names names,
                             std::optional<std::int64_t> max_part_bytes = {}) {
  return planned_output(wanted, source_of(wanted),
                        {.names = names, .max_part_bytes = max_part_bytes});
}

/// "FILE: NAME NAME" for each file.
Texts files_of(const core::Result<Output>& output) {
  if (!output) return {output.error()->code + ": " + output.error()->message};
  Texts files;
  for (const OutputPart& part : output->parts) {
    files.push_back(part.file + ":");
    for (const Entry& entry : part.entries) files.back() += " " + entry.placed.name;
  }
  return files;
}

std::string header_text(const OutputPart& part) {
  const std::string text = part.header.substr(8);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

TEST(Output, AFileOfEachRank) {
  const auto output = planned(halves(), Names::kRank);
  EXPECT_EQ(files_of(output), (Texts{"model-rank-0-part-0.safetensors: b w",
                                     "model-rank-1-part-0.safetensors: b w"}));
  EXPECT_EQ(header_text(output->parts[1]),
            R"({"__metadata__":{"tileglot.piece/b":"{\"begin\":[0],\"extents\":[3]}",)"
            R"("tileglot.piece/w":"{\"begin\":[2,0],\"extents\":[4,2],)"
            R"(\"sharding\":\"P('x')\"}"},)"
            R"("b":{"dtype":"U32","shape":[3],"data_offsets":[0,12]},)"
            R"("w":{"dtype":"U32","shape":[2,2],"data_offsets":[12,28]}})");
  EXPECT_EQ(output->parts[1].rank, 1);
  EXPECT_EQ(output->parts[1].entries[1].tile, 1U);
  EXPECT_EQ(output->parts[1].data_bytes(), 28);
  EXPECT_EQ(output->data_bytes(), 56);
  EXPECT_FALSE(output->index.has_value());
}

TEST(Output, ARankThatWantsNothingHasAFile) {
  const WantedModel wanted = wanted_model({whole_array("b", {3}, 1)}, 2);
  const auto output = planned(wanted, Names::kRank, 4);
  EXPECT_EQ(files_of(output),
            (Texts{"model-rank-0-part-0.safetensors: b", "model-rank-1-part-0.safetensors:"}));
  EXPECT_EQ(header_text(output->parts[1]), "{}");
  const io::TemporaryFolder folder;
  write_output(folder / "", *output, wanted);
  const auto model = pieces::read_pieces(folder.path());
  ASSERT_TRUE(model.has_value()) << model.error()->message;
  EXPECT_EQ(model->spelling, pieces::Spelling::kRecorded);
  EXPECT_EQ(model->arrays[0].pieces.size(), 1U);
}

TEST(Output, PiecesAreNamedByWhereTheyBegin) {
  const auto output = planned(halves(), Names::kPieces, 20);
  EXPECT_EQ(files_of(output),
            (Texts{"model-00001-of-00003.safetensors: b", "model-00002-of-00003.safetensors: w@0,0",
                   "model-00003-of-00003.safetensors: w@2,0"}));
  // A whole array without words needs no record.
  EXPECT_EQ(header_text(output->parts[0]),
            R"({"b":{"dtype":"U32","shape":[3],"data_offsets":[0,12]}})");
  ASSERT_TRUE(output->index.has_value());
  EXPECT_EQ(output->index->file, "model.safetensors.index.json");
  EXPECT_EQ(output->index->text, R"({
  "metadata": {
    "total_size": 44
  },
  "weight_map": {
    "b": "model-00001-of-00003.safetensors",
    "w@0,0": "model-00002-of-00003.safetensors",
    "w@2,0": "model-00003-of-00003.safetensors"
  }
}
)");
  EXPECT_EQ(files_of(planned(halves(), Names::kPieces)),
            Texts{"model-00001-of-00001.safetensors: b w@0,0 w@2,0"});
}

TEST(Output, ANameWithTheSignOfPiecesIsNotTakenForOne) {
  const WantedModel wanted =
      wanted_model({wanted_array("w", {2}, {{{{0}, {1}}}, {{{1}, {2}}}}), whole_array("w@0", {2})});
  EXPECT_EQ(files_of(planned(wanted, Names::kPieces)),
            Texts{"model-00001-of-00001.safetensors: w@0 w@0@0 w@1"});
}

TEST(Output, RanksOfDcpShareTheCopies) {
  const WantedModel wanted = wanted_model(
      {whole_array("a", {}, 2), whole_array("b", {3}, 2), whole_array("c", {0}, 2)}, 3);
  const auto output = planned(wanted, Names::kDcp);
  EXPECT_EQ(files_of(output), (Texts{"shard-00001-model-00001-of-00001.safetensors: a c",
                                     "shard-00002-model-00001-of-00001.safetensors: b"}));
  EXPECT_EQ(header_text(output->parts[1]),
            R"({"__metadata__":{"DCP_SHARDING_INFO":"{\"b\": {\"saved_offsets\": [0]}}",)"
            R"("DCP_VERSION":"1.0","format":"pt"},)"
            R"("b":{"dtype":"U32","shape":[3],"data_offsets":[0,12]}})");
  EXPECT_EQ(files_of(planned(halves(), Names::kDcp, 1)),
            (Texts{"shard-00001-model-00001-of-00002.safetensors: b",
                   "shard-00001-model-00002-of-00002.safetensors: w",
                   "shard-00002-model-00001-of-00001.safetensors: w"}));
}

TEST(Output, TilesOfNoElementsAreFilesOfRanksOnly) {
  const WantedModel wanted =
      wanted_model({wanted_array("w", {1}, {{{{0}, {1}}, {0}}, {{{1}, {1}}, {1}}}),
                    wanted_array("e", {0, 5}, {{{{0, 0}, {0, 3}}, {0}}, {{{0, 3}, {0, 5}}, {1}}})},
                   2);
  EXPECT_EQ(
      files_of(planned(wanted, Names::kRank)),
      (Texts{"model-rank-0-part-0.safetensors: e w", "model-rank-1-part-0.safetensors: e w"}));
  EXPECT_EQ(files_of(planned(wanted, Names::kDcp)),
            (Texts{"shard-00001-model-00001-of-00001.safetensors: w",
                   "shard-00002-model-00001-of-00001.safetensors: e"}));
  EXPECT_EQ(files_of(planned(wanted, Names::kPieces)),
            Texts{"model-00001-of-00001.safetensors: e@0,3 w"});
}

TEST(Output, WholeArraysAreOneFileOrHaveAnIndex) {
  const WantedModel wanted = wanted_model({whole_array("b", {3}), whole_array("a", {1})});
  const auto one = planned(wanted, Names::kHf);
  EXPECT_EQ(files_of(one), Texts{"model.safetensors: a b"});
  EXPECT_FALSE(one->index.has_value());
  const auto all = planned(wanted, Names::kHf, 16);
  EXPECT_EQ(files_of(all), Texts{"model-00001-of-00001.safetensors: a b"});
  EXPECT_TRUE(all->index.has_value());
  EXPECT_EQ(files_of(planned(wanted, Names::kHf, 15)),
            (Texts{"model-00001-of-00002.safetensors: a", "model-00002-of-00002.safetensors: b"}));
  EXPECT_EQ(files_of(planned({}, Names::kHf)), Texts{"model.safetensors:"});
  EXPECT_EQ(files_of(planned({}, Names::kDcp)),
            Texts{"shard-00001-model-00001-of-00001.safetensors:"});
}

/// The whole model of a file, as whole_model(..) wants it.
WantedModel whole_of(const pieces::PiecedModel& source) {
  WantedModel wanted;
  for (const pieces::PiecedArray& array : source.arrays) {
    WantedArray whole = whole_array(array.name, array.extents);
    whole.type = array.type;
    whole.element_bits = array.element_bits;
    wanted.arrays.push_back(std::move(whole));
  }
  return wanted;
}

void expect_same_header(const std::string& path) {
  const auto source = pieces::read_pieces(path);
  ASSERT_TRUE(source.has_value()) << source.error()->message;
  const auto output = planned_output(whole_of(*source), *source, {});
  ASSERT_TRUE(output.has_value()) << output.error()->message;
  ASSERT_EQ(output->parts.size(), 1U);
  const std::string text = io::read_text(path);
  EXPECT_EQ(output->parts[0].header, text.substr(0, output->parts[0].header.size()));
  EXPECT_EQ(output->parts[0].file_bytes(), std::ssize(text));
}

/// The header that safetensors 0.8 wrote for save_file(tensors, path, {"format": "pt"}).
constexpr std::string_view kOfTheLibrary =
    R"({"__metadata__":{"format":"pt"},"step":{"dtype":"I64","shape":[],"data_offsets":[0,8]},)"
    R"("model.b":{"dtype":"F32","shape":[3],"data_offsets":[8,20]},)"
    R"("model.c":{"dtype":"F32","shape":[2,2],"data_offsets":[20,36]},)"
    R"("none":{"dtype":"F32","shape":[0,4],"data_offsets":[36,36]},)"
    R"("model.a":{"dtype":"F16","shape":[2,3],"data_offsets":[36,48]},)"
    R"("mask":{"dtype":"BOOL","shape":[3],"data_offsets":[48,51]}})";

TEST(Output, AFileOfTheFormatsLibraryIsTheSameAgain) {
  const io::TemporaryFolder folder;
  const std::string data(51, 'x');
  std::string header(kOfTheLibrary);
  header.resize((header.size() + 7) / 8 * 8, ' ');
  io::write_text(folder / "m.safetensors", io::safetensors_text(header, data));
  expect_same_header(folder / "m.safetensors");
}

class OutputPythonTest : public io::PythonTest {
 protected:
  OutputPythonTest() : PythonTest("safetensors.numpy") {}
};

TEST_F(OutputPythonTest, AFileOfTheFormatsLibraryIsTheSameAgain) {
  ASSERT_TRUE(run(
      "import sys, numpy as np\n"
      "from safetensors.numpy import save_file\n"
      "types = ['bool', 'u1', 'i1', 'i2', 'u2', 'f2', 'i4', 'u4', 'f4', 'f8', 'i8', 'u8', 'c8']\n"
      "tensors = {'\\u00e9\"%s.%s' % (len(s), t): np.ones(s, t)\n"
      "           for t in types for s in [(), (3,), (0, 5), (2, 3)]}\n"
      "save_file(tensors, sys.argv[1] + '/m.safetensors', metadata={'format': 'pt'})\n"
      "save_file(tensors, sys.argv[1] + '/n.safetensors')\n"));
  expect_same_header(folder / "m.safetensors");
  expect_same_header(folder / "n.safetensors");
}

TEST(Output, TextsThatAllFilesShareStay) {
  const WantedModel wanted = wanted_model({whole_array("a", {1}), whole_array("b", {1})});
  pieces::PiecedModel source = source_of(wanted);
  source.files[0].texts = {{"format", "np"}, {"b", "1"}, {"a", "2"}, {"of a", "3"}};
  source.files[1].texts = {{"a", "2"}, {"b", "0"}, {"of b", "3"}, {"format", "np"}};
  const auto whole = planned_output(wanted, source, {.names = Names::kHf});
  EXPECT_TRUE(
      header_text(whole->parts[0]).starts_with(R"({"__metadata__":{"format":"np","a":"2"},"a":)"));
  const auto shards = planned_output(wanted, source, {.names = Names::kDcp});
  EXPECT_NE(header_text(shards->parts[0]).find(R"("DCP_VERSION":"1.0","format":"pt","a":"2"})"),
            std::string::npos);
  source.files[1].texts.clear();
  const auto without = planned_output(wanted, source, {.names = Names::kHf});
  EXPECT_TRUE(header_text(without->parts[0]).starts_with(R"({"a":)"));
}

TEST(Output, ArraysThatAreCutAreNotNamedAsHf) {
  EXPECT_EQ(files_of(planned(halves(), Names::kHf)),
            Texts{"reshard.names: 'w' is cut into 2 tiles by P('x'), and files named as hf have "
                  "whole arrays"});
}

TEST(Output, NamesThatFilesCannotHaveAreRefused) {
  EXPECT_EQ(files_of(planned(wanted_model({whole_array("__metadata__", {1})}), Names::kRank)),
            Texts{"reshard.names: an array is named '__metadata__', which no tensor of a file can "
                  "be"});
  EXPECT_EQ(files_of(planned(wanted_model({whole_array("", {1})}), Names::kPieces)),
            Texts{"reshard.names: an array has no name, and the names of pieces begin with it"});
  EXPECT_EQ(files_of(planned(wanted_model({whole_array("\xFF", {1})}), Names::kPieces)),
            Texts{"safetensors.utf8: '?' is not UTF-8"});
}

Texts refusal_of_type(core::ElementType type, std::int64_t bits, const pieces::Extents& extents) {
  WantedArray array = wanted_array("w", {4}, {{{{0}, extents}}, {{extents, {4}}}});
  array.type = type;
  array.element_bits = bits;
  return files_of(planned(wanted_model({array}), Names::kPieces));
}

TEST(Output, ElementsThatTheFormatCannotHoldAreRefusedByName) {
  using enum core::ElementType;
  EXPECT_EQ(refusal_of_type(kS4, 4, {2}),
            Texts{"safetensors.dtype: 'w' is s4, which the format does not have"});
  EXPECT_EQ(refusal_of_type(kF4e2m1fn, 4, {1}),
            Texts{"safetensors.sub_byte: 'w' is f4e2m1fn [1], 4 bits, which is not a whole number "
                  "of bytes"});
  EXPECT_EQ(refusal_of_type(kF4e2m1fn, 4, {2}), Texts{"model-00001-of-00001.safetensors: w@0 w@2"});
  EXPECT_EQ(refusal_of_type(kF4e2m1fn, 8, {2}),
            Texts{"reshard.packing: 'w' is f4e2m1fn with 8 bits for each element; a .safetensors "
                  "file has 4"});
}

TEST(Output, TooMuchIsRefused) {
  EXPECT_EQ(files_of(planned({.ranks = std::int64_t{1} << 21}, Names::kRank)),
            Texts{"reshard.limit: the model would be in more than 1048576 files"});
  const std::int64_t many = (std::int64_t{1} << 19) + 1;
  EXPECT_EQ(
      files_of(planned(wanted_model({whole_array("a", {}, many), whole_array("b", {}, many)}, many),
                       Names::kRank)),
      Texts{"reshard.limit: the model would be in more than 1048576 tensors"});
  const WantedModel large = wanted_model({whole_array("a", {std::int64_t{1} << 57}, 9)}, 9);
  EXPECT_EQ(
      files_of(planned(large, Names::kRank)),
      Texts{"reshard.limit: the files would have more than 4611686018427387904 bytes of data"});
}

TEST(Output, AHeaderThatIsRefusedNamesItsFile) {
  const WantedModel wanted = wanted_model({whole_array("a", {1})});
  pieces::PiecedModel source = source_of(wanted);
  source.files[0].texts = {{"text", "\xFF"}};
  EXPECT_EQ(files_of(planned_output(wanted, source, {.names = Names::kRank})),
            Texts{"safetensors.utf8: model-rank-0-part-0.safetensors: '?' is not UTF-8"});
}

TEST(Output, NamesAreReadAsTheyArePrinted) {
  for (const Names names : {Names::kHf, Names::kRank, Names::kDcp, Names::kPieces})
    EXPECT_EQ(names_of(print(names)), names);
  EXPECT_EQ(names_of("Hf"), std::nullopt);
}

/// 131,072 tensors in files of 64 ranks, or in one.
TEST(Output, ManyTensorsArePlannedInNoTime) {
  std::vector<WantedArray> arrays;
  arrays.reserve(2048);
  for (int i = 0; i < 2048; ++i) {
    std::vector<BoxOfRanks> boxes;
    boxes.reserve(64);
    for (std::int64_t rank = 0; rank < 64; ++rank)
      boxes.push_back({{{rank, 0}, {rank + 1, 4}}, {rank}});
    arrays.push_back(wanted_array("layers." + std::to_string(i), {64, 4}, boxes, "P('x')"));
  }
  const WantedModel wanted = wanted_model(std::move(arrays), 64);
  const auto begin = std::chrono::steady_clock::now();
  for (const Names names : {Names::kRank, Names::kDcp, Names::kPieces}) {
    const auto output = planned(wanted, names, 1000);
    ASSERT_TRUE(output.has_value()) << output.error()->message;
    EXPECT_EQ(output->data_bytes(), 64 * 4 * 4 * 2048);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(seconds.count()));
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
