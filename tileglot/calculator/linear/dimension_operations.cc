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
    operation<linear::ensure_both, linear_argument, sizes_argument>("linear.ensure_both"),
    operation<linear::ensure_layout_not_larger_than, linear_argument, sizes_argument,
              broadcast_argument>("linear.ensure_layout_not_larger_than"),
    operation<linear::ensure_layout_not_smaller_than, linear_argument, sizes_argument>(
        "linear.ensure_layout_not_smaller_than"),
    operation<linear::flatten_ins, linear_argument>("linear.flatten_ins"),
    operation<linear::flatten_outs, linear_argument>("linear.flatten_outs"),
    operation<linear::remove_standard_dim, linear_argument, number_argument>(
        "linear.remove_standard_dim"),
    operation<linear::remove_zero_bases_along_dim, linear_argument, name_argument>(
        "linear.remove_zero_bases_along_dim"),
    operation<linear::rename_in_dim, linear_argument, name_argument, name_argument>(
        "linear.rename_in_dim"),
    operation<linear::rename_out_dim, linear_argument, name_argument, name_argument>(
        "linear.rename_out_dim"),
    operation<linear::reshape_ins, linear_argument, sizes_argument>("linear.reshape_ins"),
    operation<linear::reshape_layout, linear_argument, numbers_argument>("linear.reshape_layout"),
    operation<linear::reshape_outs, linear_argument, sizes_argument>("linear.reshape_outs"),
    operation<linear::resize_in_dim, linear_argument, name_argument, number_argument>(
        "linear.resize_in_dim"),
    operation<linear::resize_out_dim, linear_argument, name_argument, number_argument>(
        "linear.resize_out_dim"),
    operation<linear::squeeze_ins, linear_argument, name_argument>("linear.squeeze_ins"),
    operation<linear::squeeze_outs, linear_argument, name_argument>("linear.squeeze_outs"),
    operation<linear::sublayout, linear_argument, names_argument, names_argument>(
        "linear.sublayout"),
    operation<linear::transpose_ins, linear_argument, names_argument>("linear.transpose_ins"),
    operation<linear::transpose_linear_layout, linear_argument, numbers_argument>(
        "linear.transpose_linear_layout"),
    operation<linear::transpose_outs, linear_argument, names_argument>("linear.transpose_outs"),
    operation<linear::unsqueeze_ins, linear_argument, name_argument>("linear.unsqueeze_ins"),
    operation<linear::unsqueeze_outs, linear_argument, name_argument>("linear.unsqueeze_outs"),
};

}  // namespace

std::span<const Operation> linear_dimension_operations() { return kLinearDimensionOperations; }

}  // namespace tileglot::calculator
