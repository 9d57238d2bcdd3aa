// SPDX-License-Identifier: Apache-2.0
// text_operations.cc: operations whose result is a text.
#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/print_latex.h"
#include "tileglot/notation/cute/text/print_layout.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::IntTuple;
using core::Result;

Result<Value> as_text(Result<std::string> text) {
  if (!text) return fail(std::move(text).error());
  return Value(Text{*std::move(text)});
}

template <Result<std::string> (*Print)(const cute::CuteLayout&)>
Result<Value> text_of_layout(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  return as_text(Print(layout));
}

Result<Value> apply_print_latex_tv(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(tile, tuple_argument(arguments, 1));
  return as_text(cute::print_latex_tv(layout, tile));
}

/// shape with `leaf(path)` in place of every integer, where path is its position in the tuple.
template <class Leaf>
core::Outcome<IntTuple> by_path(const IntTuple& shape, core::BasisPath path, const Leaf& leaf) {
  if (shape.is_scalar) return leaf(path);
  IntTuple result;
  for (int k = 0; k < cute::rank(shape); ++k) {
    if (path.levels() == core::BasisPath::kMaxLevels || k > core::BasisPath::kMaxMode) {
      return core::Refusal{core::Reason::kBasisPath, path.levels() + 1, k};
    }
    TILEGLOT_TRY_VALUE(inner, by_path(*cute::mode(shape, k), path.inside(k), leaf));
    TILEGLOT_TRY_VALUE(longer, cute::append(result, inner));
    result = longer;
  }
  return result;
}

/// The tensor whose elements are the coordinates of the shape, as CuTe prints it.
Result<Value> apply_make_identity_tensor(const Arguments& arguments) {
  TILEGLOT_TRY(shape, tuple_argument(arguments, 0));
  TILEGLOT_TRY(origin, cute::to_result(by_path(shape, {}, [](core::BasisPath) {
                 return IntTuple(core::static_integer(0));
               })));
  TILEGLOT_TRY(stride, cute::to_result(by_path(shape, {}, [](core::BasisPath path) {
                 return IntTuple(core::Integer(1, true, path));
               })));
  TILEGLOT_TRY(layout, cute::to_result(cute::make_layout(shape, stride)));
  return Value(Text{fmt::format("ArithTuple{} o {}", cute::print(origin, cute::Marks::kShow),
                                cute::print(layout, cute::Marks::kShow))});
}

constexpr Operation kTextOperations[] = {
    {"make_identity_tensor", "shape", "the text of CuTe's tensor of coordinates",
     "make_identity_tensor((4,(2,3)))", apply_make_identity_tensor},
    {"print_latex", "layout", "the LaTeX document that CuTe prints of a layout",
     "print_latex((2,2):(2,1))", text_of_layout<cute::print_latex>},
    {"print_latex_tv", "layout, tile",
     "the LaTeX document that CuTe prints of a layout of threads and values",
     "print_latex_tv((2,2):(1,2), (2,2))", apply_print_latex_tv},
    {"print_layout", "layout", "the table that CuTe prints; of more than two modes slice by slice",
     "print_layout((2,3):(3,1))", text_of_layout<cute::print_layout>},
};

}  // namespace

std::span<const Operation> text_operations() { return kTextOperations; }

}  // namespace tileglot::calculator
