// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/inspect.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"

namespace tileglot::api::files {
namespace {

std::string npy(const std::string& descr, bool fortran_order,
                const std::vector<std::int64_t>& shape, const std::string& data) {
  return io::npy_header_bytes(descr, fortran_order, shape) + data;
}

TEST(Inspect, AFileSaysTypeShapeAndOrder) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "w.npy", npy("<f4", true, {2, 3}, std::string(24, 'x')));
  const Reply reply = inspect({.path = folder / "w.npy"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->text, "'" + (folder / "w.npy") +
                             "': .npy version 1\n"
                             "  type    f32\n"
                             "  descr   '<f4', 4 bytes an element\n"
                             "  shape   (2, 3), Fortran order\n"
                             "  data    24 bytes from byte 128 on\n"
                             "  layout  not recorded: a .npy has a shape and an order only; the "
                             "layout of a relaid tensor is named where it is used\n");
  EXPECT_EQ(
      reply->json.dump(),
      R"json({"kind":"npy","npy_version":1,"type":"f32","descr":"<f4","item_bytes":4,)json"
      R"json("shape":[2,3],"order":"F","data_bytes":24,"data_begin_bytes":128,"layout":null})json");
}

TEST(Inspect, ATypeThatTheHeaderCannotSayHasCandidates) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "w.npy", npy("<V2", false, {3}, "aabbcc"));
  const Reply unknown = inspect({.path = folder / "w.npy"});
  ASSERT_TRUE(unknown.has_value());
  EXPECT_NE(
      unknown->text.find("  type    perhaps bf16; the header does not say it, --dtype does\n"),
      std::string::npos)
      << unknown->text;
  EXPECT_TRUE(unknown->json["type"].is_null());
  EXPECT_EQ(unknown->json["candidates"], Json({"bf16"}));
  EXPECT_EQ(inspect({.path = folder / "w.npy", .dtype = "bfloat16"})->json["type"], "bf16");
  io::write_text(folder / "b.npy", npy("|V1", false, {1}, "a"));
  EXPECT_GT(inspect({.path = folder / "b.npy"})->json["candidates"].size(), 4U);
}

TEST(Inspect, OtherFilesAreRefusedByWhatTheyAre) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "w.txt", "hello");
  io::write_text(folder / "w.npy", "hello");
  EXPECT_EQ(inspect({.path = folder / "w.txt"}).error()->code, "inspect.kind");
  EXPECT_EQ(inspect({.path = folder / "w.npy"}).error()->code, "npy.magic");
  EXPECT_EQ(inspect({.path = folder / "none"}).error()->code, "io.not_found");
  EXPECT_EQ(inspect({.path = folder.path()}).error()->code, "io.is_directory");
}

TEST(Inspect, AnErrorInTheHeaderShowsItsPlace) {
  const io::TemporaryFolder folder;
  io::write_text(folder / "w.npy", npy("<V2", false, {3}, "aabbcc"));
  const Reply reply = inspect({.path = folder / "w.npy", .dtype = "f32"});
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "npy.dtype_size");
  EXPECT_NE(core::render(reply.error()).find("{'descr': '<V2'"), std::string::npos)
      << core::render(reply.error());
  EXPECT_EQ(inspect({.path = folder / "w.npy", .dtype = "f23"}).error()->code, "type.unknown");
}

TEST(Inspect, ATypeThatContradictsTheHeaderIsRefused) {
  const io::TemporaryFolder folder;
  io::write_text(
      folder / "w.npy",
      io::npy_header_bytes("<f4", false, std::vector<std::int64_t>{2}) + std::string(8, '\0'));
  EXPECT_EQ(inspect({.path = folder / "w.npy", .dtype = "s32"}).error()->code, "layout.type");
  EXPECT_EQ(inspect({.path = folder / "w.npy", .dtype = "f32"})->json["type"], "f32");
}

TEST(Inspect, AModuleOfTritonIsToldByItsText) {
  const io::TemporaryFolder folder;
  const std::string path = folder / "kernel.txt";
  io::write_text(path,
                 "#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], "
                 "warpsPerCTA = [1], order = [0]}>\n");
  const Reply reply = inspect({.path = path});
  ASSERT_TRUE(reply.has_value());
  EXPECT_TRUE(reply->text.starts_with("'" + path + "': 1 layout\n")) << reply->text;
  EXPECT_EQ(reply->json["kind"], "module");
}

}  // namespace
}  // namespace tileglot::api::files
