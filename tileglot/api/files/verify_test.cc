// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/verify.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"

namespace tileglot::api::files {
namespace {

using Extents = std::vector<std::int64_t>;

std::string npy(const std::string& descr, const Extents& shape, const std::string& data,
                bool fortran_order = false) {
  return io::npy_header_bytes(descr, fortran_order, shape) + data;
}

/// Two bytes an element that no other element has: its row-major number.
std::string numbers(int size) {
  std::string data;
  for (int i = 0; i < size; ++i) {
    data += static_cast<char>(i & 0xFF);
    data += static_cast<char>(i >> 8);
  }
  return data;
}

/// The same tensor of 16x256 in row-major order and in tiles.
class Verify : public testing::Test {
 protected:
  static constexpr int kRows = 16;
  static constexpr int kColumns = 256;

  Verify() {
    io::write_text(folder / "in.npy", npy("<V2", {kRows, kColumns}, numbers(kRows * kColumns)));
    write_tiled(tiled());
  }

  static std::string tiled() {
    const auto evaluator = *bridge::Evaluator::of(*bridge::parse_layout(kTiled));
    const std::string original = numbers(kRows * kColumns);
    std::string data(original.size(), '\0');
    for (std::int64_t i = 0; i < kRows * kColumns; ++i) {
      const Extents x{i / kColumns, i % kColumns};
      data.replace(2 * static_cast<std::size_t>(evaluator.offset(x)), 2, original,
                   2 * static_cast<std::size_t>(i), 2);
    }
    return data;
  }

  void write_tiled(const std::string& data) const {
    io::write_text(folder / "out.npy", npy("<V2", {2, 2, 4, 128, 2, 1}, data));
  }

  Reply verify_tiled(std::string layout = kTiled, std::optional<std::string> dtype = {}) const {
    return verify_tensor({.output = folder / "out.npy",
                          .against = folder / "in.npy",
                          .layout = std::move(layout),
                          .dtype = std::move(dtype)});
  }

  static constexpr const char* kTiled = "bf16[16,256]{1,0:T(8,128)(2,1)}";
  io::TemporaryFolder folder;
};

TEST_F(Verify, ATiledFileHoldsTheTensor) {
  for (const auto& [layout, dtype] :
       {std::pair<std::string, std::optional<std::string>>{kTiled, {}},
        {"{1,0:T(8,128)(2,1)}", "bf16"},
        {"((2,4,2),(128,2)):((1,256,2048),(2,1024))", {}}}) {
    const Reply reply = verify_tiled(layout, dtype);
    ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
    EXPECT_EQ(reply->exit_code, kYes) << reply->text;
    EXPECT_TRUE(reply->text.starts_with("equal: all 4096 elements of '")) << reply->text;
    EXPECT_EQ(reply->json["equal"], true);
    EXPECT_EQ(reply->json["elements"], 4096);
    EXPECT_EQ(reply->json["padding"], 0);
  }
}

TEST_F(Verify, AChangedByteIsFoundWithItsCoordinate) {
  std::string data = tiled();
  data[2 * 1025 + 1] ^= 1;  // the second tile begins at 1024; its second element is (1,128)
  data[2 * 4000] ^= 1;
  write_tiled(data);
  const Reply reply = verify_tiled();
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->text, "differ first at (1,128); 2 of 4096 elements differ\n  '" +
                             (folder / "out.npy") +
                             "' has 0x0080 (1.1754944e-38) at offset 1025\n  '" +
                             (folder / "in.npy") + "' has 0x0180 (4.7019774e-38) at offset 384\n");
  EXPECT_EQ(reply->json["equal"], false);
  EXPECT_EQ(reply->json["different"], 2);
  EXPECT_EQ(reply->json["at"], Json({1, 128}));
  EXPECT_EQ(reply->json["offset"], 1025);
  EXPECT_EQ(reply->json["against_offset"], 384);
  EXPECT_EQ(reply->json["value"], "0x0080");
  EXPECT_EQ(reply->json["against_value"], "0x0180");
}

TEST_F(Verify, AnotherLayoutIsNotAProof) {
  const Reply reply = verify_tiled("bf16[16,256]{1,0:T(8,128)}");
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->exit_code, kNo);
  EXPECT_EQ(reply->json["at"], Json({0, 1}));
}

TEST_F(Verify, EitherSideCanBeTheRelaidOne) {
  const Reply reply = verify_tensor({.output = folder / "in.npy",
                                     .against = folder / "out.npy",
                                     .against_layout = "{1,0:T(8,128)(2,1)}",
                                     .dtype = "bf16"});
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kYes) << reply->text;
}

TEST_F(Verify, PaddingIsCountedAndNotCompared) {
  io::write_text(folder / "in.npy", npy("<u2", {3}, numbers(3)));
  io::write_text(folder / "out.npy", npy("<u2", {4}, numbers(3) + "??"));
  const Reply reply = verify_tiled("{0:T(4)}");
  ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
  EXPECT_EQ(reply->exit_code, kYes);
  EXPECT_NE(reply->text.find("\n1 position of '"), std::string::npos) << reply->text;
  EXPECT_EQ(reply->json["padding"], 1);
  EXPECT_EQ(reply->json["against_padding"], 0);
}

TEST_F(Verify, WithoutLayoutsTheOrderOfTheFilesCounts) {
  io::write_text(folder / "in.npy", npy("<u2", {2, 3}, numbers(6)));
  io::write_text(folder / "same.npy", npy("<u2", {2, 3}, numbers(6)));
  const std::string column_major("\0\0\3\0\1\0\4\0\2\0\5\0", 12);
  io::write_text(folder / "fortran.npy", npy("<u2", {2, 3}, column_major, true));
  for (const char* other : {"same.npy", "fortran.npy"}) {
    const Reply reply = verify_tensor({.output = folder / other, .against = folder / "in.npy"});
    ASSERT_TRUE(reply.has_value()) << core::render(reply.error());
    EXPECT_EQ(reply->exit_code, kYes) << reply->text;
  }
}

TEST_F(Verify, TensorsThatCannotBeComparedAreRefused) {
  const auto code_of = [](const VerifyTensorRequest& request) {
    const Reply reply = verify_tensor(request);
    return reply ? "" : reply.error()->code;
  };
  const std::string in = folder / "in.npy";
  const std::string out = folder / "out.npy";
  EXPECT_EQ(code_of({.output = out, .against = in}), "layout.extents");
  EXPECT_EQ(code_of({.output = out, .against = in, .layout = "bf16[16,255]{1,0:T(8,128)}"}),
            "layout.extents");
  EXPECT_EQ(code_of({.output = out, .against = in, .layout = "bf16[16,256]{1,0:T(8,384)}"}),
            "layout.size");
  EXPECT_EQ(code_of({.output = out, .against = in, .layout = kTiled, .dtype = "f16"}),
            "layout.type");
  EXPECT_EQ(code_of({.output = out, .against = in, .layout = "{1,0:T(8,128)}"}),
            "npy.type_unknown");
  EXPECT_EQ(code_of({.output = out, .against = in, .layout = "(16,256):(-256,1)"}),
            "relayout.offset_outside");
  EXPECT_EQ(code_of({.output = "-", .against = "-"}), "verify.one_stdin");
  EXPECT_EQ(code_of({.output = out, .against = folder / "missing"}), "io.not_found");
  io::write_text(folder / "bytes.npy", npy("|u1", {16, 256}, std::string(4096, 'x')));
  EXPECT_EQ(code_of({.output = folder / "bytes.npy", .against = in}), "verify.item_size");
  io::write_text(folder / "s2.npy", npy("<i2", {2}, "abcd"));
  io::write_text(folder / "u2.npy", npy("<u2", {2}, "abcd"));
  EXPECT_EQ(code_of({.output = folder / "s2.npy", .against = folder / "u2.npy"}), "layout.type");
  EXPECT_EQ(code_of({.output = folder / "s2.npy", .against = folder / "u2.npy", .dtype = "u16"}),
            "layout.type");
}

TEST_F(Verify, BroadcastsWithoutEndAreRefused) {
  io::write_text(folder / "in.npy", npy("<u2", {1}, "ab"));
  io::write_text(folder / "out.npy", npy("<u2", {1}, "ab"));
  const Reply reply = verify_tensor({.output = folder / "out.npy",
                                     .against = folder / "in.npy",
                                     .layout = "1000000000000:0",
                                     .against_layout = "1000000000000:0"});
  ASSERT_FALSE(reply.has_value());
  EXPECT_EQ(reply.error()->code, "relayout.too_large_to_compare");
  EXPECT_EQ(exit_code_of(reply.error()), kImpossible);
}

}  // namespace
}  // namespace tileglot::api::files
