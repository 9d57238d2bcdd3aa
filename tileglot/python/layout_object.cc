// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/layout_object.h"

#include <nanobind/nanobind.h>

#include <utility>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::python {
namespace {

namespace strided = notation::strided;

/// One stride for each dimension, whatever the spelling.
bool has_strides(const strided::AnyLayout& layout) {
  if (std::holds_alternative<strided::StridedArray>(layout)) return true;
  const auto map = bridge::to_map(layout);
  return map && bridge::to_strided(*map);
}

}  // namespace

const LayoutObject& layout_in(nb::handle object) {
  if (!nb::isinstance<LayoutObject>(object) || !nb::inst_ready(object)) {
    throw nb::type_error("a Layout is wanted");
  }
  return *nb::inst_ptr<LayoutObject>(object);
}

bridge::AnyLayout any_layout(const LayoutObject& object) {
  switch (object.kind) {
    case Kind::kCute: return static_cast<const CuteObject&>(object).value;
    case Kind::kComposed: return static_cast<const ComposedObject&>(object).value;
    case Kind::kXla: return static_cast<const XlaObject&>(object).value;
    case Kind::kLinear: return static_cast<const LinearObject&>(object).value;
    case Kind::kStrided: return static_cast<const StridedObject&>(object).value;
    case Kind::kMapped: break;
  }
  return static_cast<const MappedObject&>(object).value;
}

nb::object object_of(const notation::cute::CuteLayout& layout) {
  return std::visit([](const auto& held) { return object_of(held); }, layout);
}

nb::object object_of(bridge::AnyLayout layout) {
  struct Maker {
    nb::object operator()(const notation::cute::Layout<>& l) const { return object_of(l); }
    nb::object operator()(const notation::cute::ComposedLayout& l) const { return object_of(l); }
    nb::object operator()(notation::xla::Shape& s) const { return made<XlaObject>(std::move(s)); }
    nb::object operator()(notation::linear::Layout& l) const {
      return made<LinearObject>(std::move(l));
    }
    nb::object operator()(notation::strided::AnyLayout& l) const {
      if (has_strides(l)) return made<StridedObject>(std::move(l));
      return made<MappedObject>(std::move(l));
    }
  };
  return std::visit(Maker(), layout);
}

}  // namespace tileglot::python
