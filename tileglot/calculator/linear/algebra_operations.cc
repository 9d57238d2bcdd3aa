// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/algebra_operations.h"

#include <array>
#include <span>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/notation/linear/algebra/complement.h"
#include "tileglot/notation/linear/algebra/compose.h"
#include "tileglot/notation/linear/algebra/divide.h"
#include "tileglot/notation/linear/algebra/invert_and_compose.h"
#include "tileglot/notation/linear/algebra/logical_division.h"
#include "tileglot/notation/linear/algebra/one_sided_inverse.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/algebra/quotient.h"
#include "tileglot/notation/linear/algebra/register_tile.h"
#include "tileglot/notation/linear/dimensions/concatenate.h"

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
