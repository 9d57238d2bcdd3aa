// SPDX-License-Identifier: Apache-2.0
// linear/dimension_operations.cc: changes of the dimensions of linear layouts, by name.
//
// What     linear_dimension_operations() has sublayout, transpose, reshape, flatten, resize,
//          rename, squeeze and unsqueeze, fitting to a tensor's shape, and layouts that reshape a
//          tensor.
// Example  linear.flatten_outs({i: [[1,1]]} -> {a: 2, b: 2}, surjective: false) is
//          {i: [[3]]} -> {a: 4}, surjective: false.
//          [tests: linear/dimension_operations_test.cc, "dimensions are cut, dropped and renamed"]
// Errors   Those of linear/arguments.h.

#include "tileglot/calculator/linear/operations.h"

#include <array>
#include <cstddef>
#include <span>

#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/ensure_size.h"
#include "tileglot/notation/linear/dimensions/reshape.h"
#include "tileglot/notation/linear/dimensions/resize.h"
#include "tileglot/notation/linear/dimensions/squeeze.h"
#include "tileglot/notation/linear/dimensions/sublayout.h"
#include "tileglot/notation/linear/dimensions/tensor_shape.h"
#include "tileglot/notation/linear/dimensions/transpose.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::Result;

Result<linear::BroadcastRegisters> broadcast_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(broadcast, flag_argument(args, i));
  return broadcast ? linear::BroadcastRegisters::kYes : linear::BroadcastRegisters::kNo;
}

constexpr std::array kLinearDimensionOperations{
    operation<linear::ensure_both, linear_argument, sizes_argument>(
        {"linear.ensure_both", "layout, sizes",
         "the layout grown to a shape by its first input, then cut to it",
         "linear.ensure_both({i: [[1,0]]} -> {a: 2, b: 1}, [[\"a\",1],[\"b\",2]])"}),
    operation<linear::ensure_layout_not_larger_than, linear_argument, sizes_argument,
              broadcast_argument>(
        {"linear.ensure_layout_not_larger_than", "layout, sizes, keep registers",
         "the layout cut to a shape; with true, registers that fall away stay as vectors of 0",
         "linear.ensure_layout_not_larger_than({register: [2,1]} -> {o: 4}, [[\"o\",2]], false)"}),
    operation<linear::ensure_layout_not_smaller_than, linear_argument, sizes_argument>(
        {"linear.ensure_layout_not_smaller_than", "layout, sizes",
         "the layout grown to a shape by its first input",
         "linear.ensure_layout_not_smaller_than({register: [1]} -> {o: 2}, [[\"o\",4]])"}),
    operation<linear::flatten_ins, linear_argument>(
        {"linear.flatten_ins", "layout",
         "the layout with one input, which has the name of the first",
         "linear.flatten_ins({i: [1], j: [2]} -> {o: 4})"}),
    operation<linear::flatten_outs, linear_argument>(
        {"linear.flatten_outs", "layout",
         "the layout with one output, which has the name of the first",
         "linear.flatten_outs({i: [[1,0],[0,1]]} -> {a: 2, b: 2})"}),
    operation<linear::remove_standard_dim, linear_argument, number_argument>(
        {"linear.remove_standard_dim", "layout, dimension",
         "the layout without one dimension of the tensor",
         "linear.remove_standard_dim({i: [[1,0],[0,1]]} -> {dim0: 2, dim1: 2}, 0)"}),
    operation<linear::remove_zero_bases_along_dim, linear_argument, name_argument>(
        {"linear.remove_zero_bases_along_dim", "layout, in",
         "the layout without the vectors of 0 of one input",
         "linear.remove_zero_bases_along_dim({i: [1,0]} -> {o: 2}, i)"}),
    operation<linear::rename_in_dim, linear_argument, name_argument, name_argument>(
        {"linear.rename_in_dim", "layout, old, new", "the layout with another name for an input",
         "linear.rename_in_dim({i: [1]} -> {o: 2}, i, j)"}),
    operation<linear::rename_out_dim, linear_argument, name_argument, name_argument>(
        {"linear.rename_out_dim", "layout, old, new", "the layout with another name for an output",
         "linear.rename_out_dim({i: [1]} -> {o: 2}, o, p)"}),
    operation<linear::reshape_ins, linear_argument, sizes_argument>(
        {"linear.reshape_ins", "layout, sizes",
         "the layout with its input bits divided anew; the first dimension has the lowest",
         "linear.reshape_ins({i: [1,2]} -> {o: 4}, [[\"k\",2],[\"l\",2]])"}),
    operation<linear::reshape_layout, linear_argument, numbers_argument>(
        {"linear.reshape_layout", "layout, shape",
         "the layout of a tensor that is reshaped, row-major",
         "linear.reshape_layout({i: [[1,0]], j: [[0,1]]} -> {dim0: 2, dim1: 2}, [4])"}),
    operation<linear::reshape_outs, linear_argument, sizes_argument>(
        {"linear.reshape_outs", "layout, sizes",
         "the layout with its output bits divided anew; the first dimension has the lowest",
         "linear.reshape_outs({i: [1,2]} -> {o: 4}, [[\"k\",2],[\"l\",2]])"}),
    operation<linear::resize_in_dim, linear_argument, name_argument, number_argument>(
        {"linear.resize_in_dim", "layout, in, size", "the layout with another size for an input",
         "linear.resize_in_dim({i: [1,2]} -> {o: 4}, i, 2)"}),
    operation<linear::resize_out_dim, linear_argument, name_argument, number_argument>(
        {"linear.resize_out_dim", "layout, out, size", "the layout with another size for an output",
         "linear.resize_out_dim({i: [1,2]} -> {o: 4}, o, 2)"}),
    operation<linear::squeeze_ins, linear_argument, name_argument>(
        {"linear.squeeze_ins", "layout, in", "the layout without an input of size 1",
         "linear.squeeze_ins({i: [1], j: []} -> {o: 2}, j)"}),
    operation<linear::squeeze_outs, linear_argument, name_argument>(
        {"linear.squeeze_outs", "layout, out", "the layout without an output of size 1",
         "linear.squeeze_outs({i: [[1,0]]} -> {a: 2, b: 1}, b)"}),
    operation<linear::sublayout, linear_argument, names_argument, names_argument>(
        {"linear.sublayout", "layout, ins, outs", "the layout of some inputs and some outputs",
         "linear.sublayout({i: [[1,0]], j: [[0,1]]} -> {a: 2, b: 2}, [\"j\"], [\"b\"])"}),
    operation<linear::transpose_ins, linear_argument, names_argument>(
        {"linear.transpose_ins", "layout, names", "the layout with its inputs in another order",
         "linear.transpose_ins({i: [1], j: [2]} -> {o: 4}, [\"j\",\"i\"])"}),
    operation<linear::transpose_linear_layout, linear_argument, numbers_argument>(
        {"linear.transpose_linear_layout", "layout, order",
         "the layout of a tensor that is transposed; output sizes follow from the vectors",
         "linear.transpose_linear_layout({i: [[1,0],[0,1],[0,2]]} -> {dim0: 2, dim1: 4}, [1,0])"}),
    operation<linear::transpose_outs, linear_argument, names_argument>(
        {"linear.transpose_outs", "layout, names", "the layout with its outputs in another order",
         "linear.transpose_outs({i: [[1,0],[0,1]]} -> {a: 2, b: 2}, [\"b\",\"a\"])"}),
    operation<linear::unsqueeze_ins, linear_argument, name_argument>(
        {"linear.unsqueeze_ins", "layout, in", "the layout with one more input, of size 1",
         "linear.unsqueeze_ins({i: [1]} -> {o: 2}, j)"}),
    operation<linear::unsqueeze_outs, linear_argument, name_argument>(
        {"linear.unsqueeze_outs", "layout, out", "the layout with one more output, of size 1",
         "linear.unsqueeze_outs({i: [1]} -> {o: 2}, p)"}),
};

}  // namespace

std::span<const Operation> linear_dimension_operations() { return kLinearDimensionOperations; }

}  // namespace tileglot::calculator
