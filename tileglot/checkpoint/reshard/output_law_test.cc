// SPDX-License-Identifier: Apache-2.0
// The law of planned files: written with numbered elements, they are read back as they were wanted.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_examples.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

OutputOptions any_options() {
  OutputOptions options{
      .names = *rc::gen::element(Names::kHf, Names::kRank, Names::kDcp, Names::kPieces)};
  if (pieces::any_number(0, 2) == 0) options.max_part_bytes = pieces::any_number(1, 200);
  return options;
}

bool has_whole_tile(const WantedArray& array) {
  return std::ranges::find(array.tiles, array.extents, &WantedTile::extents) != array.tiles.end();
}

/// The boxes that the files have: by rank one for each rank, otherwise each once.
std::vector<map::Box> wanted_boxes(const WantedArray& array, Names names) {
  std::vector<map::Box> boxes;
  for (const WantedTile& tile : array.tiles) {
    const map::Box box = box_of(tile);
    if (box.size() == 0) continue;
    boxes.insert(boxes.end(), names == Names::kRank ? tile.ranks.size() : 1, box);
  }
  std::ranges::sort(boxes, {}, [](const map::Box& box) { return std::tie(box.begin, box.end); });
  return boxes;
}

bool keeps_words(Names names) { return names == Names::kRank || names == Names::kPieces; }

void expect_wanted(const pieces::PiecedModel& model, const WantedModel& wanted, Names names) {
  std::vector<const WantedArray*> arrays;
  arrays.reserve(wanted.arrays.size());
  for (const WantedArray& array : wanted.arrays) arrays.push_back(&array);
  ASSERT_EQ(model.arrays.size(), arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const pieces::PiecedArray& array = model.arrays[i];
    ASSERT_EQ(array.name, arrays[i]->name);
    ASSERT_EQ(array.extents, arrays[i]->extents);
    ASSERT_EQ(pieces::boxes_of(array), wanted_boxes(*arrays[i], names)) << array.name;
    ASSERT_EQ(array.sharding, keeps_words(names) ? arrays[i]->sharding : "") << array.name;
  }
  pieces::expect_numbered(model);
}

/// Each part as large as it may be, and no larger unless it has one tensor.
void expect_limited(const Output& output, std::int64_t most_bytes) {
  for (const OutputPart& part : output.parts) {
    ASSERT_TRUE(part.data_bytes() <= most_bytes || part.entries.size() == 1) << part.file;
  }
}

void expect_names_differ(const Output& output) {
  std::set<std::string> names;
  for (const OutputPart& part : output.parts)
    ASSERT_TRUE(names.insert(part.file).second) << part.file;
}

TEST(OutputLaw, PlannedFilesAreReadBackAsTheyWereWanted) {
  int models = 0;
  core::check_law("output_is_read_back", 2000, [&] {
    WantedModel wanted = any_wanted();
    const OutputOptions options = any_options();
    if (options.names == Names::kHf)
      std::erase_if(wanted.arrays, [](const auto& array) { return !has_whole_tile(array); });
    if (wanted.arrays.empty()) return;
    const auto output = planned_output(wanted, source_of(wanted), options);
    ASSERT_TRUE(output.has_value()) << output.error()->message;
    expect_names_differ(*output);
    if (options.max_part_bytes) expect_limited(*output, *options.max_part_bytes);
    const io::TemporaryFolder folder;
    write_output(folder / "", *output, wanted);
    const auto model = pieces::read_pieces(folder.path());
    ASSERT_TRUE(model.has_value()) << model.error()->message;
    expect_wanted(*model, wanted, options.names);
    ++models;
  });
  EXPECT_GE(models, core::law_minimum(100));
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
