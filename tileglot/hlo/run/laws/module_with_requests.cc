// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/module_with_requests.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Shape;

/// The shape with another order of every array's dimensions.
Shape reordered(Shape shape, RandomBits& bits) {
  for (Shape& element : shape.elements) element = reordered(element, bits);
  if (!shape.layout) return shape;
  auto& order = shape.layout->minor_to_major;
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(bits.next() % i)]);
  }
  return shape;
}

}  // namespace

Module any_module_with_requests(RandomBits& bits, std::size_t operations,
                                std::span<const Opcode> favourites, RandomNumbers numbers) {
  Module module = runnable_module(bits, operations, favourites, numbers);
  EntryLayout requested;
  for (const Shape& shape : parameter_shapes(module)) {
    requested.parameters.push_back(reordered(shape, bits));
  }
  requested.result = reordered(result_shape(module), bits);
  module.header.entry_layout = std::move(requested);
  return module;
}

bool same_outputs(const std::vector<Output>& a, const std::vector<Output>& b) {
  return std::ranges::equal(
      a, b, [](const Output& x, const Output& y) { return same_elements(x.elements, y.elements); });
}

}  // namespace tileglot::hlo::run
