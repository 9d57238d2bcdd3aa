// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/digest.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"

namespace tileglot::api {
namespace {

using io::TemporaryFolder;

constexpr std::size_t kRowBytes = 24;

/// u32 elements, numbered: b [6], then w [4,6].
void write_model(const std::string& path) {
  const map::Box b{{0}, {6}};
  const map::Box w{{0, 0}, {4, 6}};
  checkpoint::pieces::write_tensors(path, {{"b", b, {6}}, {"w", w, {4, 6}}});
}

std::string text_of(const DigestRequest& request) {
  const Reply reply = digest(request);
  return reply ? reply->text : reply.error()->code + ": " + reply.error()->message;
}

/// The exit code, then the text.
std::string compared(const std::string& path, const std::string& against) {
  const Reply reply = digest({.paths = {path}, .against = against});
  if (!reply) return reply.error()->code + ": " + reply.error()->message;
  EXPECT_EQ(reply->json["equal"], reply->exit_code == kYes);
  return std::to_string(reply->exit_code) + " " + reply->text;
}

constexpr const char* kB = "tg1:32[6]:6:865c0bd872ac7e518fcd2c836ff325d9 b\n";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

TEST(Digest, ALineForEachTensorAndOneForTheModel) {
  const TemporaryFolder folder;
  write_model(folder / "m.safetensors");
  const Reply reply = digest({.paths = {folder / "m.safetensors"}});
  ASSERT_TRUE(reply.has_value()) << reply.error()->message;
  const std::vector<std::string> lines = lines_of(reply->text);
  ASSERT_EQ(lines.size(), 3U) << reply->text;
  EXPECT_EQ(lines[0], kB);
  EXPECT_TRUE(lines[1].starts_with("tg1:32[4,6]:24:") && lines[1].ends_with(" w\n")) << lines[1];
  EXPECT_TRUE(lines[2].starts_with("model tg1:8[")) << lines[2];
  EXPECT_EQ(reply->json["tensors"][1]["name"], "w");
  EXPECT_EQ("model " + reply->json["model"].get<std::string>() + "\n", lines[2]);
  EXPECT_EQ(text_of({.paths = {folder / "m.safetensors"}, .tensor = "b"}), kB);
  EXPECT_EQ(text_of({.paths = {folder / "m.safetensors"}, .tensor = "c"}),
            "digest.tensor: '" + (folder / "m.safetensors") + "' has no tensor 'c'");
}

/// A model, another one that may be changed, and a text of the first.
class TwoModels {
 public:
  TwoModels() {
    write_model(path());
    write_model(other());
    io::write_text(lines(), text_of({.paths = {path()}}));
  }

  std::string path() const { return folder_ / "m.safetensors"; }
  std::string other() const { return folder_ / "n.safetensors"; }
  std::string lines() const { return folder_ / "m.txt"; }

  /// Changes the data of the other model, which begins with `b`.
  template <class Change>
  void change(Change how) const {
    std::string text = io::read_text(other());
    const std::size_t begin = text.size() - 5 * kRowBytes;
    std::string data = text.substr(begin);
    how(data);
    io::write_text(other(), text.substr(0, begin) + data);
  }

 private:
  TemporaryFolder folder_;
};

TEST(Digest, EqualModelsAreEqual) {
  const TwoModels models;
  EXPECT_EQ(compared(models.other(), models.path()),
            "0 equal: 2 tensors of '" + models.other() + "' and '" + models.path() + "'\n");
  EXPECT_TRUE(compared(models.other(), models.lines()).starts_with("0 equal: 2 tensors"));
  EXPECT_TRUE(compared(models.lines(), models.other()).starts_with("0 equal: 2 tensors"));
}

TEST(Digest, ABitIsFoundWithItsTensor) {
  const TwoModels models;
  models.change([](std::string& data) {
    data[3 * kRowBytes + 5] = static_cast<char>(data[3 * kRowBytes + 5] ^ 1);
  });
  for (const std::string& against : {models.path(), models.lines()}) {
    const std::string found = compared(models.other(), against);
    EXPECT_TRUE(found.starts_with("1 'w' differs: tg1:32[4,6]:24:")) << found;
    EXPECT_TRUE(found.ends_with("\n1 tensor differs\n")) << found;
  }
}

TEST(Digest, RowsThatChangedPlacesAreFound) {
  const TwoModels models;
  models.change([](std::string& data) {
    for (std::size_t i = 0; i < kRowBytes; ++i)
      std::swap(data[2 * kRowBytes + i], data[3 * kRowBytes + i]);
  });
  EXPECT_TRUE(compared(models.other(), models.path()).starts_with("1 'w' differs: "));
}

TEST(Digest, TensorsOfOneModelOnlyAreNamed) {
  const TwoModels models;
  const map::Box b{{0}, {6}};
  checkpoint::pieces::write_tensors(models.other(), {{"a", b, {6}}});
  const std::string path = "'" + models.path() + "'";
  const std::string other = "'" + models.other() + "'";
  EXPECT_EQ(compared(models.other(), models.path()),
            "1 'a' is in " + other + " only, with the digest of 'b' there\n'b' is in " + path +
                " only\n'w' is in " + path + " only\n3 tensors differ\n");
}

TEST(Digest, ASingleDigestIsThatOfTheTensorOrOfTheModel) {
  const TwoModels models;
  const std::vector<std::string> lines = lines_of(io::read_text(models.lines()));
  const auto against = [&](const std::string& text) {
    return DigestRequest{.paths = {models.path()}, .against = text};
  };
  const std::string b = std::string(kB).substr(0, std::string(kB).find(' '));
  const std::string model = lines[2].substr(6, lines[2].size() - 7);
  EXPECT_EQ(digest(against(model))->exit_code, kYes);
  EXPECT_EQ(digest(against(b))->exit_code, kNo);
  DigestRequest chosen = against(b);
  chosen.tensor = "b";
  EXPECT_EQ(text_of(chosen), "equal: 'b' of '" + models.path() + "' has this digest\n");
  EXPECT_TRUE(text_of(against("tg1:8")).starts_with("digest.text: "));
}

TEST(Digest, NamesOfSingleArrayFilesAreNotCompared) {
  const TemporaryFolder folder;
  const map::Box box{{0}, {6}};
  checkpoint::pieces::write_npy(folder / "a.npy", box, {6});
  checkpoint::pieces::write_npy(folder / "b.npy", box, {6});
  EXPECT_TRUE(compared(folder / "a.npy", folder / "b.npy").starts_with("0 equal: 1 tensor of "));
}

TEST(Digest, PartsAreAdded) {
  const TemporaryFolder folder;
  io::write_text(folder / "1.txt", "tg1:8[2,3]:3:971c301a6e857bb545c7fa0b825bbf2f w\n");
  io::write_text(folder / "2.txt", "tg1:8[2,3]:3:80c9b97d46b0a42b94d1b89f80f92c81 w\n");
  const Reply part = digest({.paths = {folder / "1.txt"}});
  EXPECT_EQ(part->text, io::read_text(folder / "1.txt"));
  EXPECT_EQ(part->note, "'w' has 3 of 6 elements\n");
  const Reply both = digest({.paths = {folder / "1.txt", folder / "2.txt"}, .add = true});
  EXPECT_TRUE(
      both->text.starts_with("tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0 w\nmodel tg1:8[48]:"))
      << both->text;
  EXPECT_EQ(text_of({.paths = {folder / "1.txt", folder / "2.txt"}}),
            "digest.paths: 2 models have no digest together");
  io::write_text(folder / "3.txt", both->text);
  EXPECT_TRUE(text_of({.paths = {folder / "3.txt", folder / "2.txt"}, .add = true})
                  .starts_with("digest.elements: "));
  io::write_text(folder / "4.txt", io::read_text(folder / "1.txt") +
                                       "tg1:8[2,3]:3:971c301a6e857bb545c7fa0b825bbf2f v\n");
  EXPECT_TRUE(
      text_of({.paths = {folder / "4.txt"}, .against = "tg1:8[0]:0:" + std::string(32, '0')})
          .starts_with("digest.one: "));
}

TEST(Digest, PartsOfRanksAreTheModel) {
  const TemporaryFolder folder;
  const std::vector<checkpoint::pieces::BoxedArray> cut{
      {"b", {6}, {{{3}, {6}}, {{0}, {3}}}}, {"w", {4, 6}, {{{0, 0}, {4, 2}}, {{0, 2}, {4, 6}}}}};
  write_pieces(folder / "", cut, checkpoint::pieces::Spelling::kRecorded);
  write_model(folder / "whole");
  const std::vector<std::string> ranks{folder / "part-0.safetensors",
                                       folder / "part-1.safetensors"};
  EXPECT_TRUE(text_of({.paths = {ranks[0]}}).starts_with("pieces.hole: "));
  const Reply part = digest({.paths = {ranks[0]}, .part = true});
  ASSERT_TRUE(part.has_value()) << part.error()->message;
  EXPECT_EQ(part->note, "'b' has 3 of 6 elements\n'w' has 8 of 24 elements\n");
  EXPECT_TRUE(part->json["model"].is_null());
  EXPECT_EQ(text_of({.paths = ranks, .add = true}), text_of({.paths = {folder / "whole"}}));
  io::write_text(folder / "0.txt", part->text);
  EXPECT_EQ(text_of({.paths = {ranks[1], folder / "0.txt"}, .add = true}),
            text_of({.paths = {folder / "whole"}}));
}

}  // namespace
}  // namespace tileglot::api
