// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/linear_algebra_operations.h"

#include <array>
#include <span>

#include "tileglot/api/linear_operation.h"
#include "tileglot/notation/linear/complement.h"
#include "tileglot/notation/linear/compose.h"
#include "tileglot/notation/linear/concatenate.h"
#include "tileglot/notation/linear/divide.h"
#include "tileglot/notation/linear/invert_and_compose.h"
#include "tileglot/notation/linear/logical_division.h"
#include "tileglot/notation/linear/one_sided_inverse.h"
#include "tileglot/notation/linear/product.h"
#include "tileglot/notation/linear/quotient.h"
#include "tileglot/notation/linear/register_tile.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;

constexpr std::array kLinearAlgebraOperations{
    linear_operation<linear::complement, linear_argument, number_argument>("linear.complement"),
    linear_operation<linear::compose, linear_argument, linear_argument>("linear.compose"),
    linear_operation<linear::concat_ins, linear_argument, linear_argument>("linear.concat_ins"),
    linear_operation<linear::concat_outs, linear_argument, linear_argument>("linear.concat_outs"),
    linear_operation<linear::concatenate, linear_argument, linear_argument>("linear.concatenate"),
    linear_operation<linear::divide_left, linear_argument, linear_argument>("linear.divide_left"),
    linear_operation<linear::divide_right, linear_argument, linear_argument>("linear.divide_right"),
    linear_operation<linear::invert, linear_argument>("linear.invert"),
    linear_operation<linear::invert_and_compose, linear_argument, linear_argument>(
        "linear.invert_and_compose"),
    linear_operation<linear::invert_and_compose_block_local, linear_argument, linear_argument>(
        "linear.invert_and_compose_block_local"),
    linear_operation<linear::left_inverse, linear_argument>("linear.left_inverse"),
    linear_operation<linear::logical_divide, linear_argument, linear_argument>(
        "linear.logical_divide"),
    linear_operation<linear::logical_product, linear_argument, linear_argument>(
        "linear.logical_product"),
    linear_operation<linear::mul, linear_argument, linear_argument>("linear.mul"),
    linear_operation<linear::pseudoinvert, linear_argument>("linear.pseudoinvert"),
    linear_operation<linear::quotient, linear_argument, names_argument>("linear.quotient"),
    linear_operation<linear::reps, linear_argument, linear_argument>("linear.reps"),
    linear_operation<linear::right_inverse, linear_argument>("linear.right_inverse"),
};

}  // namespace

std::span<const LinearOperation> linear_algebra_operations() { return kLinearAlgebraOperations; }

}  // namespace tileglot::api
