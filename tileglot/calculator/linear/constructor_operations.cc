// SPDX-License-Identifier: Apache-2.0
// linear/constructor_operations.cc: linear layouts from sizes and basis vectors, by name.
//
// What     linear_constructor_operations() has make and make_infer, the one-dimensional layouts and
//          the identity on a tensor.
// Example  linear.identity_1d(4,i,o) is {i: [[1],[2]]} -> {o: 4}.
//          [tests: linear/operations_test.cc, "constructors take names and sizes"]
// Errors   Those of linear/arguments.h.

#include "tileglot/calculator/linear/operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tileglot/calculator/linear/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/value/linear.h"

namespace tileglot::calculator {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

Result<Value> make(const Arguments& args) {
  TILEGLOT_TRY(json, json_argument(args, 0));
  TILEGLOT_TRY(bases, value::bases_of_json(json));
  TILEGLOT_TRY(outs, json_argument(args, 1));
  TILEGLOT_TRY(sizes, value::sizes_of_json(outs));
  TILEGLOT_TRY(surjective, flag_argument(args, 2));
  TILEGLOT_TRY(layout,
               linear::make(bases, sizes,
                            surjective ? linear::Surjective::kRequired : linear::Surjective::kNo));
  return layout;
}

Result<Value> make_infer(const Arguments& args) {
  TILEGLOT_TRY(json, json_argument(args, 0));
  TILEGLOT_TRY(bases, value::bases_of_json(json));
  TILEGLOT_TRY(names, names_argument(args, 1));
  std::vector<std::string> outs;
  outs.reserve(names.size());
  for (const linear::Name& name : names) outs.emplace_back(name.view());
  TILEGLOT_TRY(layout, linear::make_infer(bases, outs));
  return layout;
}

Result<std::string> text_argument(const Arguments& args, std::size_t i) { return args.text(i); }

/// An operation of the fork that allows sizes other than powers of two.
Result<Value> modular(const Arguments& args) {
  return fail({.code = "linear.modular",
               .message = fmt::format("a modular layout of size {} is not a linear layout over F2",
                                      args.text(0).substr(0, 64)),
               .help = "released Triton has none: pad to a power of two and mask, or write the "
                       "layout in CuTe's notation"});
}

constexpr std::array kLinearConstructorOperations{
    operation<linear::identity_1d, number_argument, text_argument, text_argument>(
        {"linear.identity_1d", "size, in, out",
         "the identity on a number of values; of size 1 the empty layout",
         "linear.identity_1d(4, i, o)"}),
    operation<linear::identity_standard_nd, text_argument, numbers_argument, numbers_argument>(
        {"linear.identity_standard_nd", "in, sizes, order",
         "one input over a whole tensor, dimension by dimension in the order given",
         "linear.identity_standard_nd(register, [2,4], [1,0])"}),
    Operation{
        "linear.make", "bases, sizes, surjective",
        "the layout of basis vectors and output sizes; with true every output must be reached",
        "linear.make([[\"i\",[[1]]]], [[\"o\",4]], false)", make},
    Operation{"linear.make_infer", "bases, names",
              "the layout of basis vectors whose outputs are as small as the entries allow; every "
              "output must be reached",
              "linear.make_infer([[\"i\",[[2],[1]]]], [\"o\"])", make_infer},
    Operation{"linear.modular_identity_1d", "size, in, out",
              "always refused: an identity whose size is not a power of two is not linear over F2",
              "linear.modular_identity_1d(6, i, o)", modular},
    Operation{"linear.modular_strided_1d", "size, stride, in, out",
              "always refused: strides whose size is not a power of two are not linear over F2",
              "linear.modular_strided_1d(6, 2, i, o)", modular},
    operation<linear::strided_1d, number_argument, number_argument, text_argument, text_argument>(
        {"linear.strided_1d", "size, stride, in, out", "a number of values, a stride apart",
         "linear.strided_1d(2, 4, i, o)"}),
    operation<linear::zeros_1d, number_argument, text_argument, text_argument, number_argument>(
        {"linear.zeros_1d", "size, in, out, out size", "a number of values that all lead to 0",
         "linear.zeros_1d(4, i, o, 2)"}),
    operation<linear::zeros_like, linear_argument>(
        {"linear.zeros_like", "layout",
         "the layout with the same dimensions whose values all lead to 0",
         "linear.zeros_like({i: [1]} -> {o: 2})"}),
};

}  // namespace

std::span<const Operation> linear_constructor_operations() { return kLinearConstructorOperations; }

}  // namespace tileglot::calculator
