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
    operation<linear::complement, linear_argument, number_argument>(
        {"linear.complement", "layout, size",
         "the single bits that the layout does not reach, up to a size",
         "linear.complement({i: [4]} -> {o: 8}, surjective: false, 16)"}),
    operation<linear::compose, linear_argument, linear_argument>(
        {"linear.compose", "a, b", "first a, then b",
         "linear.compose({i: [2,1]} -> {o: 4}, {o: [1,0]} -> {p: 2})"}),
    operation<linear::concat_ins, linear_argument, linear_argument>(
        {"linear.concat_ins", "a, b",
         "the layout with the inputs of both; the outputs must be the same",
         "linear.concat_ins({i: [1]} -> {o: 4}, surjective: false, {j: [2]} -> {o: 4}, surjective: "
         "false)"}),
    operation<linear::concat_outs, linear_argument, linear_argument>(
        {"linear.concat_outs", "a, b",
         "the layout with the outputs of both; the inputs must be the same",
         "linear.concat_outs({i: [1,0]} -> {a: 2}, {i: [0,1]} -> {b: 2})"}),
    operation<linear::concatenate, linear_argument, linear_argument>(
        {"linear.concatenate", "a, b",
         "both side by side, as CuTe's modes; where an input is in both, the bits of a are the low "
         "ones",
         "linear.concatenate({i: [1]} -> {o: 4}, surjective: false, {i: [2]} -> {o: 4}, "
         "surjective: false)"}),
    operation<linear::divide_left, linear_argument, linear_argument>(
        {"linear.divide_left", "a, b", "the layout c with a = mul(b, c), or null",
         "linear.divide_left({i: [1], j: [2]} -> {o: 4}, {i: [1]} -> {o: 2})"}),
    operation<linear::divide_right, linear_argument, linear_argument>(
        {"linear.divide_right", "a, b", "the layout c with a = mul(c, b), or null",
         "linear.divide_right({i: [1], j: [2]} -> {o: 4}, {j: [1]} -> {o: 2})"}),
    operation<linear::invert, linear_argument>(
        {"linear.invert", "layout", "the inverse of a layout that is one-to-one and onto",
         "linear.invert({i: [1,3]} -> {o: 4})"}),
    operation<linear::invert_and_compose, linear_argument, linear_argument>(
        {"linear.invert_and_compose", "a, b",
         "the layout c with b(c(x)) = a(x), with the smallest inputs of b; equal inputs that stand "
         "apart stay where they are",
         "linear.invert_and_compose({lane: [0,2], register: [1]} -> {d: 4}, {register: [1], lane: "
         "[0,2]} -> {d: 4})"}),
    operation<linear::invert_and_compose_block_local, linear_argument, linear_argument>(
        {"linear.invert_and_compose_block_local", "a, b",
         "the layout from the inputs of b to those of a; a block reads its own copy of what every "
         "block of a has",
         "linear.invert_and_compose_block_local({offset: [2,1], block: []} -> {d: 4}, {register: "
         "[1], block: [2]} -> {d: 4})"}),
    operation<linear::left_inverse, linear_argument>(
        {"linear.left_inverse", "layout",
         "the layout r with r(layout(x)) = x; outputs that the layout misses are numbered by rest",
         "linear.left_inverse({i: [2]} -> {o: 4}, surjective: false)"}),
    operation<linear::logical_divide, linear_argument, linear_argument>(
        {"linear.logical_divide", "a, b", "a composed with (b, complement of b)",
         "linear.logical_divide({i: [1,2,4]} -> {o: 8}, {j: [2]} -> {k: 4}, surjective: false)"}),
    operation<linear::logical_product, linear_argument, linear_argument>(
        {"linear.logical_product", "a, b", "(a, complement of a composed with b)",
         "linear.logical_product({i: [4]} -> {o: 8}, surjective: false, {j: [1,2]} -> {o: 4})"}),
    operation<linear::mul, linear_argument, linear_argument>(
        {"linear.mul", "a, b",
         "the direct sum: the inputs of a are the low bits, and the outputs of b count in sizes of "
         "a",
         "linear.mul({i: [1]} -> {o: 2}, {i: [1], j: [2]} -> {o: 4})"}),
    operation<linear::pseudoinvert, linear_argument>(
        {"linear.pseudoinvert", "layout",
         "of a layout that is onto, the smallest input for each output",
         "linear.pseudoinvert({register: [1,0,2], lane: [4,4]} -> {d: 8})"}),
    operation<linear::quotient, linear_argument, names_argument>(
        {"linear.quotient", "layout, names",
         "the layout without dimensions that lead to themselves, or null",
         "linear.quotient({lane: [[1,0]], warp: [[0,1]]} -> {lane: 2, warp: 2}, [\"warp\"])"}),
    operation<linear::reps, linear_argument, linear_argument>(
        {"linear.reps", "layout, tile",
         "what a tile leaves of the layout, with the tile's own vectors at 0, or null",
         "linear.reps({register: [1,4], lane: [2]} -> {d: 8}, {register: [1]} -> {d: 2})"}),
    operation<linear::right_inverse, linear_argument>(
        {"linear.right_inverse", "layout",
         "the layout r with layout(r(y)) = y for as many of the first outputs as are reached "
         "without a gap",
         "linear.right_inverse({i: [1,4]} -> {o: 8}, surjective: false)"}),
};

}  // namespace

std::span<const Operation> linear_algebra_operations() { return kLinearAlgebraOperations; }

}  // namespace tileglot::calculator
