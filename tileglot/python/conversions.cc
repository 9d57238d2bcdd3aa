// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/conversions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/index.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/python/description.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/numbers.h"
#include "tileglot/python/texts.h"

namespace tileglot::python {
namespace {

using Text = std::optional<std::string>;
using Extents = std::optional<std::vector<std::int64_t>>;
namespace cute = notation::cute;

api::Answer answer_of(api::Reply&& reply, const std::string& text) {
  return value_of(std::move(reply), text);
}

cute::Spelling spelling_named(const Text& name) {
  if (!name) return cute::Spelling::kCanonical;
  if (*name == "cute-cpp") return cute::Spelling::kCuteCpp;
  if (*name == "pycute") return cute::Spelling::kPycute;
  if (*name == "dsl") return cute::Spelling::kDsl;
  raise(core::Error({.code = "convert.spelling",
                     .message = fmt::format("'{}' is not a spelling of CuTe layouts", *name),
                     .help = "spelling is cute-cpp, pycute or dsl"}));
}

struct Wish {
  std::string to = {};
  Text dtype = {};
  bool padded = false;
  Text convention = {};
  Text spelling = {};
  Extents shape = {};
};

/// These hold an element type, which must not be made up.
constexpr std::string_view kTyped[] = {"xla",   "jax",     "wire", "numpy",
                                       "torch", "strided", "mlir", "all"};

std::string converted(const LayoutObject& layout, const Wish& wish) {
  Description of = describe(any_layout(layout), true);
  const bool has_type = of.dtype || wish.dtype || (!of.shape && !wish.shape);
  if (!has_type && std::ranges::find(kTyped, wish.to) != std::end(kTyped)) {
    raise(core::Error({.code = "convert.dtype_missing",
                       .message = of.text + " has no element type, and " + wish.to + " needs one",
                       .help = "give dtype=, as in dtype='bf16'"}));
  }
  if (wish.shape) of.shape = wish.shape;
  if (!of.dtype) of.dtype = wish.dtype;
  const api::ConvertRequest request{.layout = of.text,
                                    .to = wish.to,
                                    .dtype = wish.dtype,
                                    .padded = wish.padded,
                                    .spelling = spelling_named(wish.spelling),
                                    .notation = of.notation,
                                    .tensor = of.tensor(),
                                    .convention = wish.convention};
  std::string text = answer_of(api::convert(request), of.text).text;
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

nb::object read_as(const char* notation, const std::string& text) {
  return object_of(read({.text = text, .notation = notation}));
}

std::string spelled(const bridge::AnyLayout& layout, cute::Spelling spelling) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout))
    return cute::print(*plain, spelling);
  if (const auto* composed = std::get_if<cute::ComposedLayout>(&layout)) {
    return cute::print(*composed, spelling);
  }
  raise(core::Error({.code = "convert.spelling",
                     .message = "only layouts of CuTe have several spellings",
                     .help = "name the notation too: text('cute', spelling=..)"}));
}

std::string text_in(const LayoutObject& self, const Text& notation, const Text& spelling,
                    const Text& dtype, bool padded, const Text& convention, const Extents& shape) {
  const bridge::AnyLayout layout = any_layout(self);
  if (!notation && spelling) return spelled(layout, spelling_named(spelling));
  if (!notation) return bridge::print(layout);
  return converted(self, {.to = *notation,
                          .dtype = dtype,
                          .padded = padded,
                          .convention = convention,
                          .spelling = spelling,
                          .shape = shape});
}

nb::object to_cute(const LayoutObject& self, bool padded, const Text& convention,
                   const Extents& shape) {
  return read_as("cute", converted(self, {.to = "cute",
                                          .padded = padded,
                                          .convention = convention,
                                          .spelling = "cute-cpp",
                                          .shape = shape}));
}

nb::object to_xla(const LayoutObject& self, const Text& dtype, bool padded) {
  return read_as("xla", converted(self, {.to = "xla", .dtype = dtype, .padded = padded}));
}

nb::object to_linear(const LayoutObject& self, const Text& convention, const Extents& shape) {
  return read_as("linear",
                 converted(self, {.to = "linear", .convention = convention, .shape = shape}));
}

nb::object to_strided(const LayoutObject& self) {
  const bridge::AnyLayout layout = any_layout(self);
  const map::IndexMap map = value_of(bridge::memory_map(layout));
  const auto type = bridge::element_type_of(layout);
  return object_of(
      bridge::AnyLayout(notation::strided::AnyLayout(value_of(bridge::to_strided(map, type)))));
}

nb::list coordinates(const LayoutObject& self, std::int64_t offset) {
  const map::IndexMap map = value_of(bridge::to_map(any_layout(self)));
  const map::Preimages found = value_of(map::preimages(map, offset));
  if (found.count > static_cast<std::int64_t>(found.coordinates.size())) {
    raise(core::Error(
        {.code = "index.too_many",
         .message = fmt::format("{} coordinates have the offset {}, and at most {} are listed",
                                found.count, offset, found.coordinates.size()),
         .help = "offsets() == offset finds them in an array"}));
  }
  nb::list all;
  for (const map::Coordinate& x : found.coordinates) all.append(tuple_of_numbers(x));
  return all;
}

std::string explain(const LayoutObject& self, const nb::args& coordinate) {
  const Description of = describe(any_layout(self), true);
  const nb::handle only =
      coordinate.size() == 1 ? nb::handle(coordinate[0]) : nb::handle(coordinate);
  std::string place = text_of(nb::str(only));
  std::erase(place, ' ');
  const api::IndexRequest request{.layout = of.text,
                                  .places = {place},
                                  .explain = true,
                                  .notation = of.notation,
                                  .tensor = of.tensor()};
  std::string text = answer_of(api::index(request), {}).text;
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

void bind_conversions() {
  auto layout = nb::borrow<nb::class_<LayoutObject>>(nb::type<LayoutObject>());
  layout
      .def(
          "text", text_in, nb::arg("notation") = nb::none(), nb::kw_only(),
          nb::arg("spelling") = nb::none(), nb::arg("dtype") = nb::none(),
          nb::arg("padded") = false, nb::arg("convention") = nb::none(),
          nb::arg("shape") = nb::none(),
          "The layout in another notation: cute, xla, jax, linear, triton, strided, numpy, torch,\n"
          "mdspan, mlir, onednn, tvm, map, table or all; None: its own.\n\n"
          "spelling: of CuTe layouts, cute-cpp, pycute or dsl. dtype: the element type, for "
          "notations\n"
          "that have one. padded: on the domain rounded up to full tiles. convention: 'tv' for "
          "CuTe\n"
          "layouts of threads and values, 'map' to keep a linear layout's direction. shape: of "
          "the\n"
          "tensor, where the layout does not say it.\n\n"
          "Raises ImpossibleError with a witness where the notation cannot say it.")
      .def("to_cute", to_cute, nb::kw_only(), nb::arg("padded") = false,
           nb::arg("convention") = nb::none(), nb::arg("shape") = nb::none(),
           nb::sig("def to_cute(self, *, padded: bool = False, convention: str | None = None, "
                   "shape: Sequence[int] | None = None) -> CuteLayout | ComposedLayout"),
           "The same function as a CuTe layout; options as of text().")
      .def("to_xla", to_xla, nb::kw_only(), nb::arg("dtype") = nb::none(),
           nb::arg("padded") = false,
           nb::sig(
               "def to_xla(self, *, dtype: str | None = None, padded: bool = False) -> XlaLayout"),
           "The same function as a shape of XLA; options as of text().")
      .def("to_linear", to_linear, nb::kw_only(), nb::arg("convention") = nb::none(),
           nb::arg("shape") = nb::none(),
           nb::sig("def to_linear(self, *, convention: str | None = None, "
                   "shape: Sequence[int] | None = None) -> LinearLayout"),
           "The same function as a linear layout; options as of text().")
      .def("to_strided", to_strided, nb::sig("def to_strided(self) -> StridedLayout"),
           "The one stride of each dimension.\n\nRaises ImpossibleError where one has several.")
      .def(
          "to_jax",
          [](nb::handle self, nb::handle sharding) {
            return nb::module_::import_("tileglot._writers").attr("to_jax")(self, sharding);
          },
          nb::arg("sharding") = nb::none(),
          nb::sig("def to_jax(self, sharding: object | None = None) -> typing.Any"),
          "JAX's Layout, or its Format where a sharding is given; imports jax.")
      .def(
          "to_gluon",
          [](nb::handle self) {
            return nb::module_::import_("tileglot._writers").attr("to_gluon")(self);
          },
          nb::sig("def to_gluon(self) -> typing.Any"),
          "Gluon's DistributedLinearLayout or SharedLinearLayout; imports triton.")
      .def("coordinates", coordinates, nb::arg("offset"),
           nb::sig("def coordinates(self, offset: int) -> list[tuple[int, ...]]"),
           "Every coordinate at an offset, in elements; none: it is padding.")
      .def("explain", explain, nb::sig("def explain(self, *coordinate: IntTuple) -> str"),
           "How the offset of a coordinate comes about, step by step.");
}

}  // namespace tileglot::python
