// SPDX-License-Identifier: Apache-2.0
// written_pieces.h: arrays in pieces, written to a folder for tests in any spelling.
//
// What     write_pieces writes the i-th box of each array to the i-th file; each element is its
//          row-major number in the whole array, as u32. expect_numbered reads the bytes that the
//          pieces of a model name, and compares.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {

struct BoxedArray {
  std::string name = {};
  Extents extents = {};
  std::vector<map::Box> boxes = {};
};

/// A tensor of u32 for a file: a box of an array.
struct BoxTensor {
  std::string name = {};
  map::Box box = {};
  Extents whole = {};
};

void write_tensors(const std::string& path, const std::vector<BoxTensor>& tensors,
                   const std::optional<io::SafetensorsMetadata>& metadata = {});
void write_npy(const std::string& path, const map::Box& box, const Extents& whole);

/// `folder` ends in a slash. kWhole is not spelled here.
void write_pieces(const std::string& folder, const std::vector<BoxedArray>& arrays,
                  Spelling spelling);
/// An index of the files of kRecorded.
void write_index(const std::string& folder, const std::vector<BoxedArray>& arrays);

void expect_numbered(const PiecedModel& model);

/// Sorted.
std::vector<map::Box> boxes_of(const PiecedArray& array);

}  // namespace tileglot::checkpoint::pieces
