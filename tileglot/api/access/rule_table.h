// SPDX-License-Identifier: Apache-2.0
// rule_table.h: the findings of check, one rule per line.
//
// What     A Rule has a value, the limit that it is compared with, and a verdict. RuleTable
//          collects rules, cures and the model that they assume; add_to appends them to an answer
//          and sets its exit code.
// Why      A number means nothing without its limit and without the machine it was counted for.
// Units    Exit code 1 where a rule fails, or warns and warnings are denied.
// Example  bank conflicts, ldmatrix   8-way in 8 of 8 phases   1-way   ! warn
//          [tests: check/access_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

enum class Verdict : std::uint8_t {
  kPass,
  kWarn,  ///< costs something
  kFail,  ///< cannot be done this way
  kNone,  ///< does not apply
};

struct Rule {
  std::string name = {};
  std::string value = {};
  std::string limit = "–";
  Verdict verdict = Verdict::kPass;
  std::string remark = {};                    ///< after the verdict
  std::string advice = {};                    ///< under the remark: what would do better
  Json numbers = Json::object();              ///< further keys of the JSON
  std::vector<std::string> explanation = {};  ///< lines for --explain
};

/// A swizzle or padding that helps.
struct Cure {
  std::string name = {};
  std::string effect = {};
  std::optional<std::int64_t> wavefronts = {};  ///< that it leaves, if it is about banks
  Json numbers = Json::object();
};

struct RuleTable {
  std::vector<Rule> rules = {};
  std::vector<Cure> cures = {};
  std::string no_cures = {};  ///< why requested cures were not searched
  std::string model = {};

  /// Appends to the model text; the same text is added only once.
  void add_model(const std::string& text);
  /// If the search failed, its reason is reported next to the cures that were found.
  void add_cures(const core::Result<std::vector<Cure>>& found);
};

struct TableOptions {
  bool explain = false;
  bool suggest = false;
  bool deny_warnings = false;
  Terminal terminal = {};
};

void add_to(Answer& answer, const RuleTable& table, const TableOptions& options);

}  // namespace tileglot::api
