// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/scaled_basis.h"

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>

#include "tileglot/core/integer.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/hash.h"
#include "tileglot/python/signatures.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace nb = nanobind;
using core::BasisPath;

ScaledBasis basis_of(const nb::args& modes) {
  BasisPath path;
  for (const nb::handle each : modes) {
    std::int64_t mode = 0;
    if (!read_int(each, mode)) throw nb::type_error("a mode is named by an int");
    if (mode < 0 || mode > BasisPath::kMaxMode || path.levels() == BasisPath::kMaxLevels) {
      raise(core::Error({.code = "cute.basis",
                         .message = fmt::format("a basis has at most {} levels of modes 0 to {}",
                                                BasisPath::kMaxLevels, BasisPath::kMaxMode)}));
    }
    path = path.inside(static_cast<int>(mode));
  }
  if (path.is_empty()) throw nb::type_error("E takes the number of a mode, or several");
  return {core::Integer(1, true, path)};
}

nb::tuple modes_of(const ScaledBasis& self) {
  nb::list modes;
  for (int i = 0; i < self.value.path.levels(); ++i) modes.append(self.value.path.mode(i));
  return nb::tuple(modes);
}

nb::object scaled(const ScaledBasis& self, std::int64_t factor) {
  const auto product = core::multiply(self.value, core::static_integer(factor));
  if (!product) raise(notation::cute::to_error(product.refusal));
  return object_of(*product);
}

bool equals(const ScaledBasis& self, nb::handle other) {
  if (!nb::isinstance<ScaledBasis>(other)) return false;
  const auto& theirs = nb::cast<const ScaledBasis&>(other).value;
  return self.value.value == theirs.value && self.value.path == theirs.path;
}

}  // namespace

void bind_scaled_basis(nb::module_& module) {
  nb::class_<ScaledBasis>(
      module, "ScaledBasis", nb::is_final(),
      "A stride that counts along one mode of a coordinate: 2 * E(1) is two steps along mode 1.")
      .def_prop_ro(
          "value", [](const ScaledBasis& self) { return self.value.value; }, "How many steps.")
      .def_prop_ro("mode", modes_of, nb::sig("def mode(self) -> tuple[int, ...]"),
                   "The path of the mode, outermost first.")
      .def("__mul__", scaled, nb::arg("factor"),
           nb::sig("def __mul__(self, factor: int, /) -> ScaledBasis"))
      .def("__rmul__", scaled, nb::arg("factor"),
           nb::sig("def __rmul__(self, factor: int, /) -> ScaledBasis"))
      .def("__eq__", equals, nb::arg("other").none(), nb::sig(kEqSignature))
      .def("__hash__", [](const ScaledBasis& self) { return hash_of(self.value); })
      .def("__repr__", [](const ScaledBasis& self) { return notation::cute::print(self.value); })
      .def(
          "__reduce__",
          [](nb::handle self) {
            return nb::make_tuple(nb::module_::import_("tileglot._restore").attr("basis"),
                                  nb::make_tuple(self.attr("value"), self.attr("mode")));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  module.def("E", basis_of, nb::sig("def E(*mode: int) -> ScaledBasis"),
             "One step along a mode, named by its path: E(1, 0) is mode 0 of mode 1.");
}

}  // namespace tileglot::python
