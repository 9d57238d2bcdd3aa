// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/inspect_checkpoint.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/files/inspect.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/checkpoint/example.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api::files {
namespace {

using enum core::ElementType;

TEST(InspectCheckpoint, ARecordIsShown) {
  const io::TemporaryFolder folder;
  checkpoint::write_safetensors(
      folder / "m.safetensors", {{"w", kF32, {2, 3, 2, 2}}, {"b", kBf16, {5}}},
      io::SafetensorsMetadata{{"tileglot.layout/w", "f32[3,5]{1,0:T(2,2)}"}, {"format", "pt"}});
  const Reply reply = inspect({.path = folder / "m.safetensors"});
  ASSERT_TRUE(reply.has_value()) << reply.error()->message;
  EXPECT_EQ(reply->text, "'" + (folder / "m.safetensors") +
                             "': 2 tensors, 106 bytes from byte 200 on\n"
                             "  format = pt\n"
                             "  tensor  dtype  shape      bytes  aligned  layout\n"
                             "  w       F32    [2,3,2,2]     96        8  f32[3,5]{1,0:T(2,2)}\n"
                             "  b       BF16   [5]           10        8  row-major\n");
  const Json& w = reply->json["tensors"][0];
  EXPECT_EQ(w["layout"], "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(w["logical_shape"], Json({3, 5}));
  EXPECT_EQ(w["alignment"], 8);
  EXPECT_TRUE(reply->json["tensors"][1]["layout"].is_null());
}

TEST(InspectCheckpoint, ARecordThatIsWrongIsShownAsSuch) {
  const io::TemporaryFolder folder;
  checkpoint::write_safetensors(
      folder / "m.safetensors", {{"w", kF32, {2}}},
      io::SafetensorsMetadata{{"tileglot.layout/w", "f32[3,5]{1,0:T(2,2)}"}});
  const Reply reply = inspect({.path = folder / "m.safetensors"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("wrong: 'w' (F32 [2]) is recorded as"), std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["tensors"][0]["error"]["code"], "layout.size");
}

TEST(InspectCheckpoint, AnIndexShowsAllParts) {
  const io::TemporaryFolder folder;
  checkpoint::write_safetensors(folder / "p1.safetensors", {{"a", kF32, {2}}});
  checkpoint::write_safetensors(folder / "p2.safetensors", {{"b", kU8, {4}}});
  io::write_text(folder / "m.safetensors.index.json",
                 R"({"metadata":{"total_size":13},"weight_map":{"a":"p1.safetensors",)"
                 R"("b":"p2.safetensors"}})");
  const Reply reply = inspect({.path = folder / "m.safetensors.index.json"});
  ASSERT_TRUE(reply.has_value()) << reply.error()->message;
  EXPECT_NE(reply->text.find("2 tensors in 2 parts, 12 bytes\n  the index says 13 bytes\n"),
            std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["tensors"].size(), 2U);
  EXPECT_EQ(reply->json["tensors"][1]["part"], "p2.safetensors");
}

TEST(InspectCheckpoint, AFileIsKnownByItsFirstBytes) {
  const io::TemporaryFolder folder;
  checkpoint::write_safetensors(folder / "model", {{"a", kF32, {2}}});
  EXPECT_EQ(inspect({.path = folder / "model"})->json["kind"], "safetensors");
  io::write_text(folder / "bad.safetensors", "{\"a\":1}x");
  EXPECT_EQ(inspect({.path = folder / "bad.safetensors"}).error()->code,
            "safetensors.header_length");
}

}  // namespace
}  // namespace tileglot::api::files
