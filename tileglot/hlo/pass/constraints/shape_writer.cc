// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/shape_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// Visits parts as ShapeTree numbers them.
class PartWriter {
 public:
  PartWriter(const LayoutTable& layouts, std::span<const std::optional<LayoutId>> leaves)
      : layouts_(layouts), leaves_(leaves) {}

  void write(xla::Shape& shape) {
    const std::optional<LayoutId>& layout = leaves_[next_++];
    if (xla::array_in(shape) != nullptr) {
      xla::Shape& array = xla::is_array(shape) ? shape : shape.elements[0];
      array.layout = layout ? std::optional(layouts_.at(*layout)) : std::nullopt;
      return;
    }
    for (xla::Shape& element : shape.elements) write(element);
  }

 private:
  const LayoutTable& layouts_;
  std::span<const std::optional<LayoutId>> leaves_;
  std::size_t next_ = 0;
};

}  // namespace

ShapeId ShapeWriter::array_lying(ShapeId shape, LayoutId layout) {
  const std::uint64_t key =
      (std::uint64_t{index_of(shape)} << 32) | static_cast<std::uint64_t>(layout);
  if (const auto known = arrays_.find(key); known != arrays_.end()) return known->second;
  xla::Shape written = module_.shape(shape);
  written.layout = layouts_.at(layout);
  const ShapeId id = module_.keep(written);
  arrays_.emplace(key, id);
  return id;
}

ShapeId ShapeWriter::lying(ShapeId shape, std::span<const std::optional<LayoutId>> leaves) {
  if (xla::is_array(module_.shape(shape)) && leaves[0]) return array_lying(shape, *leaves[0]);
  xla::Shape written = module_.shape(shape);
  PartWriter(layouts_, leaves).write(written);
  return module_.keep(written);
}

}  // namespace tileglot::hlo::pass
