// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/tiler_walk.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

/// Writes down what is visited: the tile's slots over the mode's, and modes left over in brackets.
struct Log {
  std::string text = {};
  void open(bool outermost) { text += outermost ? "{" : "("; }
  void close(bool outermost) { text += outermost ? "}" : ")"; }
  void untouched(const Element& mode) { text += fmt::format("[{}-{}]", mode.begin, mode.end); }
  Refusal tile(const Tile& tile, const Element& mode) {
    text += fmt::format(" {}{}/{}-{}", tile.keeps ? "_" : "", tile.number, mode.begin, mode.end);
    return {};
  }
};

std::string walked(std::string_view tiler, std::string_view layout) {
  Log log;
  const Refusal refused = for_each_tile(*parse_tiler(tiler), *read_layout(layout), log);
  return refused == Refusal{} ? log.text : "refused";
}

TEST(TilerWalk, ATilerAndItsLayoutAreWalkedTogether) {
  EXPECT_EQ(walked("<4,<2,_>>", "(8,(2,4),3):(1,(8,16),64)"), "{ 0/0-1( 1/1-2 _2/2-3)[3-4]}");
  EXPECT_EQ(walked("4:2", "(8,3):(1,8)"), " 0/0-2");
  EXPECT_EQ(walked("<(2,2):(1,4),3>", "((2,4),((3))):((1,2),((8)))"), "{ 0/0-2 1/2-3}");
  EXPECT_EQ(walked("<2>", "8:1"), "{ 0/0-1}");
  EXPECT_EQ(walked("<2,2>", "8:1"), "refused");
  EXPECT_EQ(walked("<<2,2>>", "(8,4):(1,8)"), "refused");
}

}  // namespace
}  // namespace tileglot::notation::cute
