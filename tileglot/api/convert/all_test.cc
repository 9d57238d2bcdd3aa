// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/all.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/value/text/ascii.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

const ConvertRequest kPacked{.layout = "bf16[16,256]{1,0:T(8,128)(2,1)}", .to = "all"};

std::string text_of(ConvertRequest request, const Terminal& terminal = {}) {
  request.terminal = terminal;
  const Reply reply = convert(request);
  return reply ? reply->text : reply.error()->code;
}

TEST(ConvertAll, AllListsWhatCanAndWhatCannot) {
  EXPECT_EQ(text_of({.layout = "f32[4,6]{0,1}", .to = "all"}), R"(  from xla    f32[4,6]{0,1}
  ───────────────────────────────────────────────────────────────────
  ✓ cute      (4,6):(1,4)                                       exact
  ✗ linear    not F2-linear: x1 has extent 6, which is not a power of two
  ✗ triton    for the same reason
  ✓ numpy     shape=(4,6) strides=(4,16) bytes dtype=float32    exact
  ✓ torch     shape=(4,6) strides=(1,4) elements dtype=float32  exact
  ✓ mdspan    layout_left::mapping(extents(4,6))                exact
  ✓ mlir      memref<4x6xf32, strided<[1, 4]>>                  exact
  ✓ onednn    ba                                                exact
  ✓ tvm       AB->BA                                            exact
  ✓ map       x0 + 4*x1                                         exact
  proof: each ✓ was read again, and its map equals the source's on all 24 coordinates
)");
}

TEST(ConvertAll, ATerminalWrapsLongTexts) {
  EXPECT_EQ(text_of(kPacked, {.columns = 96}), R"(  from xla    bf16[16,256]{1,0:T(8,128)(2,1)}
  ──────────────────────────────────────────────────────────────────────────────────────────────
  ✓ cute      ((2,4,2),(128,2)):((1,256,2048),(2,1024))                                exact
  ✓ linear    {dim0: [[1],[256],[512],[2048]], dim1: [[2],[4],[8],[16],[32],[64],      exact
              [128],[1024]]} -> {offset: 4096}
  ✓ triton    #ttg.shared_linear<{offset = [[1, 0], [0, 1], [0, 2], [0, 4], [0, 8],    exact
              [0, 16], [0, 32], [0, 64], [2, 0], [4, 0], [0, 128],
              [8, 0]]}, alignment = 16>
  ◐ numpy     5-D view, shape=(2,4,2,2,128) strides=(2048,256,1,1024,2) elements       as a view
  ◐ torch     the same view                                                            as a view
  ◐ mdspan    the same view                                                            as a view
  ✓ mlir      memref<16x256xbf16, affine_map<(d0, d1) -> (d0 floordiv 8, d1 floordiv   exact
              128, (d0 mod 8) floordiv 2, d1 mod 128, d0 mod 2)>>
  ✓ onednn    AB4a128b2a                                                               exact
  ✗ tvm       dimension 0 is cut in 3, and a name cuts it once; in memory dimension 0 is 2 x 4 x
              2
  ✓ map       x0 + 254*(x0/2) + 1024*(x0/8) + 2*x1 + 768*(x1/128)                      exact
  proof: each ✓ was read again, and its map equals the source's on all 4096 coordinates
)");
}

TEST(ConvertAll, NoLineIsWiderThanTheTerminal) {
  for (const int columns : {60, 61, 80, 96, 120, 300}) {
    std::istringstream text(text_of(kPacked, {.columns = columns}));
    for (std::string line; std::getline(text, line);) {
      EXPECT_LE(value::width_of(line), static_cast<std::size_t>(columns)) << line;
    }
  }
}

TEST(ConvertAll, AViewHasItsMarkAndItsStrides) {
  const std::string text = text_of({.layout = "f32[4,6]{1,0:T(2,2)}", .to = "all"});
  EXPECT_NE(text.find("◐ numpy     4-D view, shape=(2,2,3,2) strides=(12,2,4,1) elements"),
            std::string::npos);
  EXPECT_NE(text.find("◐ torch     the same view"), std::string::npos);
}

TEST(ConvertAll, ARefusalGivesItsReasonOnceAndJsonGivesEach) {
  const Reply reply = convert({.layout = "f32[3,5]{1,0:T(2,2)}", .to = "all"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("✗ numpy     dimension 0 moves by 2 and by 12"), std::string::npos);
  EXPECT_NE(reply->text.find("✗ torch     for the same reason\n"), std::string::npos);
  const Json& numpy = reply->json["results"][4];
  EXPECT_EQ(numpy["to"], "numpy");
  EXPECT_EQ(numpy["exact"], false);
  EXPECT_EQ(numpy["error"]["code"], "bridge.not_strided");
  EXPECT_EQ(reply->json["results"][5]["error"], numpy["error"]);
  EXPECT_EQ(reply->json["results"][7]["exact"], true);
}

TEST(ConvertAll, APaddedDomainIsNamedInEachRow) {
  const std::string text = text_of({.layout = "f32[3,5]{1,0:T(2,2)}", .to = "all", .padded = true});
  EXPECT_NE(text.find("((2,2),(2,3)):((2,12),(1,4))"), std::string::npos);
  EXPECT_NE(text.find("exact on the padded domain\n"), std::string::npos);
  EXPECT_NE(text.find("on all 24 coordinates"), std::string::npos);
}

TEST(ConvertAll, MarksAreLettersWhereTheTerminalHasNoOthers) {
  const std::string text = text_of(kPacked, {.columns = 96, .glyphs = Glyphs::kAscii});
  EXPECT_EQ(text, value::in_ascii(text_of(kPacked, {.columns = 96})));
  EXPECT_NE(text.find("  + cute      ((2,4,2)"), std::string::npos);
  EXPECT_NE(text.find("  ~ numpy     5-D view"), std::string::npos);
  EXPECT_NE(text.find("  x tvm       dimension 0"), std::string::npos);
}

TEST(ConvertAll, ColoursChangeNothingButColours) {
  const std::string plain = text_of(kPacked, {.columns = 96});
  const std::string colored = text_of(kPacked, {.colors = ColorDepth::k256, .columns = 96});
  EXPECT_NE(colored.find("\x1b[32m✓\x1b[0m cute"), std::string::npos);
  EXPECT_NE(colored.find("\x1b[33m◐\x1b[0m numpy"), std::string::npos);
  EXPECT_NE(colored.find("\x1b[31m✗\x1b[0m tvm"), std::string::npos);
  std::string stripped;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\x1b') {
      i = colored.find('m', i);
    } else {
      stripped += colored[i];
    }
  }
  EXPECT_EQ(stripped, plain);
}

}  // namespace
}  // namespace tileglot::api
