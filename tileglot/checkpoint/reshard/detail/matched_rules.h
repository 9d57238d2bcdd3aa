// SPDX-License-Identifier: Apache-2.0
// matched_rules.h: the rules that the arrays of a model match.
//
// What     matched_rules(rules, names) is for each name the first rule with words, and the first with
//          `on` if one matches. at_rule puts the array and the line of a rule before an error.
// How      A name is compared with rules until one matches. Only patterns that no name was found to
//          match are then compared with all names.
// Errors   reshard.no_rule where no rule with words matches a name; reshard.no_match for a pattern
//          other than `*` that matches none. A rule above it may take all names that it matches.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

struct ArrayRules {
  notation::mesh::RuleMatch cut = {};                   ///< has words
  std::optional<notation::mesh::RuleMatch> place = {};  ///< has `on`; may be the same rule
};

core::Result<std::vector<ArrayRules>> matched_rules(const notation::mesh::Rules& rules,
                                                    std::span<const std::string_view> names);

core::Error at_rule(core::Error error, std::string_view array, const notation::mesh::Rule& rule);

}  // namespace tileglot::checkpoint::reshard
