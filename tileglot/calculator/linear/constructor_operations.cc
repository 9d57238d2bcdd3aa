// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/linear/constructor_operations.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "tileglot/calculator/linear/operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/algebra/identity.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/make.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/value/linear.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using core::fail;
using core::Result;

Result<LinearResult> make(Arguments args) {
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

Result<LinearResult> make_infer(Arguments args) {
  TILEGLOT_TRY(json, json_argument(args, 0));
  TILEGLOT_TRY(bases, value::bases_of_json(json));
  TILEGLOT_TRY(names, names_argument(args, 1));
  std::vector<std::string> outs;
  outs.reserve(names.size());
  for (const linear::Name& name : names) outs.emplace_back(name.view());
  TILEGLOT_TRY(layout, linear::make_infer(bases, outs));
  return layout;
}

Result<LinearResult> identity_1d(Arguments args) {
  TILEGLOT_TRY(n, number_argument(args, 0));
  TILEGLOT_TRY(layout, linear::identity_1d(n, args[1], args[2]));
  return layout;
}

Result<LinearResult> strided_1d(Arguments args) {
  TILEGLOT_TRY(n, number_argument(args, 0));
  TILEGLOT_TRY(stride, number_argument(args, 1));
  TILEGLOT_TRY(layout, linear::strided_1d(n, stride, args[2], args[3]));
  return layout;
}

Result<LinearResult> zeros_1d(Arguments args) {
  TILEGLOT_TRY(n, number_argument(args, 0));
  TILEGLOT_TRY(out_size, number_argument(args, 3));
  TILEGLOT_TRY(layout, linear::zeros_1d(n, args[1], args[2], out_size));
  return layout;
}

Result<LinearResult> identity_standard_nd(Arguments args) {
  TILEGLOT_TRY(shape, numbers_argument(args, 1));
  TILEGLOT_TRY(order, numbers_argument(args, 2));
  TILEGLOT_TRY(layout, linear::identity_standard_nd(args[0], shape, order));
  return layout;
}

Result<LinearResult> zeros_like(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  return linear::zeros_like(layout);
}

/// An operation of the fork that allows sizes other than powers of two.
Result<LinearResult> modular(Arguments args) {
  return fail({.code = "linear.modular",
               .message = fmt::format("a modular layout of size {} is not a linear layout over F2",
                                      args[0].substr(0, 64)),
               .help = "released Triton has none: pad to a power of two and mask, or write the "
                       "layout in CuTe's notation"});
}

constexpr std::array kLinearConstructorOperations{
    LinearOperation{"linear.identity_1d", 3, identity_1d},
    LinearOperation{"linear.identity_standard_nd", 3, identity_standard_nd},
    LinearOperation{"linear.make", 3, make},
    LinearOperation{"linear.make_infer", 2, make_infer},
    LinearOperation{"linear.modular_identity_1d", 3, modular},
    LinearOperation{"linear.modular_strided_1d", 4, modular},
    LinearOperation{"linear.strided_1d", 4, strided_1d},
    LinearOperation{"linear.zeros_1d", 4, zeros_1d},
    LinearOperation{"linear.zeros_like", 1, zeros_like},
};

}  // namespace

std::span<const LinearOperation> linear_constructor_operations() {
  return kLinearConstructorOperations;
}

}  // namespace tileglot::api
