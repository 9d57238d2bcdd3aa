// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/remarks.h"

#include <optional>
#include <utility>
#include <vector>

#include "tileglot/advice/remark/about.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/target.h"

namespace tileglot::advice {
namespace {

namespace xla = notation::xla;
using Remarks = std::vector<Remark>;

core::Status add_target(const xla::Shape& shape, const value::Target& target, Remarks& remarks) {
  if (target.kind == value::Target::Kind::kTpu) {
    TILEGLOT_TRY(tiling, about_tiling(shape));
    remarks.push_back(std::move(tiling));
    return {};
  }
  remarks.push_back(about_order(shape));
  if (xla::rank(shape) == 0) return {};
  TILEGLOT_TRY(memory, target.kind == value::Target::Kind::kCpu ? about_lines(shape)
                                                                : about_segments(shape));
  remarks.push_back(std::move(memory));
  return {};
}

}  // namespace

core::Result<Remarks> remarks_on(const xla::Shape& shape, const UseRequest& asked) {
  Remarks remarks;
  std::optional<value::Target> target;
  if (asked.target) {
    TILEGLOT_TRY(named, core::with_line(value::parse_target(*asked.target), *asked.target));
    target = named;
    TILEGLOT_TRY_STATUS(add_target(shape, named, remarks));
  }
  if (asked.reduce) {
    TILEGLOT_TRY(reduction, core::with_line(about_reduction(shape, asked), *asked.reduce));
    remarks.push_back(std::move(reduction));
  }
  if (asked.convolution) {
    TILEGLOT_TRY(convolution,
                 core::with_line(about_convolution(shape, asked, target), *asked.convolution));
    remarks.push_back(std::move(convolution));
  }
  if (asked.convert_to) {
    TILEGLOT_TRY(conversion, core::with_line(about_conversion(shape, asked), *asked.convert_to));
    remarks.push_back(std::move(conversion));
  }
  return remarks;
}

}  // namespace tileglot::advice
