// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/linear_dimension_operations.h"

#include <array>
#include <cstdint>
#include <span>

#include "tileglot/api/linear_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/ensure_size.h"
#include "tileglot/notation/linear/layout.h"
#include "tileglot/notation/linear/named_size.h"
#include "tileglot/notation/linear/reshape.h"
#include "tileglot/notation/linear/resize.h"
#include "tileglot/notation/linear/squeeze.h"
#include "tileglot/notation/linear/sublayout.h"
#include "tileglot/notation/linear/tensor_shape.h"
#include "tileglot/notation/linear/transpose.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using core::Result;
using linear::Layout;
using linear::Name;
using linear::NamedSize;

/// An operation by a list of names.
template <Result<Layout> (*Of)(const Layout&, std::span<const Name>)>
Result<LinearResult> by_names(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(names, names_argument(args, 1));
  TILEGLOT_TRY(result, Of(layout, names));
  return result;
}

/// By a list of names with sizes.
template <Result<Layout> (*Of)(const Layout&, std::span<const NamedSize>)>
Result<LinearResult> by_sizes(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(sizes, sizes_argument(args, 1));
  TILEGLOT_TRY(result, Of(layout, sizes));
  return result;
}

/// By one name.
template <Result<Layout> (*Of)(const Layout&, const Name&)>
Result<LinearResult> by_name(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(name, name_argument(args, 1));
  TILEGLOT_TRY(result, Of(layout, name));
  return result;
}

/// By a name and another.
template <Result<Layout> (*Of)(const Layout&, const Name&, const Name&)>
Result<LinearResult> by_two_names(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(old, name_argument(args, 1));
  TILEGLOT_TRY(name, name_argument(args, 2));
  TILEGLOT_TRY(result, Of(layout, old, name));
  return result;
}

/// By a name and a size.
template <Result<Layout> (*Of)(const Layout&, const Name&, std::int64_t)>
Result<LinearResult> by_size(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(name, name_argument(args, 1));
  TILEGLOT_TRY(size, number_argument(args, 2));
  TILEGLOT_TRY(result, Of(layout, name, size));
  return result;
}

/// By a list of numbers.
template <Result<Layout> (*Of)(const Layout&, std::span<const std::int64_t>)>
Result<LinearResult> by_numbers(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(numbers, numbers_argument(args, 1));
  TILEGLOT_TRY(result, Of(layout, numbers));
  return result;
}

template <Layout (*Of)(const Layout&)>
Result<LinearResult> flattened(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  return Of(layout);
}

Result<LinearResult> sublayout(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(ins, names_argument(args, 1));
  TILEGLOT_TRY(outs, names_argument(args, 2));
  TILEGLOT_TRY(result, linear::sublayout(layout, ins, outs));
  return result;
}

Result<LinearResult> ensure_layout_not_larger_than(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(shape, sizes_argument(args, 1));
  TILEGLOT_TRY(broadcast, flag_argument(args, 2));
  TILEGLOT_TRY(result,
               linear::ensure_layout_not_larger_than(
                   layout, shape,
                   broadcast ? linear::BroadcastRegisters::kYes : linear::BroadcastRegisters::kNo));
  return result;
}

Result<LinearResult> remove_standard_dim(Arguments args) {
  TILEGLOT_TRY(layout, linear_argument(args, 0));
  TILEGLOT_TRY(k, number_argument(args, 1));
  TILEGLOT_TRY(result, linear::remove_standard_dim(layout, k));
  return result;
}

constexpr std::array kOperations{
    LinearOperation{"linear.ensure_both", 2, by_sizes<linear::ensure_both>},
    LinearOperation{"linear.ensure_layout_not_larger_than", 3, ensure_layout_not_larger_than},
    LinearOperation{"linear.ensure_layout_not_smaller_than", 2,
                    by_sizes<linear::ensure_layout_not_smaller_than>},
    LinearOperation{"linear.flatten_ins", 1, flattened<linear::flatten_ins>},
    LinearOperation{"linear.flatten_outs", 1, flattened<linear::flatten_outs>},
    LinearOperation{"linear.remove_standard_dim", 2, remove_standard_dim},
    LinearOperation{"linear.remove_zero_bases_along_dim", 2,
                    by_name<linear::remove_zero_bases_along_dim>},
    LinearOperation{"linear.rename_in_dim", 3, by_two_names<linear::rename_in_dim>},
    LinearOperation{"linear.rename_out_dim", 3, by_two_names<linear::rename_out_dim>},
    LinearOperation{"linear.reshape_ins", 2, by_sizes<linear::reshape_ins>},
    LinearOperation{"linear.reshape_layout", 2, by_numbers<linear::reshape_layout>},
    LinearOperation{"linear.reshape_outs", 2, by_sizes<linear::reshape_outs>},
    LinearOperation{"linear.resize_in_dim", 3, by_size<linear::resize_in_dim>},
    LinearOperation{"linear.resize_out_dim", 3, by_size<linear::resize_out_dim>},
    LinearOperation{"linear.squeeze_ins", 2, by_name<linear::squeeze_ins>},
    LinearOperation{"linear.squeeze_outs", 2, by_name<linear::squeeze_outs>},
    LinearOperation{"linear.sublayout", 3, sublayout},
    LinearOperation{"linear.transpose_ins", 2, by_names<linear::transpose_ins>},
    LinearOperation{"linear.transpose_linear_layout", 2,
                    by_numbers<linear::transpose_linear_layout>},
    LinearOperation{"linear.transpose_outs", 2, by_names<linear::transpose_outs>},
    LinearOperation{"linear.unsqueeze_ins", 2, by_name<linear::unsqueeze_ins>},
    LinearOperation{"linear.unsqueeze_outs", 2, by_name<linear::unsqueeze_outs>},
};

}  // namespace

std::span<const LinearOperation> linear_dimension_operations() { return kOperations; }

}  // namespace tileglot::api
