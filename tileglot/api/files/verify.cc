// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "tileglot/analysis/padding.h"
#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/tensor_file.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/map/print.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/element_text.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api::files {
namespace {

namespace cpu = relayout::cpu;

/// One of the two tensors, with its layout and the notation's own evaluator of it.
struct Tensor {
  TensorFile file;
  bridge::AnyLayout layout;
  bridge::Evaluator evaluator;

  std::string name() const { return io::path_text(file.npy.file.name()); }
  cpu::Side side() const {
    return {file.data(), [this](std::span<const std::int64_t> x) { return evaluator.offset(x); }};
  }
  std::span<const std::byte> element(std::int64_t offset) const {
    return file.data().subspan(static_cast<std::size_t>(offset * file.item_bytes()),
                               static_cast<std::size_t>(file.item_bytes()));
  }
};

struct Pair {
  Tensor output;
  Tensor against;
  std::optional<core::ElementType> type;
};

/// A text without a shape takes the other side's extents; if neither has a shape, the original's
/// file gives them.
core::Status read_bare_texts(const VerifyTensorRequest& request, const TensorFile& output_file,
                             const TensorFile& against_file, WholeLayouts& whole) {
  auto& [output, against] = whole.layouts;
  if (!against) {
    value::Extents extents = against_file.shape();
    if (output) {
      TILEGLOT_TRY(others, value::extents_of(*output));
      extents = others;
    }
    TILEGLOT_TRY(read, read_bare(*request.against_layout, extents, against_file, whole.type));
    against = read;
  }
  if (!output) {
    TILEGLOT_TRY(extents, value::extents_of(*against));
    TILEGLOT_TRY(read, read_bare(*request.layout, extents, output_file, whole.type));
    output = read;
  }
  return {};
}

core::Result<Tensor> tensor(TensorFile file, const bridge::AnyLayout& layout) {
  TILEGLOT_TRY_STATUS(check_packing(file, layout));
  TILEGLOT_TRY(evaluator, core::with_line(bridge::Evaluator::of(layout), bridge::print(layout)));
  TILEGLOT_TRY_STATUS(check_size(file, layout, evaluator.codomain_size()));
  return Tensor{std::move(file), layout, std::move(evaluator)};
}

core::Status check_streams(const VerifyTensorRequest& request) {
  if (request.output != kStream || request.against != kStream) return {};
  return core::fail({.code = "verify.one_stdin",
                     .message = "both tensors would come from stdin",
                     .help = "name a file for one of them"});
}

core::Status check_items(const TensorFile& output, const TensorFile& against) {
  if (output.item_bytes() == against.item_bytes()) return {};
  return core::fail(
      {.code = "verify.item_size",
       .message = fmt::format("elements have {} in {} and {} in {}",
                              core::counted(output.item_bytes(), "byte"),
                              io::path_text(output.npy.file.name()), against.item_bytes(),
                              io::path_text(against.npy.file.name())),
       .help = "a relayout keeps the elements as they are: these are two tensors"});
}

core::Result<Pair> read_pair(const VerifyTensorRequest& request) {
  TILEGLOT_TRY_STATUS(check_streams(request));
  TILEGLOT_TRY(named, value::named_type(request.dtype));
  TILEGLOT_TRY(output_file, open_tensor(request.output, named));
  TILEGLOT_TRY(against_file, open_tensor(request.against, named));
  TILEGLOT_TRY_STATUS(check_items(output_file, against_file));
  TILEGLOT_TRY(whole, read_whole(std::array<const TensorFile*, 2>{&output_file, &against_file},
                                 {request.layout, request.against_layout}));
  auto& [output, against] = whole.layouts;
  if (!request.layout) {
    TILEGLOT_TRY(own, own_layout(output_file, whole.type));
    output = own;
  }
  if (!request.against_layout) {
    TILEGLOT_TRY(own, own_layout(against_file, whole.type));
    against = own;
  }
  TILEGLOT_TRY_STATUS(read_bare_texts(request, output_file, against_file, whole));
  TILEGLOT_TRY(left, tensor(std::move(output_file), *output));
  TILEGLOT_TRY(right, tensor(std::move(against_file), *against));
  return Pair{std::move(left), std::move(right), whole.type};
}

core::Status check_extents(const Pair& pair, bool names_layout) {
  const auto left = pair.output.evaluator.extents();
  const auto right = pair.against.evaluator.extents();
  if (std::ranges::equal(left, right)) return {};
  return core::fail(
      {.code = "layout.extents",
       .message = fmt::format("{} is {} with extents ({}), and {} is {} with extents ({})",
                              pair.output.name(), bridge::print(pair.output.layout),
                              fmt::join(left, ","), pair.against.name(),
                              bridge::print(pair.against.layout), fmt::join(right, ",")),
       .help = names_layout ? "both layouts are of one tensor: write the same extents"
                            : "a relaid file has its physical shape: name its layout, "
                              "with the logical shape, by --layout"});
}

/// Nothing if it cannot be counted.
std::optional<std::int64_t> padding_of(const Tensor& tensor) {
  const auto map = bridge::to_map(tensor.layout);
  if (!map) return std::nullopt;
  const auto padding = analysis::padding_of(*map);
  return padding ? std::optional(padding->count) : std::nullopt;
}

std::string padding_text(const Tensor& tensor) {
  const auto padding = padding_of(tensor);
  if (padding == 0) return "";
  if (padding == 1)
    return fmt::format("1 position of {} is padding, not compared\n", tensor.name());
  const std::string count = padding ? fmt::format("{}", *padding) : "an unknown number of";
  return fmt::format("{} positions of {} are padding, not compared\n", count, tensor.name());
}

Json padding_json(const Tensor& tensor) {
  const auto padding = padding_of(tensor);
  return padding ? Json(*padding) : Json();
}

Answer base_answer(const Pair& pair, const cpu::Comparison& found) {
  return {.json = {{"equal", !found.first.has_value()},
                   {"layout", bridge::print(pair.output.layout)},
                   {"against_layout", bridge::print(pair.against.layout)},
                   {"elements", found.compared},
                   {"different", found.different},
                   {"padding", padding_json(pair.output)},
                   {"against_padding", padding_json(pair.against)}}};
}

Answer equal(const Pair& pair, const cpu::Comparison& found) {
  Answer answer = base_answer(pair, found);
  answer.text = fmt::format(
      "equal: {} of {} in {} {} of {} in {}\n",
      found.compared == 1 ? "the one element" : fmt::format("all {} elements", found.compared),
      pair.output.name(), bridge::print(pair.output.layout),
      found.compared == 1 ? "is that" : "are those", pair.against.name(),
      bridge::print(pair.against.layout));
  answer.text += padding_text(pair.output) + padding_text(pair.against);
  return answer;
}

std::string place_text(const Pair& pair, const Tensor& tensor, std::int64_t offset) {
  return fmt::format("  {} has {} at offset {}\n", tensor.name(),
                     value::element_text(tensor.element(offset), pair.type), offset);
}

Answer different(const Pair& pair, const cpu::Comparison& found) {
  const cpu::FirstDifference& first = *found.first;
  Answer answer = base_answer(pair, found);
  answer.exit_code = kNo;
  answer.text = fmt::format("differ first at {}; {} of {} {}\n", map::coordinate_text(first.at),
                            found.different, core::counted(found.compared, "element"),
                            found.different == 1 ? "differs" : "differ");
  answer.text += place_text(pair, pair.output, first.left_offset);
  answer.text += place_text(pair, pair.against, first.right_offset);
  answer.json["at"] = first.at;
  answer.json["offset"] = first.left_offset;
  answer.json["against_offset"] = first.right_offset;
  answer.json["value"] = value::hex_text(pair.output.element(first.left_offset));
  answer.json["against_value"] = value::hex_text(pair.against.element(first.right_offset));
  return answer;
}

}  // namespace

Reply verify_tensor(const VerifyTensorRequest& request) {
  TILEGLOT_TRY(pair, read_pair(request));
  TILEGLOT_TRY_STATUS(check_extents(pair, request.layout || request.against_layout));
  TILEGLOT_TRY(found,
               cpu::compare(pair.output.evaluator.extents(), pair.output.file.item_bytes(),
                            pair.output.side(), pair.against.side(), {.threads = request.threads}));
  Answer answer = found.first ? different(pair, found) : equal(pair, found);
  TILEGLOT_TRY_STATUS(pair.output.file.npy.file.check());
  TILEGLOT_TRY_STATUS(pair.against.file.npy.file.check());
  return answer;
}

}  // namespace tileglot::api::files
