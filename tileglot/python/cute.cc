// SPDX-License-Identifier: Apache-2.0
// cute.cc: the classes of CuTe's values.
#include "tileglot/python/cute.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "tileglot/core/int_tuple.h"
#include "tileglot/core/integer.h"
#include "tileglot/core/outcome.h"
#include "tileglot/notation/cute/algebra/slice.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/modes.h"
#include "tileglot/notation/cute/composed/slice.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/text/evaluate.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/hash.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/operations.h"
#include "tileglot/python/scaled_basis.h"
#include "tileglot/python/signatures.h"
#include "tileglot/python/tiler.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace cute = notation::cute;
using core::IntTuple;

/// A shape and its column-major strides, or a shape and a stride.
core::Outcome<cute::Layout<>> make_layout(nb::handle shape, nb::handle stride) {
  IntTuple extents;
  read_tuple(shape, extents);
  if (stride.is_none()) return cute::make_layout(extents);
  IntTuple steps;
  read_tuple(stride, steps);
  return cute::make_layout(extents, steps);
}

/// The only argument, or all of them as a tuple.
IntTuple coordinate_of(const nb::args& arguments) {
  return arguments.size() == 1 ? tuple_of(arguments[0]) : tuple_of(arguments);
}

std::int64_t checked_offset(const cute::Layout<>& layout, const IntTuple& coordinate) {
  const auto offset = cute::offset_of(layout, coordinate);
  if (!offset) raise_coordinate(offset.error());
  return *offset;
}

nb::object offset_object(const cute::Layout<>& layout, const IntTuple& coordinate) {
  if (has_basis(layout.stride)) {
    return call("crd2idx", nb::make_tuple(object_of(coordinate), object_of(layout)));
  }
  return nb::int_(checked_offset(layout, coordinate));
}

/// Of an int for each mode of a flat layout; others take the way of all coordinates.
nb::object offset_of_ints(const cute::Layout<>& layout, std::initializer_list<std::int64_t> at) {
  const IntTuple& shape = layout.shape;
  std::int64_t offset = 0;
  int slot = 0;
  bool is_flat = static_cast<std::size_t>(shape.slots) == at.size() && !shape.is_scalar;
  for (const std::int64_t x : at) {
    if (!is_flat) break;
    is_flat = shape.nesting[slot] == 0 && !shape.is_empty(slot) && layout.stride.paths[slot] == 0 &&
              x >= 0 && x < shape.values[slot];
    offset += is_flat ? x * layout.stride.values[slot++] : 0;
  }
  if (is_flat) return nb::int_(offset);
  IntTuple coordinate;
  if (at.size() == 1) coordinate = IntTuple(core::Integer(*at.begin()));
  for (const std::int64_t x : at) {
    if (at.size() > 1) append_mode(coordinate, IntTuple(core::Integer(x)));
  }
  return offset_object(layout, coordinate);
}

nb::object call_layout(const CuteObject& self, const nb::args& arguments) {
  const IntTuple coordinate = coordinate_of(arguments);
  if (has_underscore(coordinate)) return object_of(value_of(cute::slice(coordinate, self.value)));
  return offset_object(self.value, coordinate);
}

nb::object call_composed(const ComposedObject& self, const nb::args& arguments) {
  const IntTuple coordinate = coordinate_of(arguments);
  if (has_underscore(coordinate)) return object_of(value_of(cute::slice(coordinate, self.value)));
  const auto domain = value_of(cute::inner_layout(self.value));
  checked_offset(domain, coordinate);
  return object_of(value_of(cute::crd2idx(coordinate, self.value)));
}

/// Python's index of a mode, which counts from the end where it is negative.
std::int64_t mode_index(nb::handle index, int rank) {
  std::int64_t i = 0;
  if (!read_int(index, i)) throw nb::type_error("a mode is named by an int");
  if (i < 0) i += rank;
  if (i < 0 || i >= rank) throw nb::index_error("no such mode");
  return i;
}

cute::Layout<> mode_of(const CuteObject& self, nb::handle index) {
  return value_of(cute::mode(self.value, mode_index(index, cute::rank(self.value))));
}

nb::object stage_object(const cute::Stage& stage) {
  return stage.is_swizzle ? nb::cast(stage.swizzle) : object_of(stage.layout);
}

cute::Stage stage_of(nb::handle object) {
  if (nb::isinstance<cute::Swizzle>(object)) return nb::cast<const cute::Swizzle&>(object);
  if (nb::isinstance<CuteObject>(object)) return nb::cast<const CuteObject&>(object).value;
  throw nb::type_error("a part of a composed layout is a Swizzle or a CuteLayout");
}

/// ==, where another type is not equal.
template <class T>
bool equals(const T& self, nb::handle other) {
  return nb::isinstance<T>(other) && self == nb::cast<const T&>(other);
}

bool same_layout(const CuteObject& self, nb::handle other) {
  const CuteObject* const theirs = held_in<CuteObject>(other);
  return theirs != nullptr && self.value == theirs->value;
}

constexpr const char* kNoLength =
    "a layout has no length: `rank` is its number of modes, `size` its number of coordinates";

[[noreturn]] std::size_t no_length(nb::handle) { throw nb::type_error(kNoLength); }

/// Marks of static integers do not count, as they do not in plain layouts.
bool same_composed(const ComposedObject& self, nb::handle other) {
  if (!nb::isinstance<ComposedObject>(other)) return false;
  const auto& theirs = nb::cast<const ComposedObject&>(other).value;
  return self.value.outer == theirs.outer && self.value.inner == theirs.inner &&
         self.value.offset.value == theirs.offset.value;
}

nb::object iterate(const CuteObject& self) {
  nb::list modes;
  for (int i = 0; i < cute::rank(self.value); ++i) {
    modes.append(object_of(value_of(cute::mode(self.value, i))));
  }
  return modes.attr("__iter__")();
}

void bind_values(nb::module_& module) {
  nb::class_<cute::Swizzle>(module, "Swizzle", nb::is_final(),
                            "Sw<bits,base,shift>: xors bits of an offset with those `shift` above.")
      .def(
          "__init__",
          [](cute::Swizzle* self, int bits, int base, int shift) {
            new (self) cute::Swizzle(value_of(cute::make_swizzle(bits, base, shift)));
          },
          nb::arg("bits"), nb::arg("base"), nb::arg("shift"))
      .def_ro("bits", &cute::Swizzle::bits)
      .def_ro("base", &cute::Swizzle::base)
      .def_ro("shift", &cute::Swizzle::shift)
      .def(
          "__call__", [](cute::Swizzle self, std::int64_t offset) { return apply(self, offset); },
          nb::arg("offset"), nb::sig("def __call__(self, offset: int, /) -> int"))
      .def("__eq__", equals<cute::Swizzle>, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const cute::Swizzle& self) { return hash_of(self); })
      .def("__repr__",
           [](const cute::Swizzle& self) {
             return fmt::format("tileglot.cute.Swizzle({}, {}, {})", self.bits, self.base,
                                self.shift);
           })
      .def("__str__", [](const cute::Swizzle& self) { return cute::print(self); })
      .def(
          "__reduce__",
          [](nb::handle self) {
            return nb::make_tuple(self.type(), nb::make_tuple(self.attr("bits"), self.attr("base"),
                                                              self.attr("shift")));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  nb::class_<cute::Tiler>(module, "Tile", nb::is_final(),
                          "What tiles by mode: a layout, an int or None, which keeps it, for each.")
      .def(
          "__init__",
          [](cute::Tiler* self, const nb::args& modes) { new (self) cute::Tiler(tiler_of(modes)); },
          nb::sig("def __init__(self, *modes: Tiler) -> None"))
      .def("__eq__", equals<cute::Tiler>, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__",
           [](const cute::Tiler& self) { return hash_of(std::string_view(cute::print(self))); })
      .def("__repr__", [](const cute::Tiler& self) { return cute::print(self); });
}

using CuteClass = nb::class_<CuteObject, LayoutObject>;

/// Two ints are the coordinate of most calls, and need no tuple.
void bind_calls(CuteClass& to) {
  to.def(
        "__call__",
        [](const CuteObject& self, std::int64_t i) { return offset_of_ints(self.value, {i}); },
        nb::sig("def __call__(self, i: int, /) -> int"))
      .def(
          "__call__",
          [](const CuteObject& self, std::int64_t i, std::int64_t j) {
            return offset_of_ints(self.value, {i, j});
          },
          nb::sig("def __call__(self, i: int, j: int, /) -> int"))
      .def(
          "__call__",
          [](const CuteObject& self, std::int64_t i, std::int64_t j, std::int64_t k) {
            return offset_of_ints(self.value, {i, j, k});
          },
          nb::sig("def __call__(self, i: int, j: int, k: int, /) -> int"))
      .def("__call__", call_layout,
           nb::sig("def __call__(self, *coordinate: IntTuple) -> typing.Any"),
           "The offset of a coordinate, in any form that CuTe takes: L(1, (1, 2)), L((1, 5)), "
           "L(16).\n\n"
           "None keeps a mode: the answer is then the layout of what is left.");
}

void bind_properties(CuteClass& to) {
  to.def_prop_ro(
        "shape", [](const CuteObject& self) { return object_of(self.value.shape); },
        nb::sig("def shape(self) -> typing.Any"), "Nested as the layout is.")
      .def_prop_ro(
          "stride", [](const CuteObject& self) { return object_of(self.value.stride); },
          nb::sig("def stride(self) -> typing.Any"),
          "Nested as the layout is, in elements; ScaledBasis objects count along modes.")
      .def_prop_ro(
          "rank", [](const CuteObject& self) { return cute::rank(self.value); },
          "The number of modes.")
      .def_prop_ro(
          "depth", [](const CuteObject& self) { return cute::depth(self.value); },
          "How deep the modes are nested.")
      .def_prop_ro(
          "size", [](const CuteObject& self) { return value_of(cute::size(self.value)).value; },
          "The number of coordinates.")
      .def_prop_ro(
          "cosize", [](const CuteObject& self) { return value_of(cute::cosize(self.value)).value; },
          "One more than the largest offset.");
}

void bind_cute_layout(nb::module_& module) {
  CuteClass bound(module, "CuteLayout", nb::is_final(),
                  "A shape and a stride, nested alike. Ints are static, as in the "
                  "CuTe DSL.\n\nWithout a stride it is column-major.");
  bind_calls(bound);
  bind_properties(bound);
  bound
      .def(
          "__init__",
          [](CuteObject* self, nb::handle shape, nb::handle stride) {
            const auto layout = make_layout(shape, stride);
            new (self) CuteObject(value_of(layout));
          },
          nb::arg("shape"), nb::arg("stride") = nb::none(),
          nb::sig("def __init__(self, shape: IntTuple, stride: IntTuple = None) -> None"))
      .def(
          "__getitem__",
          [](const CuteObject& self, nb::handle index) { return CuteObject(mode_of(self, index)); },
          nb::arg("mode"), nb::sig("def __getitem__(self, mode: int, /) -> CuteLayout"),
          "A mode; negative numbers count from the end.")
      .def("__iter__", iterate, nb::sig("def __iter__(self) -> Iterator[CuteLayout]"), "The modes.")
      .def("__len__", no_length, nb::sig("def __len__(self) -> Never"))
      .def("__eq__", same_layout, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const CuteObject& self) { return hash_of(self.value); })
      .def("__str__", [](const CuteObject& self) { return cute::print(self.value); });
}

void bind_composed_layout(nb::module_& module) {
  nb::class_<ComposedObject, LayoutObject>(
      module, "ComposedLayout", nb::is_final(),
      "layout_a(offset + layout_b(x)): a swizzle or a layout after another.")
      .def(
          "__init__",
          [](ComposedObject* self, nb::handle a, std::int64_t offset, nb::handle b) {
            new (self) ComposedObject(
                cute::ComposedLayout{stage_of(a), core::static_integer(offset), stage_of(b)});
          },
          nb::arg("layout_a"), nb::arg("offset"), nb::arg("layout_b"),
          nb::sig("def __init__(self, layout_a: Swizzle | CuteLayout, offset: int, "
                  "layout_b: Swizzle | CuteLayout) -> None"))
      .def("__call__", call_composed,
           nb::sig("def __call__(self, *coordinate: IntTuple) -> typing.Any"),
           "The offset of a coordinate; None keeps a mode.")
      .def("__len__", no_length, nb::sig("def __len__(self) -> Never"))
      .def("__eq__", same_composed, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const ComposedObject& self) { return hash_of(self.value); })
      .def("__str__", [](const ComposedObject& self) { return cute::print(self.value); })
      .def_prop_ro(
          "layout_a", [](const ComposedObject& self) { return stage_object(self.value.outer); },
          nb::sig("def layout_a(self) -> Swizzle | CuteLayout"), "What is applied last.")
      .def_prop_ro(
          "offset", [](const ComposedObject& self) { return self.value.offset.value; },
          "Added between the two, in elements.")
      .def_prop_ro(
          "layout_b", [](const ComposedObject& self) { return stage_object(self.value.inner); },
          nb::sig("def layout_b(self) -> Swizzle | CuteLayout"), "What is applied first.")
      .def_prop_ro(
          "shape",
          [](const ComposedObject& self) { return object_of(value_of(cute::shape(self.value))); },
          nb::sig("def shape(self) -> typing.Any"), "That of layout_b.");
}

}  // namespace

void bind_cute(nb::module_& module) {
  bind_scaled_basis(module);
  bind_values(module);
  bind_cute_layout(module);
  bind_composed_layout(module);
  note_class<CuteObject>();
  note_class<ComposedObject>();
}

}  // namespace tileglot::python
