// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/about.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/convolution_layout.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/target.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<xla::ConvolutionOperand> operand_named(std::string_view name) {
  if (name == "input") return xla::ConvolutionOperand::kInput;
  if (name == "filter") return xla::ConvolutionOperand::kFilter;
  if (name == "output") return xla::ConvolutionOperand::kOutput;
  return core::fail({.code = "advice.operand",
                     .message = fmt::format("'{}' is not an operand", name.substr(0, 64)),
                     .help = "the operands of a convolution are input, filter and output"});
}

/// True for s8 with two spatial dimensions and one dimension more than the labels name: a vector of
/// channels.
bool has_channel_vector(const xla::Shape& shape, const xla::ConvolutionDimensions& dimensions) {
  return shape.type == xla::PrimitiveType::kS8 && dimensions.spatial.size() == 2 &&
         xla::rank(shape) == 5;
}

core::Status check_rank(const xla::Shape& shape, const xla::ConvolutionDimensions& dimensions) {
  const std::size_t named = dimensions.spatial.size() + 2;
  if (named == xla::rank(shape) || has_channel_vector(shape, dimensions)) return {};
  return core::fail(
      {.code = "xla.dim_labels",
       .message =
           fmt::format("the labels name {} dimensions, the array has {}", named, xla::rank(shape)),
       .help = "--operand says which of the three this array is: input, filter or output"});
}

/// The form that the GPU wants, and whether the array has it.
Remark about_form(Remark remark, const xla::Shape& shape, const UseRequest& asked,
                  const xla::ConvolutionDimensions& dimensions, std::int64_t capability) {
  const xla::ConvolutionForm form =
      has_channel_vector(shape, dimensions)
          ? xla::ConvolutionForm::kNchwVectC
          : xla::convolution_form(shape.type, dimensions.spatial.size(), capability);
  const xla::Layout wanted = xla::convolution_layout(dimensions, form);
  const bool has_it = wanted.minor_to_major == xla::layout_or_default(shape).minor_to_major;
  remark.text += fmt::format("; {} wants {}, which is {} for the {}{}", *asked.target,
                             xla::name_of(form), xla::print(wanted), asked.operand,
                             has_it ? ", as it is" : ": it will be transposed");
  remark.numbers["form"] = xla::name_of(form);
  remark.numbers["layout"] = xla::print(wanted);
  remark.is_warning = !has_it;
  return remark;
}

}  // namespace

Result<Remark> about_convolution(const xla::Shape& shape, const UseRequest& asked,
                                 const std::optional<value::Target>& target) {
  TILEGLOT_TRY(labels, xla::parse_convolution_labels(*asked.convolution));
  TILEGLOT_TRY(operand, operand_named(asked.operand));
  const xla::ConvolutionDimensions& dimensions = xla::dimensions_of(labels, operand);
  TILEGLOT_TRY_STATUS(check_rank(shape, dimensions));
  const bool channels_last = xla::layout_or_default(shape).minor_to_major[0] == dimensions.inner;
  Remark remark{"convolution",
                channels_last ? "channels are most minor" : "channels are not most minor",
                {{"channels_most_minor", channels_last}},
                false};
  if (!target || target->kind != value::Target::Kind::kGpu) return remark;
  if (target->compute_capability)
    return about_form(std::move(remark), shape, asked, dimensions, *target->compute_capability);
  remark.text += "; which form a GPU wants depends on it: name it, as in gpu:sm_90";
  return remark;
}

}  // namespace tileglot::advice
