// SPDX-License-Identifier: Apache-2.0
// linear/algebra_operations.cc: products, compositions and inverses of linear layouts, by name.
//
// What     linear_algebra_operations() has the operations that make a layout from one or two
//          others: mul, compose, the inverses, divisions, and CuTe's operations.
// Example  linear.compose({i: [2]} -> {o: 4}, surjective: false, {o: [1,4]} -> {p: 8}, surjective:
//          false) is {i: [[4]]} -> {p: 8}, surjective: false.
//          [tests: eval_test.cc, "texts of linear layouts are arguments"]
// Errors   Those of linear/arguments.h.

#include "tileglot/calculator/linear/operations.h"

#include <array>
#include <span>

#include "tileglot/calculator/linear/arguments.h"
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

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;

constexpr std::array kLinearAlgebraOperations{
    operation<linear::complement, linear_argument, number_argument>("linear.complement"),
    operation<linear::compose, linear_argument, linear_argument>("linear.compose"),
    operation<linear::concat_ins, linear_argument, linear_argument>("linear.concat_ins"),
    operation<linear::concat_outs, linear_argument, linear_argument>("linear.concat_outs"),
    operation<linear::concatenate, linear_argument, linear_argument>("linear.concatenate"),
    operation<linear::divide_left, linear_argument, linear_argument>("linear.divide_left"),
    operation<linear::divide_right, linear_argument, linear_argument>("linear.divide_right"),
    operation<linear::invert, linear_argument>("linear.invert"),
    operation<linear::invert_and_compose, linear_argument, linear_argument>(
        "linear.invert_and_compose"),
    operation<linear::invert_and_compose_block_local, linear_argument, linear_argument>(
        "linear.invert_and_compose_block_local"),
    operation<linear::left_inverse, linear_argument>("linear.left_inverse"),
    operation<linear::logical_divide, linear_argument, linear_argument>("linear.logical_divide"),
    operation<linear::logical_product, linear_argument, linear_argument>("linear.logical_product"),
    operation<linear::mul, linear_argument, linear_argument>("linear.mul"),
    operation<linear::pseudoinvert, linear_argument>("linear.pseudoinvert"),
    operation<linear::quotient, linear_argument, names_argument>("linear.quotient"),
    operation<linear::reps, linear_argument, linear_argument>("linear.reps"),
    operation<linear::right_inverse, linear_argument>("linear.right_inverse"),
};

}  // namespace

std::span<const Operation> linear_algebra_operations() { return kLinearAlgebraOperations; }

}  // namespace tileglot::calculator
