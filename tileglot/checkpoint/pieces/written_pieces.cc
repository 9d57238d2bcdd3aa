// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/written_pieces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {
namespace {

std::size_t most_boxes(const std::vector<BoxedArray>& arrays) {
  std::size_t most = 0;
  for (const BoxedArray& array : arrays) most = std::max(most, array.boxes.size());
  return most;
}

/// The i-th box of each array that has one, under the array's name.
std::vector<BoxTensor> tensors_of_file(const std::vector<BoxedArray>& arrays, std::size_t i) {
  std::vector<BoxTensor> tensors;
  for (const BoxedArray& array : arrays) {
    if (i < array.boxes.size()) tensors.push_back({array.name, array.boxes[i], array.extents});
  }
  return tensors;
}

void write_sharded(const std::string& folder, const std::vector<BoxTensor>& tensors,
                   std::int64_t shard) {
  std::vector<SavedOffsets> offsets;
  offsets.reserve(tensors.size());
  for (const BoxTensor& tensor : tensors) offsets.push_back({tensor.name, tensor.box.begin});
  write_tensors(folder + dcp_file_name(shard, 1, 1), tensors, dcp_metadata(offsets));
}

std::string recorded_name(std::size_t i) { return fmt::format("part-{}.safetensors", i); }

void write_recorded(const std::string& path, std::vector<BoxTensor> tensors) {
  std::vector<RecordedTensor> records;
  for (BoxTensor& tensor : tensors) {
    std::string name = piece_tensor_name(tensor.name, tensor.box.begin);
    records.push_back({name,
                       {.array = tensor.name,
                        .begin = tensor.box.begin,
                        .extents = tensor.whole,
                        .sharding = "by hand"}});
    tensor.name = name;
  }
  write_tensors(path, tensors, recorded_metadata(records));
}

void write_npys(const std::string& folder, const std::vector<BoxTensor>& tensors) {
  for (const BoxTensor& tensor : tensors)
    write_npy(folder + npy_piece_name(tensor.name, tensor.box.begin), tensor.box, tensor.whole);
}

}  // namespace

void write_tensors(const std::string& path, const std::vector<BoxTensor>& tensors,
                   const std::optional<io::SafetensorsMetadata>& metadata) {
  std::vector<io::SafetensorsEntry> entries;
  std::string data;
  for (const BoxTensor& tensor : tensors) {
    entries.push_back({tensor.name, core::ElementType::kU32, shape_of(tensor.box)});
    data += numbered_elements(tensor.box, tensor.whole);
  }
  const auto placed = io::place_tensors(entries);
  ASSERT_TRUE(placed.has_value());
  const auto header = io::safetensors_header_bytes(*placed, metadata);
  ASSERT_TRUE(header.has_value());
  io::write_text(path, *header + data);
}

void write_npy(const std::string& path, const map::Box& box, const Extents& whole) {
  io::write_text(path,
                 io::npy_header_bytes("<u4", false, shape_of(box)) + numbered_elements(box, whole));
}

void write_pieces(const std::string& folder, const std::vector<BoxedArray>& arrays,
                  Spelling spelling) {
  for (std::size_t i = 0; i < most_boxes(arrays); ++i) {
    const std::vector<BoxTensor> tensors = tensors_of_file(arrays, i);
    const auto rank = static_cast<std::int64_t>(i);
    if (spelling == Spelling::kSharded) write_sharded(folder, tensors, rank + 1);
    if (spelling == Spelling::kRecorded) write_recorded(folder + recorded_name(i), tensors);
    if (spelling == Spelling::kRanks) write_tensors(folder + rank_file_name(rank, 0), tensors);
    if (spelling == Spelling::kNpy) write_npys(folder, tensors);
  }
}

void write_index(const std::string& folder, const std::vector<BoxedArray>& arrays) {
  std::vector<std::string> places;
  for (const BoxedArray& array : arrays) {
    for (std::size_t i = 0; i < array.boxes.size(); ++i) {
      places.push_back(fmt::format(
          R"("{}":"{}")", piece_tensor_name(array.name, array.boxes[i].begin), recorded_name(i)));
    }
  }
  io::write_text(folder + "model.safetensors.index.json",
                 fmt::format(R"({{"weight_map":{{{}}}}})", fmt::join(places, ",")));
}

void expect_numbered(const PiecedModel& model) {
  std::vector<std::string> texts;
  texts.reserve(model.files.size());
  for (const PiecedFile& file : model.files) texts.push_back(io::read_text(file.path));
  for (const PiecedArray& array : model.arrays) {
    for (const Piece& piece : array.pieces) {
      const std::string_view text = texts[piece.file];
      ASSERT_LE(static_cast<std::size_t>(piece.begin_bytes + piece.bytes), text.size());
      ASSERT_EQ(text.substr(static_cast<std::size_t>(piece.begin_bytes),
                            static_cast<std::size_t>(piece.bytes)),
                numbered_elements(piece.box, array.extents))
          << array.name;
    }
  }
}

std::vector<map::Box> boxes_of(const PiecedArray& array) {
  std::vector<map::Box> boxes;
  boxes.reserve(array.pieces.size());
  for (const Piece& piece : array.pieces) boxes.push_back(piece.box);
  return boxes;
}

}  // namespace tileglot::checkpoint::pieces
