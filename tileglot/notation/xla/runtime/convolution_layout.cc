// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/convolution_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

constexpr std::size_t kMostLabels = 12;  ///< two letters and the digits 0 to 9
constexpr std::int64_t kVolta = 70;
constexpr std::int64_t kHopper = 90;

core::Error wrong_labels(std::string message, std::size_t begin, std::size_t end) {
  return {{.code = "xla.dim_labels",
           .message = std::move(message),
           .span = core::Span{begin, std::max(end, begin + 1)},
           .help = "write input_filter->output, as in b01f_01io->b01f"}};
}

/// One operand's labels: `names` are the letters of its outer and its inner dimension.
class LabelReader {
 public:
  LabelReader(std::string_view labels, std::size_t begin, std::string_view names)
      : labels_(labels), begin_(begin), names_(names) {}

  Result<ConvolutionDimensions> read() const {
    ConvolutionDimensions read;
    TILEGLOT_TRY(outer, place_of(names_[0]));
    TILEGLOT_TRY(inner, place_of(names_[1]));
    if (labels_.size() > kMostLabels) return fail("more than 10 spatial ones");
    for (std::size_t k = 0; k + 2 < labels_.size(); ++k) {
      TILEGLOT_TRY(place, place_of(static_cast<char>('0' + k)));
      read.spatial.push_back(place);
    }
    read.outer = outer;
    read.inner = inner;
    return read;
  }

 private:
  /// The position of a label, which must appear once.
  Result<std::int64_t> place_of(char label) const {
    const std::size_t place = labels_.find(label);
    if (place == std::string_view::npos) return fail(fmt::format("no '{}'", label));
    if (labels_.find(label, place + 1) != std::string_view::npos)
      return fail(fmt::format("'{}' twice", label));
    return static_cast<std::int64_t>(place);
  }

  tl::unexpected<core::Error> fail(std::string_view what) const {
    return core::fail(wrong_labels(fmt::format("the dimensions '{}' have {}", labels_, what),
                                   begin_, begin_ + labels_.size()));
  }

  std::string_view labels_;
  std::size_t begin_;
  std::string_view names_;
};

bool is_integer(PrimitiveType type) {
  constexpr std::array kIntegers{PrimitiveType::kS1,  PrimitiveType::kS2,  PrimitiveType::kS4,
                                 PrimitiveType::kS8,  PrimitiveType::kS16, PrimitiveType::kS32,
                                 PrimitiveType::kS64, PrimitiveType::kU1,  PrimitiveType::kU2,
                                 PrimitiveType::kU4,  PrimitiveType::kU8,  PrimitiveType::kU16,
                                 PrimitiveType::kU32, PrimitiveType::kU64};
  return std::ranges::find(kIntegers, type) != kIntegers.end();
}

bool is_half(PrimitiveType type) {
  return type == PrimitiveType::kF16 || type == PrimitiveType::kBf16;
}

bool is_fp8(PrimitiveType type) { return name_of(type).starts_with("f8"); }

}  // namespace

std::string_view name_of(ConvolutionForm form) {
  if (form == ConvolutionForm::kNhwc) return "NHWC";
  return form == ConvolutionForm::kNchw ? "NCHW" : "NCHW_VECT_C";
}

Result<ConvolutionLabels> parse_convolution_labels(std::string_view text) {
  const std::size_t filter = text.find('_');
  const std::size_t output = text.find("->");
  if (filter == std::string_view::npos || output == std::string_view::npos || output < filter) {
    return core::fail(wrong_labels("'_' and '->' separate the labels of input, filter and output",
                                   0, text.size()));
  }
  TILEGLOT_TRY(of_input, LabelReader(text.substr(0, filter), 0, "bf").read());
  TILEGLOT_TRY(of_filter,
               LabelReader(text.substr(filter + 1, output - filter - 1), filter + 1, "oi").read());
  TILEGLOT_TRY(of_output, LabelReader(text.substr(output + 2), output + 2, "bf").read());
  return ConvolutionLabels{of_input, of_filter, of_output};
}

const ConvolutionDimensions& dimensions_of(const ConvolutionLabels& labels,
                                           ConvolutionOperand operand) {
  if (operand == ConvolutionOperand::kInput) return labels.input;
  return operand == ConvolutionOperand::kFilter ? labels.filter : labels.output;
}

ConvolutionForm convolution_form(PrimitiveType input, std::size_t spatial_dimensions,
                                 std::int64_t compute_capability) {
  if (is_integer(input) || is_fp8(input)) return ConvolutionForm::kNhwc;
  const bool wants_nhwc =
      compute_capability >= kHopper
          ? input != PrimitiveType::kF64 && spatial_dimensions <= 2
          : is_half(input) && compute_capability >= kVolta && spatial_dimensions == 2;
  return wants_nhwc ? ConvolutionForm::kNhwc : ConvolutionForm::kNchw;
}

Layout convolution_layout(const ConvolutionDimensions& dimensions, ConvolutionForm form) {
  std::vector<std::int64_t> major_to_minor{dimensions.outer};
  if (form != ConvolutionForm::kNhwc) major_to_minor.push_back(dimensions.inner);
  major_to_minor.insert(major_to_minor.end(), dimensions.spatial.begin(), dimensions.spatial.end());
  if (form == ConvolutionForm::kNhwc) major_to_minor.push_back(dimensions.inner);
  if (form == ConvolutionForm::kNchwVectC) major_to_minor.push_back(std::ssize(major_to_minor));
  return {.minor_to_major = {major_to_minor.rbegin(), major_to_minor.rend()}};
}

}  // namespace tileglot::notation::xla
