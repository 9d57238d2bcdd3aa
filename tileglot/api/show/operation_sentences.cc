// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/operation_sentences.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/operation_grids.h"
#include "tileglot/api/show/operation_parts.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

/// The value, if it is not drawn: its first line, shortened.
std::string value_text(const calculator::Value& value) {
  constexpr std::size_t kLongest = 120;
  std::string text = calculator::print_value(value, calculator::Spelling::kCanonical);
  text = text.substr(0, text.find('\n'));
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + " ..";
}

std::string join_sentence(OperationKind kind, const std::string& first) {
  switch (kind) {
    case OperationKind::kDivide:
    case OperationKind::kComposition:
    case OperationKind::kInverse:
    case OperationKind::kSameOffsets:
      return fmt::format("cells with equal offsets are the same element of {}", first);
    case OperationKind::kProduct:
      return fmt::format(
          "cells with equal offsets are the same element of the product; {} is its first copy",
          first);
    case OperationKind::kComplement:
      return "equal offsets are one place; a cell of the complement is where a copy begins";
    case OperationKind::kOther: return "offsets of different grids are not compared";
  }
  return {};
}

/// Whose labels are not the offsets that join; empty if there are none.
std::string label_sentence(const OperationGrids& grids, OperationKind kind,
                           const std::string& first, const std::string& label) {
  if (!label.empty() && label != "offset") return {};
  if (kind == OperationKind::kInverse)
    return fmt::format("labels of the inverse are indices of {}; cell i joins offset i", first);
  for (const OperationGrid& grid : grids.grids) {
    if (grid.tensor != "operand 2") continue;
    if (grid.is_labelled_by_place && label.empty())
      return fmt::format("labels of the tile are coordinates of {}", first);
    if (!grid.joins) continue;
    if (kind == OperationKind::kProduct)
      return "labels of the second operand are its own; a cell joins where its copy begins";
    return fmt::format("labels of the second operand are indices of {}", first);
  }
  return {};
}

std::string color_sentence(const OperationCall& call, const std::string& part) {
  if (part == "tile") {
    return call.name == "zipped_divide"
               ? "colours: which tile, mode 1 of the result"
               : "colours: which tile, in the order of mode 1 of zipped_divide";
  }
  return call.kind == OperationKind::kComplement ? "colours: which copy of the layout"
                                                 : "colours: which copy";
}

}  // namespace

std::vector<std::string> sentences_of(const OperationCall& call,
                                      const ShowOperationRequest& request,
                                      const OperationGrids& grids) {
  std::vector<std::string> sentences;
  if (!grids.result) sentences.push_back(fmt::format("{} = {}", call.name, value_text(call.value)));
  if (grids.grids.size() < 2) return sentences;
  const std::string first = compared_operand(call, request);
  std::string line = join_sentence(call.kind, first);
  const std::string labels = label_sentence(grids, call.kind, first, request.label);
  if (!labels.empty()) line += "; " + labels;
  sentences.push_back(line);
  const bool is_colored_by_part = request.color.empty() && !grids.part_name.empty();
  if (is_colored_by_part) sentences.push_back(color_sentence(call, grids.part_name));
  const bool is_large = grids.result && grids.result->map.size() > kMostNumbered;
  if (is_large && (call.kind == OperationKind::kDivide || call.kind == OperationKind::kProduct)) {
    sentences.push_back(
        fmt::format("tiles and copies are coloured up to {} elements", kMostNumbered));
  }
  return sentences;
}

core::Error nothing_to_draw(const OperationCall& call) {
  return {{.code = "show.view",
           .message = fmt::format("{} returns {}, which is not a layout with integer offsets",
                                  call.name, value_text(call.value)),
           .help = "`eval` prints the answer"}};
}

std::string compared_operand(const OperationCall& call, const ShowOperationRequest& request) {
  // take(1, 2, L) has its layout at the end.
  const bool is_any =
      call.kind == OperationKind::kSameOffsets || call.kind == OperationKind::kInverse;
  std::size_t i = 0;
  while (is_any && i + 1 < call.operands.size() && !call.operands[i].layout) ++i;
  if (i < request.names.size() && !request.names[i].empty()) return request.names[i];
  return is_any ? "the operand" : "the first operand";
}

}  // namespace tileglot::api
