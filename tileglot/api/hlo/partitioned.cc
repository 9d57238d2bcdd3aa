// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/partitioned.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/partitioning.h"

namespace tileglot::api {
namespace {

constexpr std::array<std::string_view, 3> kWords{"auto", "yes", "no"};

std::string reason_of(const hlo::Partitioning& partitioning) {
  if (partitioning.is_told) {
    return fmt::format("--partitioned {} says so", partitioning.is_partitioned ? "yes" : "no");
  }
  if (partitioning.evidence.empty()) return "nothing shows that a partitioner has run";
  return fmt::format("{}", fmt::join(partitioning.evidence, "; "));
}

std::string_view decided_by(const hlo::Partitioning& partitioning) {
  if (partitioning.is_told) return "option";
  return partitioning.evidence.empty() ? "default" : "evidence";
}

}  // namespace

std::span<const std::string_view> partitioned_words() { return kWords; }

core::Result<std::optional<bool>> partitioned_option(std::string_view word) {
  if (std::ranges::find(kWords, word) == kWords.end()) {
    return core::fail(
        {.code = "hlo.partitioned",
         .message =
             fmt::format("whether a module is partitioned is not '{}'", core::printable(word, 64)),
         .help = "yes: its shapes are one device's; no: they are those of whole arrays; auto: the "
                 "module itself shows it"});
  }
  if (word == "auto") return std::optional<bool>();
  return std::optional(word == "yes");
}

std::string partitioning_text(const hlo::Partitioning& partitioning) {
  std::string text =
      fmt::format("the shapes are {}: {}\n",
                  partitioning.is_partitioned ? "one device's" : "those of whole arrays",
                  reason_of(partitioning));
  if (!partitioning.despite.empty()) {
    text += fmt::format("  although {}\n", fmt::join(partitioning.despite, "; "));
  }
  return text;
}

Json partitioning_json(const hlo::Partitioning& partitioning) {
  return {{"partitioned", partitioning.is_partitioned},
          {"decided_by", decided_by(partitioning)},
          {"evidence", partitioning.evidence},
          {"despite", partitioning.despite}};
}

}  // namespace tileglot::api
