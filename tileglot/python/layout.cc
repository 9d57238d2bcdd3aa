// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/layout.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/convert/equal.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/print.h"
#include "tileglot/map/walk.h"
#include "tileglot/python/description.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/numbers.h"
#include "tileglot/python/operations.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/python/texts.h"
#include "tileglot/python/tuples.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::python {
namespace {

using bridge::AnyLayout;
using Shape = std::optional<std::vector<std::int64_t>>;

/// Above this, other Python threads run meanwhile.
constexpr std::int64_t kManyElements = std::int64_t{64} << 10;

/// Our name of a dtype: a name in any notation, or an object of NumPy, torch or JAX.
std::optional<std::string> type_named(nb::handle dtype) {
  if (dtype.is_none()) return std::nullopt;
  const nb::object name =
      nb::isinstance<nb::str>(dtype)
          ? nb::borrow(dtype)
          : nb::module_::import_("tileglot._adapters").attr("dtype_name")(dtype);
  return std::string(core::name(value_of(core::parse_element_type(text_of(name)))));
}

bridge::Evaluator evaluator_of(const LayoutObject& self) {
  return value_of(bridge::Evaluator::of(any_layout(self)));
}

/// A layout that has a shape and a type of its own keeps them.
void check_agrees(const LayoutObject& layout, const Shape& shape,
                  const std::optional<std::string>& type) {
  const AnyLayout any = any_layout(layout);
  const auto own = bridge::element_type_of(any);
  const bool has_type = !type || !own || core::name(*own) == *type;
  const bool has_shape = !shape || std::ranges::equal(*shape, evaluator_of(layout).extents());
  if (has_type && has_shape) return;
  raise(core::Error({.code = "layout.tensor",
                     .message = bridge::print(any) + " has another shape or type than asked for",
                     .help = "leave shape= and dtype= out: the layout has its own"}));
}

nb::object layout(nb::handle object, const Shape& shape, nb::handle dtype,
                  const std::optional<std::string>& notation) {
  const std::optional<std::string> type = type_named(dtype);
  if (nb::isinstance<LayoutObject>(object)) {
    check_agrees(layout_in(object), shape, type);
    return nb::borrow(object);
  }
  if (nb::isinstance<nb::str>(object)) {
    return object_of(
        read({.text = text_of(object), .notation = notation, .shape = shape, .dtype = type}));
  }
  return nb::module_::import_("tileglot._adapters").attr("layout")(object, shape, type);
}

/// What the notation says of a coordinate that the layout does not have.
[[noreturn]] void refuse_coordinate(const LayoutObject& self, std::span<const std::int64_t> at) {
  const std::string text = map::coordinate_text(at);
  const auto refused = bridge::parse_coordinate(text, any_layout(self));
  if (!refused) raise_coordinate(refused.error());
  raise_coordinate(core::Error({.code = "bridge.coordinate",
                                .message = text + " does not have one number for each dimension"}));
}

/// The offset of one int for each dimension.
nb::object offset_of(const LayoutObject& self, const nb::args& arguments) {
  const bridge::Evaluator evaluator = evaluator_of(self);
  const auto extents = evaluator.extents();
  const bool is_tuple = arguments.size() == 1 && PyTuple_Check(arguments[0].ptr());
  std::vector<std::int64_t> at;
  for (const nb::handle each : is_tuple ? nb::handle(arguments[0]) : nb::handle(arguments)) {
    std::int64_t number = 0;
    if (!read_int(each, number)) throw nb::type_error("a coordinate is an int for each dimension");
    at.push_back(number);
  }
  bool is_inside = at.size() == extents.size();
  for (std::size_t k = 0; is_inside && k < at.size(); ++k)
    is_inside = at[k] >= 0 && at[k] < extents[k];
  if (!is_inside) refuse_coordinate(self, at);
  return nb::int_(evaluator.offset(at));
}

/// Offsets row-major over the coordinates, a block at a time; false at the end.
class Filler {
 public:
  Filler(const map::IndexMap& f, std::int64_t* to) : walk_(f), left_(f.size()), to_(to) {}

  bool fill_block() {
    for (std::int64_t n = 0; n < kBlock && left_ > 0; ++n, --left_) {
      *to_++ = walk_.offset();
      walk_.next();
    }
    return left_ > 0;
  }

 private:
  static constexpr std::int64_t kBlock = std::int64_t{1} << 22;
  map::BoxWalk walk_;
  std::int64_t left_;
  std::int64_t* to_;
};

/// Between blocks Ctrl-C is heard.
void fill(const map::IndexMap& f, std::int64_t* to) {
  if (f.size() == 0) return;
  Filler filler(f, to);
  if (f.size() < kManyElements) {
    filler.fill_block();
    return;
  }
  for (bool is_left = true; is_left;) {
    {
      const ReleasedGil released;
      is_left = filler.fill_block();
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

nb::object offsets(const LayoutObject& self) {
  const map::IndexMap f = value_of(bridge::to_map(any_layout(self)));
  std::vector<std::int64_t> extents(f.rank());
  for (std::size_t k = 0; k < f.rank(); ++k) extents[k] = f.extent(k);
  const nb::module_ numpy = nb::module_::import_("numpy");
  const nb::object array = numpy.attr("empty")(tuple_of_numbers(extents), numpy.attr("int64"));
  auto view = nb::cast<nb::ndarray<std::int64_t, nb::c_contig, nb::device::cpu>>(array);
  fill(f, view.data());
  return array;
}

nb::object dtype_of(const LayoutObject& self) {
  const auto type = bridge::element_type_of(any_layout(self));
  if (!type) return nb::none();
  const std::string_view name = core::name(*type);
  return nb::str(name.data(), name.size());
}

std::string repr(const LayoutObject& self) { return repr_of(any_layout(self)); }

/// How pickle makes the layout again: from its text.
nb::tuple reduce(const LayoutObject& self) {
  const Description d = describe(any_layout(self), true);
  return nb::make_tuple(nb::module_::import_("tileglot._restore").attr("restore"),
                        nb::make_tuple(d.text, d.notation, d.shape, d.dtype));
}

nb::object equal(nb::handle a, nb::handle b) {
  const AnyLayout left = layout_of(a);
  const AnyLayout right = layout_of(b);
  api::Reply reply = core::fail(core::Error());
  {
    const ReleasedGil released;
    reply = api::equal_layouts(left, right);
  }
  const api::Answer answer = value_of(std::move(reply));
  return nb::module_::import_("tileglot._results")
      .attr("Comparison")(answer.text, object_of(answer.json));
}

using Class = nb::class_<LayoutObject>;

void bind_properties(Class& to) {
  to.def_prop_ro(
        "notation",
        [](const LayoutObject& self) {
          return bridge::name_of(bridge::notation_of(any_layout(self)));
        },
        "cute, xla, linear, numpy, torch, mdspan, onednn, tvm or mlir.")
      .def_prop_ro(
          "extents",
          [](const LayoutObject& self) { return tuple_of_numbers(evaluator_of(self).extents()); },
          nb::sig("def extents(self) -> tuple[int, ...]"),
          "The number of coordinates along each dimension, top-level mode or input.")
      .def_prop_ro(
          "rank", [](const LayoutObject& self) { return evaluator_of(self).extents().size(); },
          "The number of dimensions.")
      .def_prop_ro(
          "size", [](const LayoutObject& self) { return evaluator_of(self).size(); },
          "The number of coordinates.")
      .def_prop_ro(
          "codomain_size",
          [](const LayoutObject& self) { return evaluator_of(self).codomain_size(); },
          "The number of positions owned, padding included.")
      .def_prop_ro("dtype", dtype_of, nb::sig("def dtype(self) -> str | None"),
                   "The element type, such as 'bf16'; None where the notation has none.");
}

/// A function of the package on this layout, which makes objects of answers.
template <const char* Module, const char* Name>
nb::object ask(nb::handle self, const nb::args& arguments, const nb::kwargs& options) {
  return nb::module_::import_(Module).attr(Name)(self, *arguments, **options);
}

constexpr char kPictures[] = "tileglot._pictures";
constexpr char kReports[] = "tileglot._reports";
constexpr char kShow[] = "show";
constexpr char kBundle[] = "mimebundle";
constexpr char kCheck[] = "check";

void bind_questions(Class& to) {
  to.def("show", ask<kPictures, kShow>,
         nb::sig("def show(self, view: str | None = None, *, color: str | None = None, "
                 "label: str | None = None, palette: str = 'safe', theme: str = 'light', "
                 "fold: str | None = None, crop: str | None = None, every: int = 1, "
                 "group: int = 1, per_row: int | None = None, side_by_side: object | None = None, "
                 "against: object | None = None, relayout_to: object | None = None, "
                 "gather: object | None = None, access: str | None = None, "
                 "dtype: object | None = None) -> Picture"),
         "Draws the layout; the options are those of the command `show`.\n\n"
         "view: 'grid' (the tensor), 'memory' (in its own order), 'tv' or 'hw' (what threads "
         "hold),\n"
         "'banks', 'matrix' (over F2) or 'mma'; None: what suits the layout. side_by_side, "
         "against,\n"
         "relayout_to, gather: another layout, in the shape of this one where it lacks one.\n\n"
         "A notebook shows the picture; str() of it is a text.")
      .def(
          "check", ask<kReports, kCheck>,
          nb::sig("def check(self, *, access: str | Sequence[str] = (), mem: object | None = None, "
                  "dtype: object | None = None, target: str | None = None, suggest: bool = False, "
                  "explain: bool = False, banks: int | None = None, "
                  "bank_width_bytes: int | None = None, reduce: Sequence[int] | None = None, "
                  "conv: str | None = None, operand: str | None = None, "
                  "convert_to: object | None = None) -> Report"),
          "What tileglot.check finds about this layout.")
      .def("_repr_mimebundle_", ask<kPictures, kBundle>,
           nb::sig("def _repr_mimebundle_(self, include: Container[str] | None = None, "
                   "exclude: Container[str] | None = None) -> dict[str, str]"));
}

void bind_class(nb::module_& module) {
  Class bound(module, "Layout",
              "A tensor memory layout: a function from coordinates to offsets.\n\n"
              "Immutable; compares and hashes by notation and structure, and pickles as\n"
              "text. Offsets and strides count elements.");
  bound
      .def("__call__", offset_of,
           nb::sig("def __call__(self, *coordinate: int | tuple[int, ...]) -> int"),
           "The offset of a coordinate, in elements: one int for each dimension.\n\n"
           "Raises CoordinateError, an IndexError, outside the extents.")
      .def("__repr__", repr)
      .def("__str__", [](const LayoutObject& self) { return bridge::print(any_layout(self)); })
      .def("__reduce__", reduce, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Self"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::sig("def __deepcopy__(self, memo: object, /) -> Self"))
      .def("offsets", offsets, nb::sig("def offsets(self) -> numpy.typing.NDArray[numpy.int64]"),
           "Every offset as an array of int64 whose shape is `extents`; needs NumPy.");
  bind_properties(bound);
  bind_questions(bound);
}

}  // namespace

AnyLayout layout_of(nb::handle object) {
  const nb::object made = layout(object, {}, nb::none(), {});
  return any_layout(layout_in(made));
}

void bind_layout(nb::module_& module) {
  bind_class(module);
  module.def(
      "layout", layout, nb::arg("x").none(), nb::kw_only(), nb::arg("shape") = nb::none(),
      nb::arg("dtype") = nb::none(), nb::arg("notation") = nb::none(),
      nb::sig("def layout(x: object, /, *, shape: Sequence[int] | None = None, "
              "dtype: object | None = None, notation: str | None = None) -> Layout"),
      "The layout of a text in any notation, or of another library's object.\n\n"
      "x: a text; a Layout, which is returned as it is; an array, tensor or layout of NumPy, "
      "torch,\n"
      "JAX, Triton, Gluon, pycute, the CuTe DSL or tensor-layouts; or an object with a method\n"
      "__tileglot_layout__() that returns a text or a Layout.\n"
      "shape, dtype: of the tensor, where the text or the object does not say them.\n"
      "notation: read the text as cute, xla, linear, numpy, torch, mdspan, onednn, tvm or mlir.\n\n"
      ">>> layout('bf16[16,256]{1,0:T(8,128)(2,1)}')(3, 130)\n1285\n\n"
      "Raises InvalidError with the span of the text that is at fault; TypeError for other "
      "objects.");
  module.def("equal", equal, nb::arg("a"), nb::arg("b"),
             nb::sig("def equal(a: object, b: object, /) -> Comparison"),
             "Whether two layouts are the same function, proved; true, or the first difference.\n\n"
             "Takes what tileglot.layout takes.");
}

}  // namespace tileglot::python
