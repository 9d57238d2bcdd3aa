// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/check_distributed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/matrix_access.h"
#include "tileglot/analysis/redundancy.h"
#include "tileglot/api/access_kind.h"
#include "tileglot/api/access_rules.h"
#include "tileglot/api/check_access.h"
#include "tileglot/api/conflict_cures.h"
#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/rule_table.h"
#include "tileglot/api/wider_blocked.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/attribute_memory.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/placement.h"
#include "tileglot/core/error.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
using core::Result;
using Kind = AccessKind::Kind;

/// "2 along warp, 4 along lane"; empty where nothing repeats.
std::string repeated(const map::IndexMap& holders, const std::vector<std::int64_t>& along) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < along.size(); ++k) {
    if (along[k] > 1)
      parts.push_back(fmt::format("{} along {}", along[k], holders.domain()[k].name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

Json along_json(const map::IndexMap& holders, const std::vector<std::int64_t>& along) {
  Json json = Json::object();
  for (std::size_t k = 0; k < along.size(); ++k) json[holders.domain()[k].name] = along[k];
  return json;
}

/// Every element is to have a holder; more than one costs.
Result<Rule> holders_rule(const map::IndexMap& holders) {
  TILEGLOT_TRY(found, analysis::redundancy(holders));
  const std::int64_t elements = holders.codomain_size();
  Rule rule{.name = "bijective onto tile",
            .value = fmt::format(
                "{} of {}, {}", found.elements, elements,
                found.most > 1 ? fmt::format("{} positions each", found.most) : "no alias"),
            .numbers = {{"elements", elements},
                        {"held", found.elements},
                        {"positions", found.positions},
                        {"fewest", found.fewest},
                        {"most", found.most},
                        {"along", along_json(holders, found.along)}}};
  if (found.most > 1) {
    rule.verdict = Verdict::kWarn;
    rule.remark = repeated(holders, found.along);
  }
  if (found.elements < elements) {
    rule.verdict = Verdict::kFail;
    rule.remark = fmt::format("{} elements are held nowhere", elements - found.elements);
  }
  return rule;
}

/// The memory of --mem, or the tensor row-major.
Step<bridge::AnyLayout> memory_of(const map::IndexMap& holders, const AccessRequest& asked,
                                  const std::optional<bridge::Tensor>& tensor) {
  if (asked.memory) return read_layout(*asked.memory, {}, tensor);
  std::vector<std::int64_t> extents;
  for (const map::Dim& dim : holders.codomain()) extents.push_back(dim.extent);
  std::vector<std::int64_t> strides(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) strides[k - 1] = strides[k] * extents[k];
  const std::string text =
      extents.empty() ? "1:0"
                      : fmt::format("({}):({})", fmt::join(extents, ","), fmt::join(strides, ","));
  return read_layout(text);
}

/// `text` is what the memory was read from; a padded one is a CuTe layout then.
bool is_shared(const bridge::AnyLayout& memory, std::string_view text,
               const std::optional<AccessKind>& kind) {
  if (kind) return kind->kind != Kind::kGlobal;
  if (bridge::detect(text) == bridge::Notation::kLinear) return true;
  const auto* composed = std::get_if<cute::ComposedLayout>(&memory);
  return std::holds_alternative<linear::Layout>(memory) ||
         (composed != nullptr && composed->outer.is_swizzle);
}

/// The one access that is asked for, if any.
Result<std::optional<AccessKind>> kind_of(const AccessRequest& asked) {
  if (!asked.access) return std::nullopt;
  TILEGLOT_TRY(kinds, parse_accesses(*asked.access));
  if (kinds.size() == 1 && !kinds[0].mode) return kinds[0];
  return core::fail(
      {.code = "access.holders",
       .message = fmt::format("a distributed layout says itself which lane takes what, so "
                              "it is no matter of {}",
                              *asked.access),
       .span = core::Span{0, asked.access->size()},
       .help = "write one of vector, global, ldmatrix and stmatrix, without a mode"});
}

/// What lanes take from memory by vectors of at most 16 bytes, or of what is asked.
Result<NamedAccess> walk(const map::IndexMap& holders, const map::IndexMap& memory,
                         const Elements& elements, const std::optional<AccessKind>& kind) {
  const std::int64_t most = analysis::elements_of_vector(elements.bits);
  NamedAccess access{.wanted = std::min(kind ? kind->elements.value_or(most) : most, most)};
  TILEGLOT_TRY(offsets, map::compose(memory, holders));
  if (kind && kind->kind == Kind::kMatrix) {
    const auto order =
        kind->is_transposed ? analysis::MatrixOrder::kTransposed : analysis::MatrixOrder::kRows;
    TILEGLOT_TRY(matrices, analysis::matrix_access(offsets, elements.bits, order));
    access.lanes = std::move(matrices);
    return access;
  }
  TILEGLOT_TRY(lanes, analysis::lane_access(
                          offsets, {.lanes = holders.extent(1), .most_elements = access.wanted}));
  access.lanes = std::move(lanes);
  return access;
}

/// An instruction that cannot move what the lanes hold.
Rule no_matrix(const AccessKind& kind, const core::Error& error) {
  return {.name = "matrices, " + kind.text,
          .value = "none",
          .limit = fmt::format("{} B", analysis::kVectorBytes),
          .verdict = Verdict::kFail,
          .remark = error.witness.empty() ? error.message
                                          : fmt::format("{}: {}", error.message, error.witness)};
}

Rule no_banks() {
  return {.name = "bank conflicts",
          .value = "–",
          .limit = "1-way",
          .verdict = Verdict::kNone,
          .remark = "not a shared layout"};
}

/// The parameters of a blocked layout that make the vector as wide as it can be.
std::optional<Cure> wider_cure(const Holders& held, const NamedAccess& access,
                               const map::IndexMap& memory, const std::optional<AccessKind>& kind) {
  const auto wider = wider_blocked(held.text, access.wanted / access.lanes.vector);
  if (!wider || access.lanes.vector >= access.wanted) return std::nullopt;
  const auto layout = bridge::parse_layout(wider->text, {.tensor = held.tensor});
  if (!layout) return std::nullopt;
  const auto holders = bridge::holders_map(std::get<linear::Layout>(*layout));
  if (!holders) return std::nullopt;
  const auto again = walk(*holders, memory, held.elements, kind);
  const auto repeats = analysis::redundancy(*holders);
  if (!again || !repeats || again->lanes.vector <= access.lanes.vector) return std::nullopt;
  const std::string twice = repeated(*holders, repeats->along);
  return Cure{.name = wider->parameters,
              .effect = vector_text(again->lanes.vector, held.elements) +
                        (twice.empty() ? "" : ", duplicates: " + twice),
              .numbers = {{"layout", wider->text},
                          {"elements", again->lanes.vector},
                          {"positions", repeats->most}}};
}

}  // namespace

Step<RuleTable> check_distributed(const Holders& held, const AccessRequest& asked) {
  const Elements& elements = held.elements;
  RuleTable table;
  TILEGLOT_STEP(holders, about(bridge::holders_map(held.layout), {}));
  TILEGLOT_STEP(onto, about(holders_rule(holders), {}));
  table.rules.push_back(std::move(onto));
  if (elements.type.empty()) return table;
  TILEGLOT_STEP(banks, about(banks_of(asked), {}));
  TILEGLOT_STEP(kind, about(kind_of(asked), asked.access.value_or("")));
  TILEGLOT_STEP(memory, memory_of(holders, asked, held.tensor));
  TILEGLOT_STEP(
      map, about(bridge::memory_map(asked.memory.value_or(""), memory), asked.memory.value_or("")));
  Result<NamedAccess> walked = walk(holders, map, elements, kind);
  if (!walked && walked.error().code == "access.no_matrix") {
    table.rules.push_back(no_matrix(*kind, walked.error()));
    return table;
  }
  TILEGLOT_STEP(access, about(std::move(walked), asked.memory.value_or("")));
  const bool shared = is_shared(memory, asked.memory.value_or(""), kind);
  access.name = kind && kind->kind == Kind::kMatrix ? kind->text : shared ? "shared" : "global";
  table.rules.push_back(vector_rule(access, elements, false));
  if (shared) {
    table.rules.push_back(conflict_rule(access, elements, banks));
    table.add_model(bank_model(access, elements, banks));
  } else {
    table.rules.push_back(coalescing_rule(access, elements));
    table.rules.push_back(no_banks());
    table.add_model(sector_model());
  }
  table.rules.push_back(alignment_rule(access.lanes.vector, elements));
  if (!asked.suggest) return table;
  if (auto wider = wider_cure(held, access, map, kind)) table.cures.push_back(*std::move(wider));
  if (!shared) return table;
  const Walk again = [&](const map::IndexMap& other) -> Result<std::vector<analysis::LaneAccess>> {
    TILEGLOT_TRY(moved, walk(holders, other, elements, kind));
    return std::vector<analysis::LaneAccess>{std::move(moved.lanes)};
  };
  TILEGLOT_STEP(cures, about(cures_for(memory, map, again, elements.bits, banks), {}));
  table.cures.insert(table.cures.end(), cures.begin(), cures.end());
  return table;
}

}  // namespace tileglot::api
