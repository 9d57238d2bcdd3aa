// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/read_digests.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/text.h"

namespace tileglot::api {
namespace {

using checkpoint::pieces::BoxedArray;
using checkpoint::pieces::Spelling;
using io::TemporaryFolder;

map::Box whole_box(const checkpoint::pieces::Extents& extents) {
  return {map::Coordinate(extents.size()), extents};
}

NamedDigests digests_of(const std::string& path) {
  auto tensors = read_digests({.path = path});
  EXPECT_TRUE(tensors.has_value()) << tensors.error()->code << ": " << tensors.error()->message;
  return tensors ? *std::move(tensors) : NamedDigests();
}

std::string refusal_of(const DigestSource& source) {
  const auto tensors = read_digests(source);
  return tensors ? "" : tensors.error()->code + ": " + tensors.error()->message;
}

/// w [4,6] and b [6], whole in one file.
void write_one_file(const std::string& path) {
  checkpoint::pieces::write_tensors(path,
                                    {{"w", whole_box({4, 6}), {4, 6}}, {"b", whole_box({6}), {6}}});
}

/// The same, w by rows and columns.
std::vector<BoxedArray> cut_model() {
  return {{"w", {4, 6}, {{{0, 0}, {2, 6}}, {{2, 0}, {4, 2}}, {{2, 2}, {4, 6}}}},
          {"b", {6}, {{{3}, {6}}, {{0}, {3}}}}};
}

TEST(ReadDigests, EqualContentsHaveEqualDigests) {
  const TemporaryFolder folder;
  write_one_file(folder / "model.safetensors");
  const NamedDigests tensors = digests_of(folder / "model.safetensors");
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(tensors[0].name, "b");
  EXPECT_EQ(relayout::digest::print(tensors[1].digest).substr(0, 15), "tg1:32[4,6]:24:");
  for (const Spelling spelling : {Spelling::kSharded, Spelling::kRecorded, Spelling::kNpy}) {
    const TemporaryFolder parts;
    write_pieces(parts.path() + "/", cut_model(), spelling);
    EXPECT_EQ(digests_of(parts.path()), tensors);
    if (spelling != Spelling::kRecorded) continue;
    write_index(parts.path() + "/", cut_model());
    EXPECT_EQ(digests_of(parts / "model.safetensors.index.json"), tensors);
  }
}

TEST(ReadDigests, AnyCutIsTheWhole) {
  core::check_law("digest_of_any_cut_is_that_of_the_whole", 500, [] {
    const auto extents = checkpoint::pieces::any_extents(3);
    const std::vector<BoxedArray> cut{{"w", extents, checkpoint::pieces::any_cut(extents)}};
    const std::vector<BoxedArray> whole{{"w", extents, {whole_box(extents)}}};
    const TemporaryFolder one;
    const TemporaryFolder many;
    write_pieces(one.path() + "/", whole, Spelling::kRecorded);
    write_pieces(many.path() + "/", cut, Spelling::kNpy);
    EXPECT_EQ(digests_of(many.path()), digests_of(one.path()));
  });
}

TEST(ReadDigests, CopiesAreReadOnceAndCompared) {
  const TemporaryFolder folder;
  const TemporaryFolder once;
  std::vector<BoxedArray> copied{{"w", {4, 6}, {whole_box({4, 6}), whole_box({4, 6})}}};
  write_pieces(folder.path() + "/", copied, Spelling::kRecorded);
  copied[0].boxes.pop_back();
  write_pieces(once.path() + "/", copied, Spelling::kRecorded);
  EXPECT_EQ(digests_of(folder.path()), digests_of(once.path()));
  std::string text = io::read_text(folder / "part-1.safetensors");
  text.back() = static_cast<char>(text.back() ^ 64);
  io::write_text(folder / "part-1.safetensors", text);
  EXPECT_EQ(refusal_of({.path = folder.path()}),
            "digest.copies: '" + (folder / "part-0.safetensors") + "' and '" +
                (folder / "part-1.safetensors") + "' have different copies of 'w' at (0,0)");
}

TEST(ReadDigests, ATiledTensorIsReadByItsLayout) {
  const TemporaryFolder folder;
  const map::Box box = whole_box({2, 2});
  checkpoint::pieces::write_tensors(folder / "rows.safetensors", {{"w", box, {2, 2}}});
  // The numbers 0 1 2 3 of a row-major file are (0,0) (1,0) (0,1) (1,1) here.
  checkpoint::pieces::write_tensors(
      folder / "columns.safetensors", {{"w", box, {2, 2}}},
      io::SafetensorsMetadata{{"tileglot.layout/w", "u32[2,2]{0,1}"}});
  const std::string rows("\0\0\0\0\2\0\0\0\1\0\0\0\3\0\0\0", 16);
  io::write_text(folder / "w.npy", io::npy_header_bytes("<u4", false, box.end) + rows);
  const NamedDigests columns = digests_of(folder / "columns.safetensors");
  EXPECT_NE(columns, digests_of(folder / "rows.safetensors"));
  EXPECT_EQ(columns, digests_of(folder / "w.npy"));
}

TEST(ReadDigests, NibblesInBytesAreBytes) {
  const TemporaryFolder folder;
  const std::vector<io::SafetensorsEntry> entry{{"w", core::ElementType::kU8, {2, 2}}};
  const std::string header = *io::safetensors_header_bytes(*io::place_tensors(entry), {});
  // Rows of four nibbles, then the same by columns.
  io::write_text(folder / "rows.safetensors", header + "\x21\x43\x65\x87");
  const io::SafetensorsMetadata columns{{"tileglot.layout/w", "u4[2,4]{0,1:E(4)}"}};
  io::write_text(
      folder / "columns.safetensors",
      *io::safetensors_header_bytes(*io::place_tensors(entry), columns) + "\x51\x62\x73\x84");
  EXPECT_EQ(digests_of(folder / "columns.safetensors"), digests_of(folder / "rows.safetensors"));
}

TEST(ReadDigests, AFortranFileIsReadByColumns) {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> extents{2, 3};
  io::write_text(folder / "w.npy", io::npy_header_bytes("|u1", true, extents) + "abcdef");
  const NamedDigests columns = digests_of(folder / "w.npy");
  io::write_text(folder / "w.npy", io::npy_header_bytes("|u1", false, extents) + "acebdf");
  EXPECT_EQ(columns, digests_of(folder / "w.npy"));
}

TEST(ReadDigests, FilesOfRanksDoNotSayHowTheyJoin) {
  const TemporaryFolder folder;
  write_pieces(folder.path() + "/", cut_model(), Spelling::kRanks);
  EXPECT_EQ(refusal_of({.path = folder.path()}), "digest.ranks: the files of 3 ranks in '" +
                                                     folder.path() +
                                                     "' do not say how their tensors join");
}

TEST(ReadDigests, OneTensorMayBeChosen) {
  const TemporaryFolder folder;
  write_one_file(folder / "model.safetensors");
  const auto chosen = read_digests({.path = folder / "model.safetensors", .tensor = "b"});
  EXPECT_EQ(*chosen, (NamedDigests{digests_of(folder / "model.safetensors")[0]}));
}

TEST(ReadDigests, ArraysWithoutElementsAndScalarsHaveDigests) {
  const TemporaryFolder folder;
  checkpoint::pieces::write_tensors(folder / "m.safetensors",
                                    {{"e", whole_box({0, 6}), {0, 6}}, {"s", whole_box({}), {}}});
  const NamedDigests tensors = digests_of(folder / "m.safetensors");
  ASSERT_EQ(tensors.size(), 2U);
  EXPECT_EQ(relayout::digest::print(tensors[0].digest),
            "tg1:32[0,6]:0:00000000000000000000000000000000");
  EXPECT_TRUE(tensors[1].digest.is_whole());
}

TEST(ReadDigests, AnUnfinishedModelHasDigestsAsAPartOnly) {
  using checkpoint::reshard::Names;
  const checkpoint::reshard::Resharded job;
  const auto plan = job.plan("mesh tp=2\n* P('tp')\n", Names::kRank, 2);
  ASSERT_TRUE(carry_out(*plan, job.options(0)).has_value());
  EXPECT_EQ(read_digests({.path = job.output()}).error()->code, "reshard.unfinished");
  EXPECT_TRUE(read_digests({.path = job.output(), .is_part = true}).has_value());
  ASSERT_TRUE(carry_out(*plan, job.options(1)).has_value());
  EXPECT_EQ(read_digests({.path = job.output()}), read_digests({.path = job.source()}));
}

}  // namespace
}  // namespace tileglot::api
