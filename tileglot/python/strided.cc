// SPDX-License-Identifier: Apache-2.0
// strided.cc: the classes of strides, and of tags and maps that strides do not say.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/hash.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/numbers.h"
#include "tileglot/python/signatures.h"

namespace tileglot::python {
namespace {

namespace strided = notation::strided;

/// The offset of one step along each dimension; an extent of 1 has the step of a row-major array.
std::vector<std::int64_t> strides_of(const strided::AnyLayout& layout) {
  const auto evaluator = value_of(strided::Evaluator::of(layout));
  const auto extents = evaluator.extents();
  std::vector<std::int64_t> at(extents.size(), 0);
  std::vector<std::int64_t> strides(extents.size(), 1);
  if (evaluator.size() == 0) return strides;
  const std::int64_t origin = evaluator.offset(at);
  std::int64_t dense = 1;
  for (std::size_t k = extents.size(); k-- > 0;) {
    strides[k] = dense;
    if (extents[k] > 1) {
      at[k] = 1;
      strides[k] = evaluator.offset(at) - origin;
      at[k] = 0;
    }
    dense = core::saturating_mul(dense, extents[k]);
  }
  return strides;
}

std::int64_t origin_of(const strided::AnyLayout& layout) {
  const auto evaluator = value_of(strided::Evaluator::of(layout));
  if (evaluator.size() == 0) return 0;
  return evaluator.offset(std::vector<std::int64_t>(evaluator.extents().size(), 0));
}

nb::object strides_bytes(const StridedObject& self) {
  const auto type = strided::array_of(self.value).type;
  if (!type || core::bits(*type) % 8 != 0) return nb::none();
  std::vector<std::int64_t> strides = strides_of(self.value);
  for (std::int64_t& stride : strides) {
    const auto bytes = core::checked_mul(stride, core::bits(*type) / 8);
    if (!bytes) {
      raise(core::Error({.code = "strided.too_large",
                         .message = "a stride in bytes does not fit 64 bits",
                         .help = "`strides` has it in elements"}));
    }
    stride = *bytes;
  }
  return tuple_of_numbers(strides);
}

template <class Object>
bool holds_same(const Object& self, nb::handle other) {
  return nb::isinstance<Object>(other) && self.value == nb::cast<const Object&>(other).value;
}

template <class Object>
std::int64_t hash_of_text(const Object& self) {
  Hash hash;
  hash.add(std::string_view(strided::print(self.value)));
  for (const std::int64_t extent : strided::array_of(self.value).extents) {
    hash.add(static_cast<std::uint64_t>(extent));
  }
  return hash.value();
}

template <class Object>
nb::class_<Object, LayoutObject> bind_class(nb::module_& module, const char* name,
                                            const char* doc) {
  return nb::class_<Object, LayoutObject>(module, name, nb::is_final(), doc)
      .def_prop_ro(
          "shape",
          [](const Object& self) {
            return tuple_of_numbers(strided::array_of(self.value).extents);
          },
          nb::sig("def shape(self) -> tuple[int, ...]"), "As `extents`.")
      .def("__eq__", holds_same<Object>, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", hash_of_text<Object>);
}

}  // namespace

void bind_strided(nb::module_& module) {
  bind_class<StridedObject>(
      module, "StridedLayout",
      "One stride for each dimension: NumPy's, torch's and mdspan's layouts, and\n"
      "tags and maps that strides say as well.")
      .def_prop_ro(
          "strides",
          [](const StridedObject& self) { return tuple_of_numbers(strides_of(self.value)); },
          nb::sig("def strides(self) -> tuple[int, ...]"), "In elements.")
      .def_prop_ro("strides_bytes", strides_bytes,
                   nb::sig("def strides_bytes(self) -> tuple[int, ...] | None"),
                   "In bytes; None where no element type is known, or one of part of a byte.")
      .def_prop_ro(
          "offset", [](const StridedObject& self) { return origin_of(self.value); },
          "Of the first coordinate, in elements.");
  bind_class<MappedObject>(module, "MappedLayout",
                           "A tag of oneDNN or TVM, or a map of MLIR, that strides do not say.");
  note_class<StridedObject>();
  note_class<MappedObject>();
}

}  // namespace tileglot::python
