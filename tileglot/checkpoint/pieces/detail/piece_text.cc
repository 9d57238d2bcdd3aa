// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/piece_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

std::string file_text(std::size_t file, Files files) { return io::path_text(files[file].path); }

std::string extents_text(const Extents& extents) {
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::string coordinate_text(const map::Coordinate& at) {
  return fmt::format("({})", fmt::join(at, ","));
}

std::string box_text(const map::Box& box) {
  std::string text;
  for (std::size_t k = 0; k < box.begin.size(); ++k)
    text += fmt::format("{}{}:{}", k == 0 ? "" : ",", box.begin[k], box.end[k]);
  return fmt::format("[{}]", text);
}

}  // namespace tileglot::checkpoint::pieces
