// SPDX-License-Identifier: Apache-2.0
// linear/query_operations.cc: queries about linear layouts, by name.
//
// What     linear_query_operations() has apply, table and matrix, flags, equalities and other
//          questions, texts and views, and the permutations of registers.
// Example  linear.matrix({i: [2,4,1]} -> {o: 8}) is [4,1,2], a word for each output bit.
//          [tests: linear/query_operations_test.cc, "numbers, flags and lists"]
// Errors   Those of linear/arguments.h.

#include "tileglot/calculator/linear/operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/column_action.h"
#include "tileglot/notation/linear/algebra/product.h"
#include "tileglot/notation/linear/algebra/quotient.h"
#include "tileglot/notation/linear/algebra/register_tile.h"
#include "tileglot/notation/linear/dimensions/sublayout.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/consecutive.h"
#include "tileglot/notation/linear/layout/equal.h"
#include "tileglot/notation/linear/layout/free_variables.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/matrix.h"
#include "tileglot/notation/linear/layout/rank.h"
#include "tileglot/notation/linear/text/python_text.h"
#include "tileglot/notation/linear/text/triton_text.h"
#include "tileglot/notation/linear/text/view.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::Result;
using linear::Layout;
using linear::Name;

Result<Value> apply(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(json, json_argument(args, 1));
  TILEGLOT_TRY(inputs, value::sizes_of_json(json));
  std::vector<linear::NamedValue> values;
  values.reserve(inputs.size());
  for (const linear::OutSize& input : inputs) values.push_back({input.name, input.size});
  TILEGLOT_TRY(outputs, linear::apply(layout, values));
  Json list = Json::array();
  for (const linear::NamedValue& out : outputs) list.push_back(Json::array({out.name, out.value}));
  return list;
}

Result<Value> flags(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  return Json{{"surjective", linear::is_surjective(layout)},
              {"injective", linear::is_injective(layout)},
              {"invertible", linear::is_invertible(layout)},
              {"in_bits", layout.in_bits()},
              {"out_bits", layout.out_bits()}};
}

Result<Value> free_variable_masks(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  const auto masks = linear::free_variable_masks(layout);
  Json list = Json::array();
  for (std::size_t k = 0; k < masks.size(); ++k)
    list.push_back(Json::array({std::string(layout.ins()[k].name.view()), masks[k]}));
  return list;
}

Result<Value> supremum(const Arguments& args) {
  TILEGLOT_TRY(x, names_argument(args, 0));
  TILEGLOT_TRY(y, names_argument(args, 1));
  TILEGLOT_TRY(names, linear::supremum(x, y));
  Json list = Json::array();
  for (const Name& name : names) list.push_back(std::string(name.view()));
  return list;
}

template <Result<std::string> (*Of)(const Layout&, linear::View)>
Result<Value> view(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(hardware, flag_argument(args, 1));
  TILEGLOT_TRY(text, Of(layout, hardware ? linear::View::kHardware : linear::View::kTensor));
  return Json(text);
}

Result<Value> action_remove_broadcasted_regs(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(action, linear::action_remove_broadcasted_regs(layout));
  return Json(linear::print(action));
}

Result<Value> action_remove_broadcasted_regs_apply(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(action, linear::action_remove_broadcasted_regs(layout));
  TILEGLOT_TRY(result, linear::apply(action, layout));
  return result;
}

/// The columns of an action: a list, or the text of an operation's answer, ColumnAction([2, 0],
/// register, 3).
Result<std::vector<std::int64_t>> columns_argument(const Arguments& args, std::size_t i) {
  constexpr std::string_view kBegin = "ColumnAction(";
  const std::string text = args.text(i);
  const std::size_t end = text.find(']');
  if (!text.starts_with(kBegin) || end == std::string::npos) return numbers_argument(args, i);
  const Argument list(text.substr(kBegin.size(), end + 1 - kBegin.size()));
  return numbers_argument(Arguments(args.operation(), {&list, 1}), 0);
}

Result<Value> column_action_apply(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(columns, columns_argument(args, 1));
  const linear::Dimension* registers = layout.find_in(linear::kRegister);
  const int vectors = registers == nullptr ? 0 : registers->bits;
  TILEGLOT_TRY(action, linear::column_action(columns, linear::kRegister, vectors));
  TILEGLOT_TRY(result, linear::apply(action, layout));
  return result;
}

/// The action in the i-th argument, on as many register vectors as the last argument says.
Result<linear::ColumnAction> action_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(columns, columns_argument(args, i));
  TILEGLOT_TRY(vectors, number_argument(args, args.count() - 1));
  return linear::column_action(columns, linear::kRegister, vectors);
}

Result<Value> column_action_inverse(const Arguments& args) {
  TILEGLOT_TRY(action, action_argument(args, 0));
  TILEGLOT_TRY(result, linear::inverse(action));
  return Json(linear::print(result));
}

Result<Value> column_action_left_compose(const Arguments& args) {
  TILEGLOT_TRY(a, action_argument(args, 0));
  TILEGLOT_TRY(b, action_argument(args, 1));
  TILEGLOT_TRY(result, linear::left_compose(a, b));
  return Json(linear::print(result));
}

Result<Value> reg_perm_for_divide(const Arguments& args) {
  TILEGLOT_TRY(a, linear_argument(args, 0));
  TILEGLOT_TRY(b, linear_argument(args, 1));
  TILEGLOT_TRY(left, flag_argument(args, 2));
  const auto side = left ? linear::Side::kLeft : linear::Side::kRight;
  TILEGLOT_TRY(action, linear::reg_perm_for_divide(a, b, side));
  return action ? Json(linear::print(*action)) : Json();
}

Result<Value> largest_vectorisation(const Arguments& args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(bits, number_argument(args, 1));
  TILEGLOT_TRY(max, number_or_null_argument(args, 2));
  TILEGLOT_TRY(result, linear::largest_vectorisation(layout, bits, max));
  return Json::array({result.elements, linear::print(result.permutation)});
}

constexpr std::array kLinearQueryOperations{
    Operation{"linear.action_remove_broadcasted_regs", "layout",
              "the action that keeps the register vectors that are not 0",
              "linear.action_remove_broadcasted_regs({register: [0,1]} -> {o: 2})",
              action_remove_broadcasted_regs},
    Operation{"linear.action_remove_broadcasted_regs_apply", "layout",
              "the layout without the register vectors that are 0",
              "linear.action_remove_broadcasted_regs_apply({register: [0,1]} -> {o: 2})",
              action_remove_broadcasted_regs_apply},
    Operation{
        "linear.apply", "layout, inputs", "the outputs at the given inputs",
        "linear.apply({lane: [[1,0]], warp: [[0,1]]} -> {a: 2, b: 2}, [[\"warp\",1],[\"lane\",0]])",
        apply},
    Operation{"linear.column_action_apply", "layout, columns",
              "the layout with its register vectors chosen and ordered by an action",
              "linear.column_action_apply({register: [2,1]} -> {o: 4}, [1,0])",
              column_action_apply},
    Operation{"linear.column_action_inverse", "columns, vectors",
              "the inverse of a permutation of so many register vectors",
              "linear.column_action_inverse([2,0,1], 3)", column_action_inverse},
    Operation{"linear.column_action_left_compose", "a, b, vectors",
              "the action a after b: entry i is a[b[i]]",
              "linear.column_action_left_compose([1,2,0], [2,1,0], 3)", column_action_left_compose},
    Operation{"linear.distributed_view", "layout, hardware",
              "the picture that Triton prints: who holds each element, or with true the elements "
              "of each lane",
              "linear.distributed_view({register: [[0,1]], lane: [[1,0]], warp: [], block: []} -> "
              "{dim0: 2, dim1: 2}, false)",
              view<linear::distributed_view>},
    operation<linear::equal, linear_argument, linear_argument>(
        {"linear.equal", "a, b", "whether names, sizes and vectors are the same, in the same order",
         "linear.equal({i: [1]} -> {o: 2}, {i: [1]} -> {o: 4}, surjective: false)"}),
    operation<linear::equal_ignoring_order, linear_argument, linear_argument>(
        {"linear.equal_ignoring_order", "a, b",
         "whether they are the same up to the order of dimensions",
         "linear.equal_ignoring_order({i: [1], j: [2]} -> {o: 4}, {j: [2], i: [1]} -> {o: 4})"}),
    operation<linear::equal_ignoring_out_dim_sizes, linear_argument, linear_argument>(
        {"linear.equal_ignoring_out_dim_sizes", "a, b",
         "whether they are the same up to the sizes of outputs",
         "linear.equal_ignoring_out_dim_sizes({i: [1]} -> {o: 2}, {i: [1]} -> {o: 4}, surjective: "
         "false)"}),
    Operation{"linear.flags", "layout",
              "whether the layout is onto and one-to-one, and its numbers of bits",
              "linear.flags({i: [1,1]} -> {o: 2})", flags},
    Operation{"linear.free_variable_masks", "layout",
              "for each input the bits that repeat what smaller ones give",
              "linear.free_variable_masks({register: [1,0,2], lane: [4,4]} -> {d: 8})",
              free_variable_masks},
    operation<linear::is_identity_on_out_dim, linear_argument, name_argument>(
        {"linear.is_identity_on_out_dim", "layout, name",
         "whether an output equals the input of the same name",
         "linear.is_identity_on_out_dim({lane: [[1,1]], warp: [[0,1]]} -> {lane: 2, warp: 2}, "
         "lane)"}),
    operation<linear::is_trivial_over, linear_argument, names_argument>(
        {"linear.is_trivial_over", "layout, names",
         "whether the dimensions lead to themselves, and to nothing else",
         "linear.is_trivial_over({lane: [[1,0]], warp: [[0,1]]} -> {lane: 2, warp: 2}, "
         "[\"warp\"])"}),
    Operation{"linear.largest_vectorisation", "layout, bits, most",
              "how many elements of so many bits are contiguous, and the order of registers that "
              "gives them; with a maximum the registers stay",
              "linear.largest_vectorisation({register: [4,1,2]} -> {offset: 8}, 32, null)",
              largest_vectorisation},
    operation<linear::matrix, linear_argument>(
        {"linear.matrix", "layout",
         "the matrix over F2: a word for each output bit, whose bit c is column c",
         "linear.matrix({i: [2,4,1]} -> {o: 8})"}),
    operation<linear::num_consecutive_in_out, linear_argument>(
        {"linear.num_consecutive_in_out", "layout",
         "how many consecutive inputs have consecutive outputs",
         "linear.num_consecutive_in_out({register: [1,2,8], lane: [4]} -> {d: 16})"}),
    Operation{"linear.reg_perm_for_divide", "a, b, left",
              "the order of registers by which b can be divided off on the left, or with false on "
              "the right; or null",
              "linear.reg_perm_for_divide({register: [4,1,2]} -> {d: 8}, {register: [1,2]} -> {d: "
              "4}, true)",
              reg_perm_for_divide},
    Operation{"linear.shared_view", "layout, hardware",
              "the picture that Triton prints of shared memory: the offset of each element, or "
              "with true the element at each offset",
              "linear.shared_view({offset: [[0,1],[1,0]], block: []} -> {dim0: 2, dim1: 2}, false)",
              view<linear::shared_view>},
    operation<linear::square_sublayout_is_identity, linear_argument, names_argument>(
        {"linear.square_sublayout_is_identity", "layout, names",
         "whether these inputs lead to the outputs of their own names unchanged",
         "linear.square_sublayout_is_identity({lane: [[1,1]], warp: [[0,1]]} -> {lane: 2, warp: "
         "2}, [\"lane\"])"}),
    operation<linear::sublayout_is_zero, linear_argument, names_argument, names_argument>(
        {"linear.sublayout_is_zero", "layout, ins, outs",
         "whether these inputs never change these outputs",
         "linear.sublayout_is_zero({i: [[1,0]]} -> {a: 2, b: 1}, [\"i\"], [\"b\"])"}),
    Operation{"linear.supremum", "a, b", "two orders of names merged into one",
              "linear.supremum([\"a\",\"c\"], [\"b\",\"c\"])", supremum},
    operation<linear::table, linear_argument>(
        {"linear.table", "layout", "the outputs for all inputs, in order of the flat input",
         "linear.table({i: [2,1]} -> {o: 4})"}),
    operation<linear::print_python, linear_argument>(
        {"linear.to_python", "layout",
         "the call that makes the layout with Triton's Python bindings",
         "linear.to_python({i: [[1,0]]} -> {a: 2, b: 1})"}),
    operation<linear::to_string, linear_argument>({"linear.to_string", "layout",
                                                   "the text that Triton prints of the layout",
                                                   "linear.to_string({i: [1]} -> {o: 2})"}),
};

}  // namespace

std::span<const Operation> linear_query_operations() { return kLinearQueryOperations; }

}  // namespace tileglot::calculator
