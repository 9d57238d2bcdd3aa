// SPDX-License-Identifier: Apache-2.0
// cute_operations.cc: the functions of tileglot.cute, under the names of CuTe's DSL.
//
// Those that are called in loops go to the algebra directly, and to the table of operations only where
// it refuses, for the reason. python/tileglot/cute.py has the others, which go to the table.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/core/outcome.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/compose_by_mode.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/inverse/left_inverse.h"
#include "tileglot/notation/cute/inverse/right_inverse.h"
#include "tileglot/notation/cute/layout/coalesce.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/python/cute.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout_object.h"
#include "tileglot/python/operations.h"
#include "tileglot/python/tiler.h"
#include "tileglot/python/tuples.h"

namespace tileglot::python {
namespace {

namespace cute = notation::cute;
using core::Outcome;
using Layout = cute::Layout<>;

const Layout* plain(nb::handle object) {
  const CuteObject* const held = held_in<CuteObject>(object);
  return held == nullptr ? nullptr : &held->value;
}

/// A layout, an int or a tuple of such; no other library's object.
bool is_tiler(nb::handle object) {
  return plain(object) != nullptr || nb::isinstance<cute::Tiler>(object) || holds_layouts(object) ||
         is_tuple(object);
}

nb::object composition(nb::handle a, nb::handle b) {
  const Layout* const first = plain(a);
  const Layout* const second = plain(b);
  if (first != nullptr && second != nullptr) {
    if (const auto answer = cute::composition(*first, *second)) return object_of(*answer);
  }
  return call("composition", nb::make_tuple(a, b));
}

nb::object complement(nb::handle layout, nb::handle extent) {
  const Layout* const of = plain(layout);
  if (extent.is_none()) {
    if (of != nullptr) {
      if (const auto answer = cute::complement(*of)) return object_of(*answer);
    }
    return call("complement", nb::make_tuple(layout));
  }
  if (of != nullptr && is_tuple(extent)) {
    if (const auto answer = cute::complement(*of, tuple_of(extent))) return object_of(*answer);
  }
  return call("complement", nb::make_tuple(layout, extent));
}

nb::object coalesce(nb::handle layout, nb::handle profile) {
  if (!profile.is_none()) return call("coalesce_by_mode", nb::make_tuple(layout, profile));
  if (const Layout* const of = plain(layout)) {
    if (const Outcome<Layout> answer = cute::coalesce(*of)) return object_of(*answer);
  }
  return call("coalesce", nb::make_tuple(layout));
}

using ByTiler = Outcome<Layout> (*)(const Layout&, const cute::Tiler&);

template <ByTiler Apply>
nb::object tiled(const char* name, nb::handle layout, nb::handle tiler) {
  const Layout* const of = plain(layout);
  if (of != nullptr && is_tiler(tiler)) {
    if (const auto answer = Apply(*of, tiler_of(tiler))) return object_of(*answer);
  }
  return call(name, nb::make_tuple(layout, tiler));
}

using OfLayout = Outcome<Layout> (*)(const Layout&);

template <OfLayout Apply>
nb::object of_layout(const char* name, nb::handle layout) {
  if (const Layout* const of = plain(layout)) {
    if (const auto answer = Apply(*of)) return object_of(*answer);
  }
  return call(name, nb::make_tuple(layout));
}

/// The steps of an operation on texts, as `tileglot eval --explain` prints them.
std::string explain(const std::string& operation, const std::vector<std::string>& arguments) {
  std::string text =
      value_of(api::evaluate({.op = operation, .args = arguments}, {.explain = true})).text;
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

void bind_cute_operations(nb::module_& module) {
  module.def(
      "composition", composition, nb::arg("a"), nb::arg("b").none(),
      nb::sig("def composition(a: Cute, b: Tiler, /) -> CuteLayout | ComposedLayout"),
      "The layout A(B(i)): the elements of A that B names. A tiler is applied mode by mode.\n\n"
      "Raises ImpossibleError with offsets as witness where no layout is that function.");
  module.def(
      "complement", complement, nb::arg("layout"), nb::arg("cotarget") = nb::none(),
      nb::sig("def complement(layout: Cute, cotarget: IntTuple = None, /) -> CuteLayout"),
      "The layout of the positions that the layout leaves out: where its copies go to fill an "
      "extent.");
  module.def(
      "coalesce", coalesce, nb::arg("layout"), nb::kw_only(),
      nb::arg("target_profile") = nb::none(),
      nb::sig("def coalesce(layout: Cute, /, *, target_profile: IntTuple = None) -> CuteLayout"),
      "The layout with the fewest modes that is the same function of the index, or each mode of "
      "the profile by itself.");
  const auto by_tiler = [&module](const char* name, const char* signature, const char* doc,
                                  auto apply) {
    module.def(
        name,
        [name, apply](nb::handle layout, nb::handle tiler) { return apply(name, layout, tiler); },
        nb::arg("layout"), nb::arg("tiler").none(), nb::sig(signature), doc);
  };
  by_tiler("logical_divide",
           "def logical_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout",
           "Each mode of the layout as (tile, rest).", tiled<cute::logical_divide>);
  by_tiler("zipped_divide",
           "def zipped_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout",
           "((tile, ..), (rest, ..)).", tiled<cute::zipped_divide>);
  by_tiler("tiled_divide",
           "def tiled_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout",
           "((tile, ..), rest, ..).", tiled<cute::tiled_divide>);
  by_tiler("flat_divide",
           "def flat_divide(layout: Cute, tiler: Tiler, /) -> CuteLayout | ComposedLayout",
           "(tile, .., rest, ..).", tiled<cute::flat_divide>);
  by_tiler("logical_product",
           "def logical_product(tile: Cute, copies: Tiler, /) -> CuteLayout | ComposedLayout",
           "(tile, copies): copies of the tile, laid out as the second layout says.",
           tiled<cute::logical_product>);
  const auto by_layout = [&module](const char* name, const char* signature, const char* doc,
                                   auto apply) {
    module.def(
        name, [name, apply](nb::handle layout) { return apply(name, layout); }, nb::arg("layout"),
        nb::sig(signature), doc);
  };
  by_layout("right_inverse", "def right_inverse(layout: Cute, /) -> CuteLayout",
            "R with L(R(i)) = i for all i below its size.", of_layout<cute::right_inverse>);
  by_layout("left_inverse", "def left_inverse(layout: Cute, /) -> CuteLayout",
            "R with R(L(i)) = i for all i below the size of L.", of_layout<cute::left_inverse>);
  module.def("explain", explain, nb::arg("operation"), nb::arg("arguments"));
}

}  // namespace tileglot::python
