// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/distributed.h"

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

#include "tileglot/advice/access/conflict_cures.h"
#include "tileglot/advice/access/copy_choice.h"
#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/memory.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/advice/access/wider_blocked.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/matrix_access.h"
#include "tileglot/analysis/redundancy.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/json.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::advice {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
using core::Result;
using Kind = AccessKind::Kind;

/// "2 along warp, 4 along lane"; empty where nothing repeats.
std::string repeated(const map::IndexMap& thread_values, const std::vector<std::int64_t>& along) {
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < along.size(); ++k) {
    if (along[k] > 1)
      parts.push_back(fmt::format("{} along {}", along[k], thread_values.domain()[k].name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

value::Json along_json(const map::IndexMap& thread_values, const std::vector<std::int64_t>& along) {
  value::Json json = value::Json::object();
  for (std::size_t k = 0; k < along.size(); ++k) json[thread_values.domain()[k].name] = along[k];
  return json;
}

/// Some register must hold every element; more than one costs.
Result<Rule> coverage_rule(const map::IndexMap& thread_values) {
  TILEGLOT_TRY(found, analysis::redundancy(thread_values));
  const std::int64_t elements = thread_values.codomain_size();
  Rule rule{.name = "bijective onto tile",
            .value = fmt::format(
                "{} of {}, {}", found.elements, elements,
                found.most > 1 ? fmt::format("{} positions each", found.most) : "no alias"),
            .numbers = {{"elements", elements},
                        {"held", found.elements},
                        {"positions", found.positions},
                        {"fewest", found.fewest},
                        {"most", found.most},
                        {"along", along_json(thread_values, found.along)}}};
  if (found.most > 1) {
    rule.verdict = Verdict::kWarn;
    rule.remark = repeated(thread_values, found.along);
  }
  if (found.elements < elements) {
    rule.verdict = Verdict::kFail;
    rule.remark = fmt::format("{} elements are in no register", elements - found.elements);
  }
  return rule;
}

/// The memory of --mem, or the row-major tensor.
Result<bridge::AnyLayout> memory_of(const map::IndexMap& thread_values, const AccessRequest& asked,
                                    const std::optional<bridge::Tensor>& tensor) {
  if (asked.memory) return value::read_layout(*asked.memory, {}, tensor);
  std::vector<std::int64_t> extents;
  for (const map::Dim& dim : thread_values.codomain()) extents.push_back(dim.extent);
  std::vector<std::int64_t> strides(extents.size(), 1);
  for (std::size_t k = extents.size(); k-- > 1;) strides[k - 1] = strides[k] * extents[k];
  const std::string text =
      extents.empty() ? "1:0"
                      : fmt::format("({}):({})", fmt::join(extents, ","), fmt::join(strides, ","));
  return value::read_layout(text);
}

/// `text` is what the memory was read from; a padded one has become a CuTe layout.
bool is_shared(const bridge::AnyLayout& memory, std::string_view text,
               const std::optional<AccessKind>& kind) {
  if (kind) return kind->kind != Kind::kGlobal;
  if (bridge::detect(text) == bridge::Notation::kLinear) return true;
  const auto* composed = std::get_if<cute::ComposedLayout>(&memory);
  return std::holds_alternative<linear::Layout>(memory) ||
         (composed != nullptr && composed->outer.is_swizzle);
}

/// The one access that was requested, if any.
Result<std::optional<AccessKind>> kind_of(const AccessRequest& asked) {
  if (!asked.access) return std::nullopt;
  TILEGLOT_TRY(kinds, parse_accesses(*asked.access));
  if (kinds.size() == 1 && !kinds[0].mode && kinds[0].kind != Kind::kOperand) return kinds[0];
  return core::fail(
      {.code = "access.holders",
       .message = fmt::format("a distributed layout already says which lane takes what, so "
                              "{} does not apply",
                              *asked.access),
       .span = core::Span{0, asked.access->size()},
       .help = "write one of vector, global, ldmatrix and stmatrix, without a mode"});
}

/// For global memory --suggest is about vectors, and --explain may be about a conversion.
core::Status check_banks_asked(AccessRequest asked) {
  asked.suggest = false;
  asked.explain = false;
  return check_has_banks(asked, asked.access.value_or("an access to global memory"));
}

/// The parsed request, checked for consistency.
struct Question {
  map::IndexMap thread_values;
  bridge::AnyLayout memory;
  map::IndexMap map;  ///< of the memory
  bool shared = false;
  Elements elements;
  std::optional<AccessKind> kind;
  analysis::Banks banks;

  bool is_matrix() const { return kind && kind->kind == Kind::kMatrix; }
  std::string name() const { return is_matrix() ? kind->text : shared ? "shared" : "global"; }
};

Result<Question> question_of(map::IndexMap thread_values, const DistributedLayout& distributed,
                             const AccessRequest& asked) {
  const std::string source = asked.memory.value_or("");
  TILEGLOT_TRY(banks, banks_of(asked));
  TILEGLOT_TRY(kind, core::with_line(kind_of(asked), asked.access.value_or("")));
  TILEGLOT_TRY(memory, memory_of(thread_values, asked, distributed.tensor));
  TILEGLOT_TRY(map, core::with_line(bridge::memory_map(memory), source));
  Elements elements = distributed.elements;
  if (asked.memory) {
    if (const auto* shape = std::get_if<notation::xla::Shape>(&memory)) {
      elements.bits = notation::xla::element_size_bits(*shape);
    }
    TILEGLOT_TRY_STATUS(
        core::with_line(check_memory(memory, map, thread_values.codomain(), elements), source));
  }
  const bool shared = is_shared(memory, source, kind);
  if (!shared) TILEGLOT_TRY_STATUS(check_banks_asked(asked));
  return Question{.thread_values = std::move(thread_values),
                  .memory = std::move(memory),
                  .map = std::move(map),
                  .shared = shared,
                  .elements = std::move(elements),
                  .kind = std::move(kind),
                  .banks = banks};
}

/// What lanes take from a memory, by matrices, or by vectors of at most 16 bytes or of the
/// requested width.
Result<NamedAccess> walk(const Question& q, const map::IndexMap& thread_values,
                         const map::IndexMap& memory) {
  const std::int64_t most = analysis::elements_of_vector(q.elements.bits);
  NamedAccess access{.name = q.name(),
                     .wanted = std::min(q.kind ? q.kind->elements.value_or(most) : most, most)};
  TILEGLOT_TRY(offsets, map::compose(memory, thread_values));
  Result<analysis::LaneAccess> lanes =
      !q.is_matrix()
          ? analysis::lane_access(
                offsets, {.lanes = thread_values.extent(1), .most_elements = access.wanted})
          : analysis::matrix_access(offsets, q.elements.bits,
                                    q.kind->is_transposed ? analysis::MatrixOrder::kTransposed
                                                          : analysis::MatrixOrder::kRows);
  if (!lanes) return core::fail(lanes.error());
  access.lanes = *std::move(lanes);
  return access;
}

/// The rule of an instruction that cannot move what the lanes hold.
Rule no_matrix(const AccessKind& kind, const core::Error& error) {
  return {.name = "matrices, " + kind.text,
          .value = "none",
          .limit = fmt::format("{} B", analysis::kVectorBytes),
          .verdict = Verdict::kFail,
          .remark = error->witness.empty() ? error->message
                                           : fmt::format("{}: {}", error->message, error->witness)};
}

Rule no_banks() {
  return {.name = "bank conflicts",
          .value = "–",
          .limit = "1-way",
          .verdict = Verdict::kNone,
          .remark = "not a shared layout"};
}

/// The parameters of a blocked layout with the widest possible vector.
std::optional<Cure> wider_cure(const Question& q, const DistributedLayout& distributed,
                               const NamedAccess& access) {
  if (access.lanes.vector >= access.wanted) return std::nullopt;
  const auto wider = wider_blocked(distributed.text, access.wanted / access.lanes.vector);
  if (!wider) return std::nullopt;
  const auto layout = bridge::parse_layout(wider->text, {.tensor = distributed.tensor});
  if (!layout) return std::nullopt;
  const auto thread_values = bridge::thread_value_map(std::get<linear::Layout>(*layout));
  if (!thread_values) return std::nullopt;
  const auto again = walk(q, *thread_values, q.map);
  const auto repeats = analysis::redundancy(*thread_values);
  if (!again || !repeats || again->lanes.vector <= access.lanes.vector) return std::nullopt;
  const std::string twice = repeated(*thread_values, repeats->along);
  return Cure{.name = wider->parameters,
              .effect = vector_text(again->lanes.vector, q.elements) +
                        (twice.empty() ? "" : ", duplicates: " + twice),
              .numbers = {{"layout", wider->text},
                          {"elements", again->lanes.vector},
                          {"positions", repeats->most}}};
}

void add_memory_rules(const Question& q, const DistributedLayout& distributed,
                      const NamedAccess& access, bool explain, RuleTable& table) {
  Rule vector = vector_rule(access, q.elements, false);
  if (const auto wider = wider_cure(q, distributed, access))
    vector.advice = fmt::format("{} gives {}", wider->name, wider->effect);
  table.rules.push_back(std::move(vector));
  if (q.shared) {
    table.rules.push_back(conflict_rule(access, q.elements, q.banks, explain));
    table.add_model(bank_model(access, q.elements, q.banks));
  } else {
    table.rules.push_back(coalescing_rule(access, q.elements));
    table.rules.push_back(no_banks());
    table.add_model(sector_model());
  }
  table.rules.push_back(alignment_rule(access.lanes.vector, q.elements));
  table.rules.push_back(padding_rule(q.map));
}

Result<std::vector<Cure>> cures_of(const Question& q, const DistributedLayout& distributed,
                                   const NamedAccess& access) {
  std::vector<Cure> cures;
  if (auto wider = wider_cure(q, distributed, access)) cures.push_back(*std::move(wider));
  if (!q.shared) return cures;
  const Walk again = [&](const map::IndexMap& memory) -> Result<std::vector<NamedAccess>> {
    TILEGLOT_TRY(moved, walk(q, q.thread_values, memory));
    return std::vector<NamedAccess>{std::move(moved)};
  };
  TILEGLOT_TRY(found, cures_for(q.memory, q.map, again, q.elements.bits, q.banks, q.is_matrix()));
  cures.insert(cures.end(), found.begin(), found.end());
  return cures;
}

}  // namespace

Result<RuleTable> check_distributed(const DistributedLayout& distributed,
                                    const AccessRequest& asked) {
  RuleTable table;
  TILEGLOT_TRY(thread_values, bridge::thread_value_map(distributed.layout));
  TILEGLOT_TRY(onto, coverage_rule(thread_values));
  table.rules.push_back(std::move(onto));
  if (asked.suggest) table.cures.emplace();
  if (distributed.elements.type.empty()) return table;
  TILEGLOT_TRY(question, question_of(std::move(thread_values), distributed, asked));
  if (asked.suggest && question.shared) {
    TILEGLOT_TRY(offsets, map::compose(question.map, question.thread_values));
    TILEGLOT_TRY(injectivity, map::injectivity(question.map));
    table.copies =
        widest_copies(offsets, question.elements.bits, question.banks, injectivity.injective);
  }
  Result<NamedAccess> access = walk(question, question.thread_values, question.map);
  if (!access && access.error()->code == "access.no_matrix") {
    table.rules.push_back(no_matrix(*question.kind, access.error()));
    return table;
  }
  if (!access) return core::fail(core::with_line(access.error(), asked.memory.value_or("")));
  add_memory_rules(question, distributed, *access, asked.explain, table);
  table.add_model(storage_model(question.elements));
  if (!asked.suggest) return table;
  if (!question.shared) {
    table.copies = vector_copies(access->lanes.vector, question.elements.bits, false);
  }
  table.add_cures(cures_of(question, distributed, *access));
  return table;
}

}  // namespace tileglot::advice
