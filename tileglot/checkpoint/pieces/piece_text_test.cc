// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"

namespace tileglot::checkpoint::pieces {
namespace {

TEST(PieceText, BoxesAreWrittenAsSlices) {
  EXPECT_EQ(box_text({{3, 0}, {7, 4}}), "[3:7,0:4]");
  EXPECT_EQ(extents_text({7, 4}), "[7,4]");
  EXPECT_EQ(coordinate_text({3, 0}), "(3,0)");
  EXPECT_EQ(file_text(0, std::vector<PiecedFile>{{.path = "a\n"}}), "'a?'");
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
