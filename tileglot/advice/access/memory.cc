// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/conflict_cures.h"
#include "tileglot/advice/access/copy_choice.h"
#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/operand.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/advice/access/walk.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/common_vector.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/padding.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::advice {
namespace {

using core::Result;
using Kind = AccessKind::Kind;

constexpr std::int64_t kMostBanks = 1024;
constexpr std::int64_t kWidestBank = 64;

Result<map::Injectivity> injectivity_of(const Memory& memory) {
  if (memory.injectivity) return *memory.injectivity;
  return map::injectivity(memory.map);
}

Rule alias_rule(const map::Injectivity& found, std::int64_t elements, bool is_store) {
  Rule rule{.name = "no alias",
            .value = core::counted(elements, "element"),
            .numbers = {{"injective", found.injective}}};
  if (found.injective) return rule;
  rule.verdict = is_store ? Verdict::kFail : Verdict::kWarn;
  if (found.collision) {
    rule.remark =
        fmt::format("{} and {} share {}", map::coordinate_text(found.collision->first),
                    map::coordinate_text(found.collision->second), found.collision->offset);
  }
  return rule;
}

/// Adds the rules of one access; bank conflicts do not apply to matrices that cannot be read.
void add_access(const NamedAccess& access, const AccessKind& kind, const Elements& elements,
                const analysis::Banks& banks, bool explain, RuleTable& table) {
  table.rules.push_back(vector_rule(access, elements, true));
  if (kind.kind == Kind::kGlobal) {
    table.rules.push_back(coalescing_rule(access, elements));
    table.add_model(sector_model());
    return;
  }
  table.add_model(bank_model(access, elements, banks));
  if (kind.kind == Kind::kMatrix && access.lanes.vector < access.wanted) {
    table.rules.push_back({.name = "bank conflicts, " + access.name,
                           .value = "–",
                           .limit = "1-way",
                           .verdict = Verdict::kNone});
    return;
  }
  table.rules.push_back(conflict_rule(access, elements, banks, explain));
}

/// `vector` is the width that the memory and `other`, both of one tensor, support; `most` would
/// fit.
Rule copy_rule(std::int64_t vector, std::int64_t most, const Elements& elements,
               const bridge::AnyLayout& other) {
  return {.name = "vector width, copy",
          .value = vector_text(vector, elements),
          .limit = vector_text(most, elements),
          .verdict = vector == most ? Verdict::kPass : Verdict::kWarn,
          .remark = vector == most ? "" : "shared with " + bridge::print(other),
          .numbers = {{"elements", vector}, {"wanted_elements", most}}};
}

/// The accesses to banks, for --suggest, and the names of those whose lanes do not have contiguous
/// elements.
struct BankAccesses {
  std::vector<AccessKind> kinds = {};
  std::vector<AccessKind> whole = {};
  std::vector<std::string> torn = {};  ///< names of the others
  std::int64_t ways = 1;               ///< the most of the conflicts

  void add(const NamedAccess& access, const AccessKind& kind, const analysis::Banks& banks,
           std::int64_t bits) {
    if (kind.kind == Kind::kGlobal) return;
    kinds.push_back(kind);
    if (access.lanes.run < access.wanted) return torn.push_back(access.name);
    whole.push_back(kind);
    ways = std::max(ways, analysis::bank_conflicts(access.lanes, bits, banks).ways);
  }
};

/// The accesses of lanes to shared memory; only these have banks.
std::vector<AccessKind> in_banks(const std::vector<AccessKind>& kinds) {
  std::vector<AccessKind> shared;
  for (const AccessKind& kind : kinds) {
    if (kind.kind != Kind::kGlobal && kind.kind != Kind::kOperand) shared.push_back(kind);
  }
  return shared;
}

Result<std::vector<Cure>> cures_of(const Memory& memory, const std::vector<AccessKind>& kinds,
                                   const analysis::Banks& banks) {
  const Walk all = [&](const map::IndexMap& map) -> Result<std::vector<NamedAccess>> {
    std::vector<NamedAccess> accesses;
    for (const AccessKind& kind : kinds) {
      TILEGLOT_TRY(access, walk_access(map, memory.elements, kind));
      accesses.push_back(std::move(access));
    }
    return accesses;
  };
  return cures_for(memory.layout, memory.map, all, memory.elements.bits, banks, true);
}

/// Adds the cures of all accesses, or of those that can be made at all, or why there are none.
void add_cures(const Memory& memory, const BankAccesses& cured, const analysis::Banks& banks,
               RuleTable& table) {
  table.add_cures(cures_of(memory, cured.kinds, banks));
  if (!table.cures->empty() || !table.no_cures.empty()) return;
  if (!cured.torn.empty()) {
    if (!cured.whole.empty()) table.add_cures(cures_of(memory, cured.whole, banks));
    table.no_cures = fmt::format(
        "{}: elements of a lane are apart, and no swizzle or padding brings them together",
        fmt::join(cured.torn, ", "));
    return;
  }
  if (cured.ways > 1) table.no_cures = "no swizzle or padding that was tried has fewer conflicts";
}

}  // namespace

Result<analysis::Banks> banks_of(const AccessRequest& asked) {
  analysis::Banks banks;
  banks.count = asked.banks.value_or(banks.count);
  banks.width_bytes = asked.bank_width.value_or(banks.width_bytes);
  const bool is_possible = banks.count >= 1 && banks.count <= kMostBanks &&
                           banks.width_bytes >= 1 && banks.width_bytes <= kWidestBank;
  if (is_possible) return banks;
  return core::fail(
      {.code = "access.banks",
       .message =
           fmt::format("no known memory has {} banks of {} bytes", banks.count, banks.width_bytes),
       .help = fmt::format("up to {} banks of up to {} bytes", kMostBanks, kWidestBank)});
}

core::Status check_size(const map::IndexMap& memory, const AccessRequest& asked) {
  const std::int64_t most = asked.memory ? analysis::kMostCopied : analysis::kMostTouches;
  if (memory.size() <= most) return {};
  return core::fail({.code = "map.too_large_to_decide",
                     .message = fmt::format("what the lanes touch is {} elements; the limit is {}",
                                            memory.size(), most),
                     .help = "ask about one tile of it"});
}

core::Status check_memory(const bridge::AnyLayout& memory, const map::IndexMap& map,
                          std::span<const map::Dim> tensor, const Elements& elements) {
  if (!std::ranges::equal(map.domain(), tensor, {}, &map::Dim::extent, &map::Dim::extent)) {
    return core::fail(
        {.code = "access.memory",
         .message = fmt::format("--mem has the extents {}, and the layout has {}",
                                map::extents_text(map.domain()), map::extents_text(tensor)),
         .help = fmt::format("give --mem a layout of {}", map::extents_text(tensor))});
  }
  const auto type = bridge::element_type_of(memory);
  const auto* shape = std::get_if<notation::xla::Shape>(&memory);
  const std::int64_t bits =
      shape != nullptr ? notation::xla::element_size_bits(*shape) : elements.bits;
  if (!type || (core::name(*type) == elements.type && bits == elements.bits)) return {};
  return core::fail(
      {.code = "access.memory",
       .message = fmt::format("--mem has elements {} of {} bits, and the layout has {} of {}",
                              core::name(*type), bits, elements.type, elements.bits),
       .help = fmt::format("give --mem a layout of {}", elements.type)});
}

core::Status check_has_banks(const AccessRequest& asked, std::string_view accesses) {
  const std::string_view option = asked.suggest      ? "--suggest"
                                  : asked.explain    ? "--explain"
                                  : asked.banks      ? "--banks"
                                  : asked.bank_width ? "--bank-width"
                                                     : "";
  if (option.empty()) return {};
  return core::fail(
      {.code = "access.missing",
       .message = fmt::format("{} is about the banks of shared memory, and {} reads none", option,
                              accesses),
       .help = fmt::format("leave out {}, or add --access vector{}", option,
                           asked.suggest ? "; with --mem, --suggest names a copy" : "")});
}

Rule padding_rule(const map::IndexMap& memory) {
  Rule rule{.name = "padding"};
  const auto found = analysis::padding_of(memory);
  rule.value = !found ? "not counted"
               : found->count == 0
                   ? "0"
                   : fmt::format("{} of {} positions", found->count, memory.codomain_size());
  if (found) rule.numbers["positions"] = found->count;
  return rule;
}

Result<RuleTable> check_accesses(const Memory& memory, const AccessRequest& asked) {
  RuleTable table;
  TILEGLOT_TRY(banks, banks_of(asked));
  std::vector<AccessKind> kinds;
  if (asked.access) {
    TILEGLOT_TRY(parsed, core::with_line(parse_accesses(*asked.access), *asked.access));
    kinds = parsed;
  }
  const bool stores = std::ranges::any_of(kinds, &AccessKind::is_store);
  const std::vector<AccessKind> shared = in_banks(kinds);
  if (shared.empty()) {
    AccessRequest about_banks = asked;
    if (asked.memory) about_banks.suggest = false;  // it names the copy between the two
    TILEGLOT_TRY_STATUS(check_has_banks(about_banks, asked.access.value_or("--mem")));
  }
  TILEGLOT_TRY_STATUS(check_size(memory.map, asked));
  TILEGLOT_TRY(injectivity, injectivity_of(memory));
  table.rules.push_back(alias_rule(injectivity, memory.map.size(), stores));
  std::int64_t widest = 1;
  std::int64_t alignment = 1;  // in bytes, of operands
  BankAccesses cured;
  for (const AccessKind& kind : kinds) {
    if (kind.kind == Kind::kOperand) {
      TILEGLOT_TRY(operand, check_operand(memory.layout, memory.map, memory.elements, kind));
      table.rules.push_back(operand.rule);
      table.add_model("descriptors of memory at address 0");
      alignment = std::max(alignment, operand.alignment_bytes);
      continue;
    }
    TILEGLOT_TRY(access, walk_access(memory.map, memory.elements, kind));
    add_access(access, kind, memory.elements, banks, asked.explain, table);
    widest = std::max(widest, access.lanes.vector);
    if (asked.suggest) cured.add(access, kind, banks, memory.elements.bits);
  }
  if (asked.memory) {
    TILEGLOT_TRY(other, value::read_layout(*asked.memory, {}, memory.tensor));
    TILEGLOT_TRY(map, core::with_line(bridge::memory_map(other), *asked.memory));
    TILEGLOT_TRY_STATUS(core::with_line(
        check_memory(other, map, memory.map.domain(), memory.elements), *asked.memory));
    const std::int64_t most = analysis::elements_of_vector(memory.elements.bits);
    TILEGLOT_TRY(vector,
                 core::with_line(analysis::common_vector(memory.map, map, most), *asked.memory));
    widest = std::max(widest, vector);
    table.rules.push_back(copy_rule(vector, most, memory.elements, other));
    if (asked.suggest) table.copies = vector_copies(vector, memory.elements.bits, true);
    table.add_model(fmt::format("vectors of at most {} B", analysis::kVectorBytes));
  }
  table.rules.push_back(alignment >= analysis::kVectorBytes
                            ? operand_alignment_rule(alignment)
                            : alignment_rule(widest, memory.elements));
  table.rules.push_back(padding_rule(memory.map));
  table.add_model(storage_model(memory.elements));
  if (asked.suggest && !shared.empty()) add_cures(memory, cured, banks, table);
  return table;
}

}  // namespace tileglot::advice
