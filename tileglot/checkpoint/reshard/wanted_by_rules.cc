// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/wanted_by_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/matched_rules.h"
#include "tileglot/checkpoint/reshard/detail/operand.h"
#include "tileglot/checkpoint/reshard/detail/room_for_tiles.h"
#include "tileglot/checkpoint/reshard/detail/stage.h"
#include "tileglot/checkpoint/reshard/detail/tiles_of.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {
namespace {

namespace mesh = notation::mesh;

using pieces::PiecedArray;
using pieces::PiecedModel;

/// An array of the source, as what it is wanted.
struct Member {
  std::string target = {};
  std::size_t array = 0;
  mesh::RuleMatch found = {};
  std::int64_t number = 0;  ///< in its stack
  std::optional<Stage> stage = {};
};

/// Those of one target; sorted.
using Group = std::span<const Member>;

/// The members of an operand agree in these.
auto operand_key(const Member& member) {
  return std::tie(member.found.pattern, member.found.match.choices);
}

/// The order in which members are stacked and joined. Arrays are numbered by name.
auto order_of(const Member& member) {
  return std::tie(member.target, member.found.rule, member.found.pattern,
                  member.found.match.choices, member.number, member.array);
}

/// Runs of neighbours: same(first of the run, member) holds for each member of a run.
template <class Same>
std::vector<Group> runs_of(Group members, const Same& same) {
  std::vector<Group> runs;
  for (std::size_t first = 0; first < members.size();) {
    std::size_t next = first + 1;
    while (next < members.size() && same(members[first], members[next])) ++next;
    runs.push_back(members.subspan(first, next - first));
    first = next;
  }
  return runs;
}

/// The arrays of one model by one text of rules.
class Wanting {
 public:
  Wanting(const PiecedModel& model, const mesh::Rules& rules) : model_(model), rules_(rules) {}

  core::Result<WantedModel> wanted() {
    TILEGLOT_TRY(members, sorted_members());
    const auto one_target = [](const Member& a, const Member& b) { return a.target == b.target; };
    const std::vector<Group> groups = runs_of(members, one_target);
    WantedModel wanted;
    wanted.arrays.reserve(groups.size());
    for (const Group group : groups) {
      TILEGLOT_TRY_STATUS(add(group, wanted));
    }
    return wanted;
  }

 private:
  const std::string& name_of(const Member& member) const {
    return model_.arrays[member.array].name;
  }

  const mesh::Rule& rule_of(const Member& member) const { return rules_.rules[member.found.rule]; }

  core::Error at_rule_of(const Member& member, core::Error error) const {
    return at_rule(std::move(error), name_of(member), rule_of(member));
  }

  core::Result<std::vector<Member>> sorted_members() const {
    std::vector<std::string_view> names;
    names.reserve(model_.arrays.size());
    for (const PiecedArray& array : model_.arrays) names.emplace_back(array.name);
    TILEGLOT_TRY(found, matched_rules(rules_, names));
    std::vector<Member> members;
    members.reserve(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      TILEGLOT_TRY(member, member_of(i, std::move(found[i])));
      members.push_back(std::move(member));
    }
    std::ranges::sort(members, {}, order_of);
    return members;
  }

  core::Result<Member> member_of(std::size_t array, ArrayRules found) const {
    const std::string& name = model_.arrays[array].name;
    auto stage = stage_of(rules_, found);
    if (!stage) {
      const mesh::Rule& place = rules_.rules[found.place->rule];
      return core::fail(at_rule(std::move(stage).error(), name, place));
    }
    const mesh::Rule& rule = rules_.rules[found.cut.rule];
    Member member{.target = mesh::target_name(rule, found.cut, name),
                  .array = array,
                  .found = std::move(found.cut),
                  .stage = *std::move(stage)};
    if (!rule.stack) return member;
    auto number = mesh::captured_number(member.found, *rule.stack);
    if (!number) return core::fail(at_rule_of(member, std::move(number).error()));
    member.number = *number;
    return member;
  }

  core::Status check_made_once(Group group) const {
    const Member& one = group.front();
    const Member& last = group.back();
    if (one.found.rule == last.found.rule) return {};
    return core::fail(
        {.code = "reshard.twice",
         .message = fmt::format("the rules on lines {} and {} both make '{}', of '{}' "
                                "and of '{}'",
                                rule_of(one).line, rule_of(last).line, core::printable(one.target),
                                core::printable(name_of(one)), core::printable(name_of(last))),
         .help = "arrays that are joined match one rule, by several patterns"});
  }

  core::Status check_one_stage(Group group) const {
    for (const Member& member : group) {
      if (member.stage == group.front().stage) continue;
      return core::fail(
          {.code = "reshard.stage",
           .message = fmt::format("'{}' is wanted on {} and '{}' on {}, and both are of '{}'",
                                  core::printable(name_of(group.front())),
                                  print(group.front().stage), core::printable(name_of(member)),
                                  print(member.stage), core::printable(member.target)),
           .help = "arrays that are joined are wanted on the same ranks"});
    }
    return {};
  }

  /// 0, 1, 2, ..
  core::Status check_numbers(Group stack) const {
    for (std::size_t i = 0; i < stack.size(); ++i) {
      const auto expected = static_cast<std::int64_t>(i);
      const Member& member = stack[i];
      if (member.number == expected) continue;
      const bool is_twice = member.number < expected;
      return core::fail(
          {.code = "reshard.stack",
           .message = is_twice ? fmt::format("'{}' and '{}' are both number {} of '{}'",
                                             core::printable(name_of(stack[i - 1])),
                                             core::printable(name_of(member)), member.number,
                                             core::printable(member.target))
                               : fmt::format("'{}' is number {} of '{}', and number {} is missing",
                                             core::printable(name_of(member)), member.number,
                                             core::printable(member.target), expected),
           .help = "a stack has an array for each number from 0"});
    }
    return {};
  }

  core::Result<Operand> operand(Group group, bool is_stack) const {
    if (is_stack) TILEGLOT_TRY_STATUS(check_numbers(group));
    std::vector<std::size_t> arrays;
    arrays.reserve(group.size());
    for (const Member& member : group) arrays.push_back(member.array);
    return operand_of(std::move(arrays), is_stack, model_);
  }

  core::Result<std::vector<Operand>> operands_of(Group group) const {
    const bool is_stack = rule_of(group.front()).stack.has_value();
    const std::vector<Group> runs = runs_of(group, [&](const Member& a, const Member& b) {
      return is_stack && operand_key(a) == operand_key(b);
    });
    if (runs.size() > 1 && !rule_of(group.front()).concat) {
      return core::fail(
          {.code = "reshard.twice",
           .message = fmt::format("'{}' makes '{}' too", core::printable(name_of(runs[1].front())),
                                  core::printable(group.front().target)),
           .help = "write stack or concat, which join arrays, or another name"});
    }
    std::vector<Operand> operands;
    operands.reserve(runs.size());
    for (const Group run : runs) {
      TILEGLOT_TRY(one, operand(run, is_stack));
      operands.push_back(std::move(one));
    }
    return operands;
  }

  core::Result<WantedArray> array_of(Group group, WantedModel& wanted) {
    const Member& one = group.front();
    const mesh::Rule& rule = rule_of(one);
    TILEGLOT_TRY(operands, operands_of(group));
    TILEGLOT_TRY(extents, joined_extents(operands, rule.concat, model_));
    TILEGLOT_TRY(cut, mesh::cut_of(rule, rules_.mesh, extents.size()));
    TILEGLOT_TRY(copies, copies_of(one.stage, cut));
    TILEGLOT_TRY(tiles, tiles_of({.operands = std::move(operands),
                                  .dim = static_cast<std::size_t>(rule.concat.value_or(0)),
                                  .cut = std::move(cut),
                                  .copies = copies},
                                 room_));
    wanted.ranks = std::max(wanted.ranks, tiles.ranks);
    const PiecedArray& source = model_.arrays[one.array];
    return WantedArray{.name = one.target,
                       .type = source.type,
                       .element_bits = source.element_bits,
                       .extents = std::move(extents),
                       .sharding = mesh::print(*rule.words),
                       .tiles = std::move(tiles.tiles)};
  }

  core::Status add(Group group, WantedModel& wanted) {
    TILEGLOT_TRY_STATUS(check_made_once(group));
    TILEGLOT_TRY_STATUS(check_one_stage(group));
    auto array = array_of(group, wanted);
    if (!array) return core::fail(at_rule_of(group.front(), std::move(array).error()));
    wanted.arrays.push_back(*std::move(array));
    return {};
  }

  const PiecedModel& model_;
  const mesh::Rules& rules_;
  RoomForTiles room_ = {};
};

WantedTile whole_tile(std::size_t number, const PiecedArray& array) {
  const map::Coordinate origin(array.extents.size(), 0);
  WantedTile tile{.begin = origin, .extents = array.extents, .ranks = {0}};
  map::Box box = {origin, array.extents};
  if (box.size() > 0) tile.fills = {{.array = number, .box = std::move(box), .begin = origin}};
  return tile;
}

}  // namespace

core::Result<WantedModel> wanted_by_rules(const PiecedModel& model, const mesh::Rules& rules) {
  return Wanting(model, rules).wanted();
}

core::Result<WantedModel> whole_model(const PiecedModel& model) {
  WantedModel wanted;
  wanted.arrays.reserve(model.arrays.size());
  RoomForTiles room;
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    const PiecedArray& array = model.arrays[i];
    TILEGLOT_TRY_STATUS(room.take({.tiles = 1,
                                   .fills = 1,
                                   .rank = static_cast<std::int64_t>(array.extents.size()),
                                   .copies = 1}));
    wanted.arrays.push_back({.name = array.name,
                             .type = array.type,
                             .element_bits = array.element_bits,
                             .extents = array.extents,
                             .tiles = {whole_tile(i, array)}});
  }
  return wanted;
}

}  // namespace tileglot::checkpoint::reshard
