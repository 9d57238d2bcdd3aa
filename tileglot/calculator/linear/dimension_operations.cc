// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/dimension_operations.h"

#include <array>
#include <cstddef>
#include <span>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/ensure_size.h"
#include "tileglot/notation/linear/dimensions/reshape.h"
#include "tileglot/notation/linear/dimensions/resize.h"
#include "tileglot/notation/linear/dimensions/squeeze.h"
#include "tileglot/notation/linear/dimensions/sublayout.h"
#include "tileglot/notation/linear/dimensions/tensor_shape.h"
#include "tileglot/notation/linear/dimensions/transpose.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using core::Result;

Result<linear::BroadcastRegisters> broadcast_argument(Arguments args, std::size_t i) {
  TILEGLOT_TRY(broadcast, flag_argument(args, i));
  return broadcast ? linear::BroadcastRegisters::kYes : linear::BroadcastRegisters::kNo;
}

constexpr std::array kLinearDimensionOperations{
    linear_operation<linear::ensure_both, linear_argument, sizes_argument>("linear.ensure_both"),
    linear_operation<linear::ensure_layout_not_larger_than, linear_argument, sizes_argument,
                     broadcast_argument>("linear.ensure_layout_not_larger_than"),
    linear_operation<linear::ensure_layout_not_smaller_than, linear_argument, sizes_argument>(
        "linear.ensure_layout_not_smaller_than"),
    linear_operation<linear::flatten_ins, linear_argument>("linear.flatten_ins"),
    linear_operation<linear::flatten_outs, linear_argument>("linear.flatten_outs"),
    linear_operation<linear::remove_standard_dim, linear_argument, number_argument>(
        "linear.remove_standard_dim"),
    linear_operation<linear::remove_zero_bases_along_dim, linear_argument, name_argument>(
        "linear.remove_zero_bases_along_dim"),
    linear_operation<linear::rename_in_dim, linear_argument, name_argument, name_argument>(
        "linear.rename_in_dim"),
    linear_operation<linear::rename_out_dim, linear_argument, name_argument, name_argument>(
        "linear.rename_out_dim"),
    linear_operation<linear::reshape_ins, linear_argument, sizes_argument>("linear.reshape_ins"),
    linear_operation<linear::reshape_layout, linear_argument, numbers_argument>(
        "linear.reshape_layout"),
    linear_operation<linear::reshape_outs, linear_argument, sizes_argument>("linear.reshape_outs"),
    linear_operation<linear::resize_in_dim, linear_argument, name_argument, number_argument>(
        "linear.resize_in_dim"),
    linear_operation<linear::resize_out_dim, linear_argument, name_argument, number_argument>(
        "linear.resize_out_dim"),
    linear_operation<linear::squeeze_ins, linear_argument, name_argument>("linear.squeeze_ins"),
    linear_operation<linear::squeeze_outs, linear_argument, name_argument>("linear.squeeze_outs"),
    linear_operation<linear::sublayout, linear_argument, names_argument, names_argument>(
        "linear.sublayout"),
    linear_operation<linear::transpose_ins, linear_argument, names_argument>(
        "linear.transpose_ins"),
    linear_operation<linear::transpose_linear_layout, linear_argument, numbers_argument>(
        "linear.transpose_linear_layout"),
    linear_operation<linear::transpose_outs, linear_argument, names_argument>(
        "linear.transpose_outs"),
    linear_operation<linear::unsqueeze_ins, linear_argument, name_argument>("linear.unsqueeze_ins"),
    linear_operation<linear::unsqueeze_outs, linear_argument, name_argument>(
        "linear.unsqueeze_outs"),
};

}  // namespace

std::span<const LinearOperation> linear_dimension_operations() {
  return kLinearDimensionOperations;
}

}  // namespace tileglot::api
