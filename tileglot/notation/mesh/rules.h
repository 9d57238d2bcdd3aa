// SPDX-License-Identifier: Apache-2.0
// rules.h: rules that give each tensor of a model its words.
//
// What     A text of rules has one of these on a line; `#` after a blank begins a comment:
//            mesh MESH                          the mesh of all rules, once
//            PATTERN, .. [OPTIONS] WORDS        tensors whose name matches one of the patterns
//            PATTERN, .. on AXIS {l} * 4 / 80   only devices whose coordinate on the axis is that
//            PATTERN, .. on AXIS 0              the same, of arrays without a number
//          OPTIONS are
//            -> NAME      the tensor that is made, with the stars and captures of the pattern
//            stack {e}    made of one tensor for each value of the capture, one more dimension
//            concat 0     made of the tensors of all words and patterns in turn, along a dimension
//            repeat 2     each tile of dimension 0 is on so many neighbouring ranks: heads that are
//                         fewer than the ranks
//          match finds the first rule with words for a name, match_place the first with `on`.
// Example  mesh tp=8
//          *.{q,k,v}_proj.weight -> *.qkv_proj concat 0 P('tp', None)
//          [tests: rules_test.cc, "the rules of a model are read"]
// Errors   mesh.rule (an option twice, a rule without words, stack or concat without ->, a name with stars or captures that a
//          pattern does not have, a second mesh), mesh.pattern, mesh.limit (more than 65,536 lines,
//          4,096 bytes of a line or 64 patterns of a rule); those of mesh_text.h and words.h. Spans
//          point into the whole text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/pattern.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {

/// The coordinate floor(capture * multiply / divide) of an axis, or `number` where there is no capture.
struct PlaceRule {
  std::string axis = {};
  std::string capture = {};  ///< empty: there is none
  std::int64_t number = 0;
  std::int64_t multiply = 1;
  std::int64_t divide = 1;
  friend bool operator==(const PlaceRule&, const PlaceRule&) = default;
};

struct Rule {
  std::size_t line = 1;  ///< in the text, the first is 1
  std::vector<Pattern> patterns = {};
  std::optional<Pattern> target = {};       ///< after ->
  std::optional<std::string> stack = {};    ///< the capture
  std::optional<std::int64_t> concat = {};  ///< the dimension
  std::int64_t repeat = 1;
  std::optional<PlaceRule> place = {};
  std::optional<Words> words = {};  ///< none only where there is a place
  friend bool operator==(const Rule&, const Rule&) = default;
};

struct Rules {
  std::optional<Mesh> mesh = {};
  std::vector<Rule> rules = {};
  friend bool operator==(const Rules&, const Rules&) = default;
};

core::Result<Rules> parse_rules(std::string_view text);

/// One rule as a line that reads back, without the end of the line.
std::string print(const Rule& rule);

struct RuleMatch {
  std::size_t rule = 0;
  std::size_t pattern = 0;  ///< the first pattern of the rule that matches
  PatternMatch match = {};
  friend bool operator==(const RuleMatch&, const RuleMatch&) = default;
};

std::optional<RuleMatch> match(const Rules& rules, std::string_view name);
std::optional<RuleMatch> match_place(const Rules& rules, std::string_view name);

/// The name of the tensor that is made: `name` itself where the rule names none.
std::string target_name(const Rule& rule, const RuleMatch& found, std::string_view name);

/// The cut of the rule's words. With repeat, the fastest axis that cuts dimension 0 is two axes: one
/// that cuts, and after it one of `repeat` neighbours that hold copies. mesh.rule where the axis
/// does not divide so. Precondition: the rule has words.
core::Result<MeshCut> cut_of(const Rule& rule, const std::optional<Mesh>& mesh, std::size_t rank);

/// The number of a capture. mesh.rule if it is not one or does not fit.
core::Result<std::int64_t> captured_number(const RuleMatch& found, std::string_view capture);
/// The coordinate on the rule's axis. Precondition: the rule has a place.
core::Result<std::int64_t> place_of(const Rule& rule, const RuleMatch& found);

}  // namespace tileglot::notation::mesh
