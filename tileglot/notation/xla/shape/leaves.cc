// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/leaves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {
namespace {

bool is_tuple(const Shape& shape) { return shape.type == PrimitiveType::kTuple; }

void add_leaves(const Shape& shape, TuplePath& path, std::vector<Leaf>& found) {
  if (!is_tuple(shape)) {
    found.push_back({path, shape});
    return;
  }
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    path.push_back(static_cast<std::int64_t>(i));
    add_leaves(shape.elements[i], path, found);
    path.pop_back();
  }
}

bool has_element(const Shape& shape, std::int64_t i) {
  return is_tuple(shape) && i >= 0 && static_cast<std::size_t>(i) < shape.elements.size();
}

}  // namespace

std::vector<Leaf> leaves(const Shape& shape) {
  std::vector<Leaf> found;
  TuplePath path;
  add_leaves(shape, path, found);
  return found;
}

std::size_t tuple_leaf_count(const Shape& shape) {
  if (!is_tuple(shape)) return 1;
  std::size_t count = 0;
  for (const Shape& element : shape.elements) count += tuple_leaf_count(element);
  return count;
}

core::Result<Shape> subshape(const Shape& shape, std::span<const std::int64_t> path) {
  const Shape* at = &shape;
  for (const std::int64_t step : path) {
    if (!has_element(*at, step)) {
      return core::fail(
          {.code = "xla.path",
           .message = fmt::format("the path {{{}}} leads nowhere: {} has no element {}",
                                  fmt::join(path, ","), print(*at), step),
           .help = "a path lists the elements of tuples, from the outermost on"});
    }
    at = &at->elements[static_cast<std::size_t>(step)];
  }
  return *at;
}

}  // namespace tileglot::notation::xla
