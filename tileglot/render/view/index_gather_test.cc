// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/index_gather.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/examples/map_of_text.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/grid_view.h"

namespace tileglot::render {
namespace {

struct Marked {
  core::Status status;
  std::vector<Panel> panels;
};

Marked marked(const std::string& layout, const std::string& gather, const std::string& shifts,
              bool first_fastest = true) {
  const map::IndexMap map = map_of(layout);
  const map::IndexMap indices = map_of(gather);
  const map::IndexMap copies = map_of(shifts);
  std::vector<Panel> panels = grid_view({map, map, boundaries_of(map)}, {})->panels;
  core::Status status = mark_gather(panels, map.domain(), first_fastest, {indices, copies});
  return {std::move(status), std::move(panels)};
}

std::vector<std::int64_t> tiles_of(const Marked& marked) {
  std::vector<std::int64_t> tiles;
  for (const Cell& cell : marked.panels[0].cells) tiles.push_back(cell.tile);
  return tiles;
}

TEST(IndexGather, EveryShiftOfAGatherIsATile) {
  const Marked result = marked("8:1", "4:2", "2:1");
  EXPECT_EQ(tiles_of(result), (std::vector<std::int64_t>{0, 1, 0, 1, 0, 1, 0, 1}));
  for (const Cell& cell : result.panels[0].cells)
    EXPECT_EQ(cell.kind == CellKind::kSelected, cell.tile == 0);
}

TEST(IndexGather, TheIndexCountsTheFirstDimensionFastestOrTheLast) {
  EXPECT_EQ(tiles_of(marked("(2,2):(2,1)", "2:1", "2:2")), (std::vector<std::int64_t>{0, 1, 0, 1}));
  EXPECT_EQ(tiles_of(marked("(2,2):(2,1)", "2:1", "2:2", false)),
            (std::vector<std::int64_t>{0, 0, 1, 1}));
}

TEST(IndexGather, TheLastShiftsMayReachPastTheLayout) {
  EXPECT_EQ(tiles_of(marked("6:1", "4:1", "2:4")), (std::vector<std::int64_t>{0, 0, 0, 0, 1, 1}));
}

TEST(IndexGather, AnElementTakenTwiceIsAWitness) {
  const auto witness = [](const char* gather, const char* shifts) {
    return marked("8:1", gather, shifts).status.error()->witness;
  };
  EXPECT_EQ(witness("4:2", "2:2"), "index 2 in shifts 0 and 1");
  EXPECT_EQ(witness("4:4", "1:1"), "it takes index 8");
  EXPECT_EQ(witness("4:-1", "1:1"), "it takes -1");
  EXPECT_EQ(witness("65536:0", "65536:1"), "65536 x 65536 against 8");
}

TEST(IndexGather, ShiftsAreWrittenUnderLabels) {
  std::vector<Panel> panels{{.rows = {.headers = {"0"}},
                             .columns = {.headers = {"0"}},
                             .cells = {{.tile = 3, .label = "7"}}}};
  label_shifts(panels);
  EXPECT_EQ(panels[0].cells[0].label, "7\ns3");
}

}  // namespace
}  // namespace tileglot::render
