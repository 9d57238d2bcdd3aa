// SPDX-License-Identifier: Apache-2.0
// rule_table.h: the findings of check, one rule per line.
//
// What     A Rule has a value, the limit that it is compared with, and a verdict. RuleTable
//          collects rules, cures and the model that they assume, as a table and as JSON.
// Why      A number means nothing without its limit and without the machine it was counted for.
// Example  bank conflicts, ldmatrix   8-way in 8 of 8 phases   1-way   ! warn
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/advice/access/copy_choice.h"
#include "tileglot/analysis/conflict_cure.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

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
  std::string remark = {};                      ///< after the verdict
  std::string advice = {};                      ///< under the remark: what would do better
  value::Json numbers = value::Json::object();  ///< further keys of the JSON
  std::vector<std::string> explanation = {};  ///< lines under the table, where they were asked for
};

/// A swizzle or padding that helps.
struct Cure {
  std::string name = {};
  std::string effect = {};
  value::Json change = value::Json::object();         ///< first keys of the JSON: what it changes
  std::optional<analysis::Remaining> remaining = {};  ///< if it is about banks
  value::Json numbers = value::Json::object();        ///< further keys of the JSON
};

struct RuleTable {
  std::vector<Rule> rules = {};
  std::optional<std::vector<Cure>> cures = {};         ///< nothing: they were not asked for
  std::optional<std::vector<CopyChoice>> copies = {};  ///< the widest; nothing: not asked for
  std::string no_cures = {};  ///< why there are none, or which accesses none of them helps
  std::string model = {};

  /// Appends to the model text; the same text is added only once.
  void add_model(const std::string& text);
  /// If the search failed, there are none, and `no_cures` is the reason.
  void add_cures(const core::Result<std::vector<Cure>>& found);
  std::int64_t count(Verdict verdict) const;
};

std::string text_of(const RuleTable& table, const render::Terminal& terminal);
value::Json to_json(const RuleTable& table);

}  // namespace tileglot::advice
