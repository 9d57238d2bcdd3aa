// SPDX-License-Identifier: Apache-2.0
// layout_object.h: the values of the Python classes of layouts.
//
// What     LayoutObject is tileglot.Layout; each class below it holds the value of one notation.
//          any_layout(object) is the value as the bridge knows it; object_of makes the Python
//          object of one.
// Why      A class for each notation: its operations need no dispatch, and an object has the size
//          of its notation's value.
// Example  object_of(parse_layout("(4,2):(2,1)")) is a tileglot.CuteLayout.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <new>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::python {

namespace nb = nanobind;

enum class Kind : std::uint8_t { kCute, kComposed, kXla, kLinear, kStrided, kMapped };

struct LayoutObject {
  Kind kind = Kind::kCute;
};

template <class T, Kind K>
struct Holding : LayoutObject {
  template <class... Arguments>
  explicit Holding(Arguments&&... arguments) : value(std::forward<Arguments>(arguments)...) {
    kind = K;
  }
  T value;
};

using CuteObject = Holding<notation::cute::Layout<>, Kind::kCute>;
using ComposedObject = Holding<notation::cute::ComposedLayout, Kind::kComposed>;
using XlaObject = Holding<notation::xla::Shape, Kind::kXla>;
using LinearObject = Holding<notation::linear::Layout, Kind::kLinear>;
/// What strides say, in any spelling: NCHW of torch too.
using StridedObject = Holding<notation::strided::AnyLayout, Kind::kStrided>;
/// Tags and maps that strides do not say: nChw16c.
using MappedObject = Holding<notation::strided::AnyLayout, Kind::kMapped>;

bridge::AnyLayout any_layout(const LayoutObject& object);

/// The Python class of an object, once it is bound. They are final, so that a look at the class
/// tells whether an object is one.
template <class Object>
inline PyTypeObject* class_of = nullptr;

template <class Object>
void note_class() {
  class_of<Object> = reinterpret_cast<PyTypeObject*>(nb::type<Object>().ptr());
}

/// The value in an object of that class, or null.
template <class Object>
const Object* held_in(nb::handle object) {
  if (Py_TYPE(object.ptr()) != class_of<Object> || !nb::inst_ready(object)) return nullptr;
  return nb::inst_ptr<Object>(object);
}

/// The value in a layout of any class; TypeError for what is not one, or has no value yet.
const LayoutObject& layout_in(nb::handle object);

/// A new object, whose value is made in place: it may have 1.7 KB.
template <class Object, class T>
nb::object made(T&& value) {
  nb::object object = nb::inst_alloc(nb::handle(reinterpret_cast<PyObject*>(class_of<Object>)));
  new (nb::inst_ptr<Object>(object)) Object(std::forward<T>(value));
  nb::inst_mark_ready(object);
  return object;
}

inline nb::object object_of(const notation::cute::Layout<>& layout) {
  return made<CuteObject>(layout);
}
inline nb::object object_of(const notation::cute::ComposedLayout& layout) {
  return made<ComposedObject>(layout);
}
nb::object object_of(const notation::cute::CuteLayout& layout);
nb::object object_of(bridge::AnyLayout layout);

}  // namespace tileglot::python
