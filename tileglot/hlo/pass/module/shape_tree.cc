// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/shape_tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {

namespace xla = notation::xla;

ShapeTree::ShapeTree(const xla::Shape& shape) { append(shape); }

// The parser bounds how deep tuples nest, so the recursion is bounded too.
void ShapeTree::append(const xla::Shape& shape) {
  const Position at = size();
  const std::size_t children = children_.size();
  const xla::Shape* const array = xla::array_in(shape);
  parts_.push_back({.shape = array != nullptr ? array : &shape, .size = 1, .children = children});
  if (array != nullptr) {
    arrays_.push_back(at);
    has_choice_ = has_choice_ || xla::rank(*array) > 1;
    return;
  }
  children_.resize(children + shape.elements.size());
  for (std::size_t i = 0; i < shape.elements.size(); ++i) {
    children_[children + i] = size();
    append(shape.elements[i]);
  }
  parts_[at].size = size() - at;
}

std::optional<Position> ShapeTree::find(std::span<const std::int64_t> path) const {
  Position at = 0;
  for (const std::int64_t step : path) {
    if (step < 0 || std::cmp_greater_equal(step, shape(at).elements.size())) return std::nullopt;
    at = child(at, static_cast<std::size_t>(step));
  }
  return at;
}

const ShapeTree& ShapeTrees::of(ShapeId id) {
  if (by_shape_.size() <= index_of(id)) by_shape_.resize(module_->shapes().size(), nullptr);
  const ShapeTree*& tree = by_shape_[index_of(id)];
  if (tree == nullptr) tree = &trees_.emplace_back(module_->shape(id));
  return *tree;
}

}  // namespace tileglot::hlo::pass
