// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/verify_checkpoint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/verify.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/map/print.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api::files {
namespace {

std::string counts_text(const relayout::cpu::Comparison& found, const char* what) {
  return fmt::format("differs in {} of {} {}", value::grouped(found.different),
                     value::grouped(found.compared), what);
}

std::string how_text(const checkpoint::OnlyInOutput& /*how*/) {
  return "is not in the other model";
}

std::string how_text(const checkpoint::OnlyInAgainst& /*how*/) {
  return "is in the other model only";
}

std::string how_text(const checkpoint::OtherShape& how) {
  return fmt::format("is {} ({}), and {} ({}) there", core::name(how.type),
                     fmt::join(how.extents, ","), core::name(how.against_type),
                     fmt::join(how.against_extents, ","));
}

std::string how_text(const checkpoint::OtherBytes& how) {
  return fmt::format("{}, at byte {}", counts_text(how.found, "bytes"), how.found.first->at[0]);
}

std::string how_text(const checkpoint::OtherElements& how) {
  const relayout::cpu::FirstDifference& first = *how.found.first;
  return fmt::format("{}, first at {}: {} at offset {}, and {} at offset {}",
                     counts_text(how.found, "elements"), map::coordinate_text(first.at),
                     how.element, first.left_offset, how.against_element, first.right_offset);
}

std::vector<std::string> differences_of(const checkpoint::VerifyReport& report) {
  std::vector<std::string> texts;
  texts.reserve(report.differences.size());
  for (const checkpoint::Difference& difference : report.differences) {
    const std::string how = std::visit([](const auto& h) { return how_text(h); }, difference.how);
    texts.push_back(fmt::format("'{}' {}", core::printable(difference.tensor), how));
  }
  return texts;
}

Answer answer_of(const VerifyCheckpointRequest& request, const checkpoint::VerifyReport& report) {
  const std::vector<std::string> differences = differences_of(report);
  Answer answer;
  answer.json = {{"equal", differences.empty()},
                 {"tensors", report.tensors},
                 {"different_tensors", differences.size()},
                 {"differences", differences}};
  if (differences.empty()) {
    answer.text = fmt::format(
        "equal: {} of {} {} of {}\n",
        report.tensors == 1 ? "the one tensor" : fmt::format("all {} tensors", report.tensors),
        io::path_text(request.output), report.tensors == 1 ? "is that" : "are those",
        io::path_text(request.against));
    return answer;
  }
  answer.exit_code = kNo;
  for (const std::string& difference : differences) answer.text += difference + "\n";
  answer.text +=
      fmt::format("{} tensor{} differ{}\n", differences.size(), differences.size() == 1 ? "" : "s",
                  differences.size() == 1 ? "s" : "");
  return answer;
}

/// One of the two may come from stdin; both would be read as tensors.
core::Result<checkpoint::VerifyReport> verified(const VerifyCheckpointRequest& request) {
  const bool is_piped = request.output == kStream || request.against == kStream;
  if (!is_piped) return checkpoint::verify(request);
  TILEGLOT_TRY(output_file, open_input(request.output));
  TILEGLOT_TRY(against_file, open_input(request.against));
  TILEGLOT_TRY(output, checkpoint::checkpoint_of(std::move(output_file)));
  TILEGLOT_TRY(against, checkpoint::checkpoint_of(std::move(against_file)));
  return checkpoint::verify(output, against, request.threads);
}

}  // namespace

Reply verify_checkpoint(const VerifyCheckpointRequest& request) {
  TILEGLOT_TRY(report, verified(request));
  return answer_of(request, report);
}

}  // namespace tileglot::api::files
