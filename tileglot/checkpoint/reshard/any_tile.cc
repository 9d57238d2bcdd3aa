// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/any_tile.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

using map::Box;
using map::Coordinate;
using pieces::Extents;

/// Bits that look random, and differ from array to array.
std::vector<bool> mixed_bits(std::int64_t count, std::size_t array) {
  std::vector<bool> bits(static_cast<std::size_t>(count));
  std::uint64_t state = array + 1;
  for (auto&& bit : bits) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    bit = (state >> 63) != 0;
  }
  return bits;
}

Box whole_box(const Extents& extents) { return {Coordinate(extents.size(), 0), extents}; }

void append_element(std::vector<bool>& bits, const std::vector<bool>& all, const Coordinate& x,
                    const Extents& extents, std::int64_t element_bits) {
  std::int64_t number = 0;
  for (std::size_t k = 0; k < x.size(); ++k) number = number * extents[k] + x[k];
  for (std::int64_t bit = 0; bit < element_bits; ++bit)
    bits.push_back(all[static_cast<std::size_t>(number * element_bits + bit)]);
}

Coordinate sum(Coordinate a, const Coordinate& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
  return a;
}

std::vector<bool> bits_of(const Box& box, const std::vector<bool>& all, const Extents& extents,
                          std::int64_t element_bits) {
  std::vector<bool> bits;
  pieces::for_each_element(pieces::shape_of(box), [&](const Coordinate& x) {
    append_element(bits, all, sum(box.begin, x), extents, element_bits);
  });
  return bits;
}

Box any_box(const Extents& extents) {
  Box box = whole_box(extents);
  for (std::size_t k = 0; k < extents.size(); ++k) {
    box.begin[k] = pieces::any_number(0, extents[k]);
    box.end[k] = pieces::any_number(box.begin[k], extents[k]) + 1;
  }
  return box;
}

void stack(WantedTile& tile, const pieces::PiecedModel& model, const Box& box) {
  const std::int64_t count = pieces::any_number(1, 4);
  for (std::int64_t i = 0; i < count; ++i) {
    Coordinate begin(box.begin.size() + 1, 0);
    begin[0] = i;
    tile.fills.push_back({static_cast<std::size_t>(i) % model.arrays.size(), box, begin});
  }
  tile.extents.insert(tile.extents.begin(), count);
}

void join(WantedTile& tile, const pieces::PiecedModel& model, const Box& box) {
  const auto k = static_cast<std::size_t>(pieces::any_number(0, std::ssize(box.begin)));
  const std::int64_t count = pieces::any_number(1, 4);
  for (std::int64_t i = 0; i < count; ++i) {
    Coordinate begin(box.begin.size(), 0);
    begin[k] = i * tile.extents[k];
    tile.fills.push_back({static_cast<std::size_t>(i) % model.arrays.size(), box, begin});
  }
  tile.extents[k] *= count;
}

/// The fill that has the element, which is at `at` of its array.
const Fill& fill_of(const WantedTile& tile, const Coordinate& x, Coordinate& at) {
  for (const Fill& fill : tile.fills) {
    const std::size_t more = x.size() - fill.box.begin.size();
    if (more > 0 && x[0] != fill.begin[0]) continue;
    at = fill.box.begin;
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += x[k + more] - fill.begin[k + more];
    if (pieces::has(fill.box, at)) return fill;
  }
  RC_FAIL("a tile has an element that no fill has");
}

}  // namespace

std::vector<std::byte> packed(const std::vector<bool>& bits) {
  std::vector<std::byte> bytes((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) bytes[i / 8] |= std::byte(1U << (i % 8));
  }
  return bytes;
}

WrittenModel write_model(const std::string& folder, const std::vector<CutArray>& arrays,
                         std::int64_t element_bits, std::size_t files) {
  WrittenModel written;
  std::vector<std::string> texts(files);
  for (const CutArray& cut : arrays) {
    written.bits.push_back(
        mixed_bits(whole_box(cut.extents).size() * element_bits, written.bits.size()));
    pieces::PiecedArray array = {.name = "a" + std::to_string(written.model.arrays.size()),
                                 .element_bits = element_bits,
                                 .extents = cut.extents};
    for (std::size_t i = 0; i < cut.boxes.size(); ++i) {
      std::string& text = texts[i % files];
      text += std::string(3, 'x');
      const auto bytes =
          packed(bits_of(cut.boxes[i], written.bits.back(), cut.extents, element_bits));
      array.pieces.push_back({i % files, std::ssize(text), std::ssize(bytes), cut.boxes[i]});
      text += io::text_of(bytes);
    }
    written.model.arrays.push_back(array);
  }
  for (std::size_t i = 0; i < files; ++i) {
    const std::string path = folder + std::to_string(i);
    io::write_text(path, texts[i]);
    written.model.files.push_back({.path = path, .stamp = io::file_stamp(path)});
  }
  return written;
}

WrittenModel any_model(const std::string& folder, std::int64_t element_bits) {
  const Extents extents = pieces::any_extents(4);
  const std::int64_t count = pieces::any_number(1, 3);
  std::vector<CutArray> arrays;
  for (std::int64_t i = 0; i < count; ++i) {
    CutArray cut = {extents, pieces::any_cut(extents)};
    if (pieces::any_number(0, 2) == 0) {
      const Box copied = cut.boxes.front();
      cut.boxes.push_back(copied);
    }
    arrays.push_back(cut);
  }
  return write_model(folder, arrays, element_bits, 5);
}

WantedTile any_tile(const pieces::PiecedModel& model) {
  const Box box = any_box(model.arrays.front().extents);
  WantedTile tile = {.begin = box.begin, .extents = pieces::shape_of(box), .ranks = {0}};
  const std::int64_t how = pieces::any_number(0, 3);
  if (how == 0) {
    stack(tile, model, box);
  } else if (how == 1 && !box.begin.empty()) {
    join(tile, model, box);
  } else {
    tile.fills = {{0, box, Coordinate(box.begin.size(), 0)}};
  }
  return tile;
}

std::vector<bool> elements_of(const WrittenModel& written, const WantedTile& tile,
                              std::int64_t element_bits, const Box& box) {
  std::vector<bool> bits;
  pieces::for_each_element(pieces::shape_of(box), [&](const Coordinate& x) {
    Coordinate at;
    const Fill& fill = fill_of(tile, sum(box.begin, x), at);
    append_element(bits, written.bits[fill.array], at, written.model.arrays[fill.array].extents,
                   element_bits);
  });
  return bits;
}

}  // namespace tileglot::checkpoint::reshard
