// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/advice_remarks.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/reply.h"
#include "tileglot/api/target.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/convolution_layout.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<xla::ConvolutionOperand> operand_named(std::string_view name) {
  if (name == "input") return xla::ConvolutionOperand::kInput;
  if (name == "filter") return xla::ConvolutionOperand::kFilter;
  if (name == "output") return xla::ConvolutionOperand::kOutput;
  return core::fail({.code = "advice.operand",
                     .message = fmt::format("'{}' is no operand", name.substr(0, 64)),
                     .help = "the operands of a convolution are input, filter and output"});
}

core::Status check_rank(const xla::Shape& shape, const xla::ConvolutionDimensions& dimensions) {
  if (dimensions.spatial.size() + 2 == xla::rank(shape)) return {};
  return core::fail(
      {.code = "xla.dim_labels",
       .message = fmt::format("the labels name {} dimensions, the array has {}",
                              dimensions.spatial.size() + 2, xla::rank(shape)),
       .help = "--operand says which of the three this array is: input, filter or output"});
}

}  // namespace

Result<Remark> about_convolution(const xla::Shape& shape, const AdviceRequest& asked,
                                 const Target& target) {
  TILEGLOT_TRY(labels, xla::parse_convolution_labels(asked.convolution));
  TILEGLOT_TRY(operand, operand_named(asked.operand));
  const xla::ConvolutionDimensions& dimensions = xla::dimensions_of(labels, operand);
  TILEGLOT_TRY_STATUS(check_rank(shape, dimensions));
  const xla::Layout layout = xla::layout_or_default(shape);
  const bool channels_last = layout.minor_to_major[0] == dimensions.inner;
  const std::string minor =
      channels_last ? "channels are most minor" : "channels are not most minor";
  Json numbers{{"channels_most_minor", channels_last}};
  if (target.kind != Target::Kind::kGpu)
    return Remark{"convolution", minor, std::move(numbers), false};
  const xla::ConvolutionForm form =
      xla::convolution_form(shape.type, dimensions.spatial.size(), target.compute_capability);
  const xla::Layout wanted = xla::convolution_layout(dimensions, form);
  const bool has_it = wanted.minor_to_major == layout.minor_to_major;
  numbers["form"] = xla::name_of(form);
  numbers["layout"] = xla::print(wanted);
  return Remark{"convolution",
                fmt::format("{}; {} wants {}, which is {} for the {}{}", minor, asked.target,
                            xla::name_of(form), xla::print(wanted), asked.operand,
                            has_it ? ", as it is" : ": it will be transposed"),
                std::move(numbers), !has_it};
}

}  // namespace tileglot::api
