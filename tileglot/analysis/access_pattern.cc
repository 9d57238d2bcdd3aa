// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/access_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"

namespace tileglot::analysis {
namespace {

/// `count` steps of `step` along a mode.
struct Digit {
  std::size_t mode = 0;
  std::int64_t count = 1;
  std::int64_t step = 1;
};

/// The difference of the row-major indices of neighbors along each mode.
core::Result<std::vector<std::int64_t>> steps_of(std::span<const map::Dim> memory) {
  std::vector<std::int64_t> steps(memory.size(), 1);
  std::int64_t below = 1;
  for (std::size_t k = memory.size(); k-- > 0;) {
    steps[k] = below;
    const core::Checked elements = core::checked_mul(below, memory[k].extent);
    if (!elements) {
      return core::fail({.code = "map.overflow",
                         .message = fmt::format("the memory has more coordinates than 64 bits can "
                                                "number: {}",
                                                map::extents_text(memory)),
                         .help = "ask about one tile of it"});
    }
    below = *elements;
  }
  if (below > 0) return steps;
  return core::fail(
      {.code = "access.extent",
       .message = fmt::format("there is no element to access in {}", map::extents_text(memory)),
       .help = "give every mode an extent of at least 1"});
}

/// The map from (element, thread): the element moves along `vector`, the thread counts the digits,
/// the first fastest.
core::Result<map::IndexMap> pattern_of(std::span<const map::Dim> memory, const Digit& vector,
                                       std::span<const Digit> digits) {
  TILEGLOT_TRY(steps, steps_of(memory));
  std::int64_t threads = 1;
  for (const Digit& digit : digits) threads *= digit.count;
  map::MapBuilder b({{vector.count, "element"}, {threads, "thread"}});
  map::Value number = b.scale(b.dim(0), steps[vector.mode]);
  map::Value rest = b.dim(1);
  for (const Digit& digit : digits) {
    number = b.add(number, b.scale(b.mod(rest, digit.count), digit.step * steps[digit.mode]));
    rest = b.floor_div(rest, digit.count);
  }
  std::int64_t elements = 1;
  for (const map::Dim& dim : memory) elements *= dim.extent;
  return b.finish(number, {{elements, "element"}});
}

core::Error uneven(std::span<const map::Dim> memory, std::size_t mode, std::int64_t length) {
  return {
      {.code = "access.extent",
       .message = fmt::format("an access of {} elements does not cut mode {} of {}", length, mode,
                              map::extents_text(memory)),
       .help = fmt::format("make its extent a multiple of {}, or take shorter vectors", length)}};
}

core::Error no_mode(std::span<const map::Dim> memory, std::size_t mode) {
  return {{.code = "access.mode",
           .message = fmt::format("there is no mode {} in {}", mode, map::extents_text(memory)),
           .help = memory.empty() ? "write a layout with a mode, such as 1:0"
                                  : fmt::format("modes are counted from 0; the last is {}",
                                                memory.size() - 1)}};
}

bool cuts(const map::Dim& dim, std::int64_t length) {
  return dim.extent > 0 && dim.extent % length == 0;
}

}  // namespace

core::Result<map::IndexMap> vector_pattern(std::span<const map::Dim> memory,
                                           const VectorPattern& pattern) {
  for (const std::size_t mode : {pattern.along, pattern.first}) {
    if (mode >= memory.size()) return core::fail(no_mode(memory, mode));
  }
  if (!cuts(memory[pattern.along], pattern.elements)) {
    return core::fail(uneven(memory, pattern.along, pattern.elements));
  }
  std::vector<std::size_t> order{pattern.first, pattern.along};
  for (std::size_t k = memory.size(); k-- > 0;) order.push_back(k);
  std::vector<Digit> digits;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto before = order.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(order.begin(), before, order[i]) != before) continue;
    const std::int64_t step = order[i] == pattern.along ? pattern.elements : 1;
    digits.push_back({order[i], memory[order[i]].extent / step, step});
  }
  return pattern_of(memory, {pattern.along, pattern.elements}, digits);
}

core::Result<map::IndexMap> matrix_pattern(std::span<const map::Dim> memory, std::int64_t elements,
                                           bool transposed) {
  if (memory.size() < 2) {
    return core::fail({.code = "access.rank",
                       .message = fmt::format("matrices are read from rows and columns, and {} has "
                                              "no two modes",
                                              map::extents_text(memory)),
                       .help = "write the memory as (rows,columns):(..)"});
  }
  const std::size_t rows = transposed ? 1 : 0;
  const std::size_t columns = 1 - rows;
  if (!cuts(memory[rows], kMatrixRows)) return core::fail(uneven(memory, rows, kMatrixRows));
  if (!cuts(memory[columns], elements)) return core::fail(uneven(memory, columns, elements));
  std::vector<Digit> digits{{rows, memory[rows].extent, 1},
                            {columns, memory[columns].extent / elements, elements}};
  for (std::size_t k = 2; k < memory.size(); ++k) digits.push_back({k, memory[k].extent, 1});
  return pattern_of(memory, {columns, elements}, digits);
}

}  // namespace tileglot::analysis
