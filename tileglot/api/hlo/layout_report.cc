// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/avoided_copies.h"
#include "tileglot/api/hlo/entry_advice.h"
#include "tileglot/api/hlo/largest_first.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/hlo/loop_texts.h"
#include "tileglot/api/hlo/loops_json.h"
#include "tileglot/api/reply/text_lines.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/source_place.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/cost/contiguous_bytes.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/explain/copy_causes.h"
#include "tileglot/hlo/pass/explain/layout_prices.h"
#include "tileglot/hlo/pass/explain/loops.h"
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using pass::PricedArray;

/// Readers that are named for one array.
constexpr std::size_t kMostReaders = 4;

std::string name_of(const Module& module, InstructionId id) {
  return fmt::format("%{}", module[id].name);
}

std::string layout_text(const xla::Shape& shape) {
  return shape.layout ? xla::print(*shape.layout) : std::string("no layout");
}

std::string bare(const xla::Shape& shape) { return xla::print(shape, xla::LayoutText::kHidden); }

/// Whether the instruction only passes an array on, or has it from a caller.
bool makes_nothing(const Module& module, InstructionId id) {
  switch (module[id].opcode) {
    case Opcode::kParameter: return module[id].computation != module.entry();
    case Opcode::kBitcast:
    case Opcode::kGetTupleElement:
    case Opcode::kTuple:
    case Opcode::kOptBarrier:
    case Opcode::kAddDependency:
    case Opcode::kWhile:
    case Opcode::kCall:
    case Opcode::kConditional: return true;
    default: return false;
  }
}

std::int64_t padding_of(const xla::Shape& shape) {
  if (!is_array(shape)) {
    std::int64_t sum = 0;
    for (const xla::Shape& element : shape.elements) {
      sum = core::saturating_add(sum, padding_of(element));
    }
    return sum;
  }
  const auto stored = xla::array_size(shape);
  const auto used = xla::byte_size_of_elements(shape);
  return stored && used ? *stored - *used : 0;
}

std::int64_t padding_of(const Module& module) {
  std::int64_t sum = 0;
  for (const hlo::ComputationId computation : pass::outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (!makes_nothing(module, id)) {
        sum = core::saturating_add(sum, padding_of(module.shape_of(id)));
      }
    }
  }
  return sum;
}

CountAndBytes counted(const pass::KindCost& kind) { return {kind.count, kind.bytes}; }

LayoutFigures figures_of(const Module& module, const pass::LayoutCost& cost) {
  LayoutFigures figures{.copies = counted(cost.copies),
                        .operations = counted(cost.transposes),
                        .padded_bytes = padding_of(module),
                        .penalties = counted(cost.reductions)};
  figures.operations.count += cost.reshapes.count;
  figures.operations.bytes = core::saturating_add(figures.operations.bytes, cost.reshapes.bytes);
  return figures;
}

std::string path_text(const std::vector<std::int64_t>& path) {
  return path.empty() ? std::string() : fmt::format(" {{{}}}", fmt::join(path, ","));
}

std::string reader_text(const Module& module, const pass::InsertedCopy& copy) {
  if (copy.user) {
    return fmt::format("{} (operand {})", name_of(module, *copy.user), copy.operand);
  }
  if (module[copy.copy].computation != module.entry()) {
    return fmt::format("the result of %{}", module[module[copy.copy].computation].name);
  }
  return "the result" + path_text(copy.path);
}

/// "parameter 5 (%p5)", "%negate.3".
std::string array_text(const Module& module, InstructionId id, pass::Position part) {
  const bool is_argument =
      module[id].opcode == Opcode::kParameter && module[id].computation == module.entry();
  std::string text = is_argument
                         ? fmt::format("parameter {} ({})",
                                       integer_of(module[id], hlo::AttributeKey::kParameterNumber),
                                       name_of(module, id))
                         : name_of(module, id);
  if (part > 0) text += fmt::format(", part {}", part);
  return text;
}

/// The instruction, without copies and parts of tuples that were inserted around it.
std::string value_text(const Module& module, const pass::Assignment& assignment,
                       const pass::InsertedCopy& copy) {
  const pass::Decision& made = assignment.decisions->at(copy.made);
  return array_text(module, made.about, made.part);
}

class Kept {
 public:
  Kept(const AssignedModule& now, const pass::LayoutCost& cost)
      : now_(now), cost_(cost), loops_(now.module, cost.executions) {
    for (const pass::CostlyInstruction& one : cost.instructions) costly_.emplace(one.id, one);
  }

  /// `declared`: with the advised entry layouts; nullptr if there are none.
  std::vector<KeptCopies> copies(const TriedLayouts* declared) const {
    std::optional<AvoidedCopies> avoided;
    if (declared != nullptr) avoided.emplace(now_, cost_, *declared);
    std::vector<KeptCopies> kept;
    for (const pass::CopyCause& cause : causes_of(now_.module, now_.assignment)) {
      for (const auto& [loop, copies] : copies_by_loop(cause)) {
        KeptCopies one = copies_of(cause, copies, avoided);
        one.loop = loop;
        if (one.bytes > 0) kept.push_back(std::move(one));
      }
    }
    for (const InstructionId id : now_.assignment.special_case_copies) {
      const auto found = costly_.find(id);
      if (found != costly_.end()) kept.push_back(special_copy(found->second));
    }
    largest_first(kept, [](const KeptCopies& one) { return one.bytes; });
    return kept;
  }

  std::vector<MovingOperation> operations() const {
    std::unordered_map<InstructionId, bool> inserted;
    for (const pass::InsertedCopy& copy : now_.assignment.copies) inserted[copy.copy] = true;
    for (const InstructionId id : now_.assignment.special_case_copies) inserted[id] = true;
    std::vector<MovingOperation> moving;
    for (const pass::CostlyInstruction& one : cost_.instructions) {
      if (one.kind != pass::CostKind::kReduction && !inserted.contains(one.id)) {
        moving.push_back(operation(one));
      }
    }
    return moving;
  }

 private:
  MovingOperation operation(const pass::CostlyInstruction& one) const {
    const Module& module = now_.module;
    const pass::MovedSides sides = sides_of(module, one);
    return {.name = name_of(module, one.id),
            .opcode = std::string(hlo::name_of(module[one.id].opcode)),
            .from = xla::print(sides.from),
            .to = xla::print(sides.to),
            .bytes = one.bytes(),
            .loop = loops_.of(one.id),
            .place = hlo::source_place_of(module, one.id)};
  }

  /// Those that move something: what all of them move in one run has to be of one loop.
  std::map<std::string, std::vector<std::size_t>> copies_by_loop(
      const pass::CopyCause& cause) const {
    std::map<std::string, std::vector<std::size_t>> copies;
    for (const std::size_t i : cause.copies) {
      const InstructionId copy = now_.assignment.copies[i].copy;
      if (costly_.contains(copy)) copies[loops_.of(copy)].push_back(i);
    }
    return copies;
  }

  KeptCopies copies_of(const pass::CopyCause& cause, const std::vector<std::size_t>& copies,
                       const std::optional<AvoidedCopies>& avoided) const {
    const Module& module = now_.module;
    const pass::Assignment& assignment = now_.assignment;
    KeptCopies kept{.shape = bare(module.shape(cause.to)),
                    .from = layout_text(module.shape(cause.from)),
                    .to = layout_text(module.shape(cause.to))};
    for (const std::size_t i : copies) {
      const pass::CostlyInstruction& one = costly_.at(assignment.copies[i].copy);
      count(kept, one);
      if (avoided && avoided->contains(assignment.copies[i])) {
        kept.gone_if_declared = core::saturating_add(kept.gone_if_declared, one.bytes());
      }
    }
    // Of one shape, in one loop, they move the same: the first is an example of all.
    describe(kept, assignment.copies[copies.front()]);
    return kept;
  }

  static void count(KeptCopies& kept, const pass::CostlyInstruction& one) {
    ++kept.count;
    kept.bytes = core::saturating_add(kept.bytes, one.bytes());
    kept.bytes_once = core::saturating_add(kept.bytes_once, one.moved.total());
  }

  void describe(KeptCopies& kept, const pass::InsertedCopy& copy) const {
    const Module& module = now_.module;
    kept.run_bytes = contiguous_bytes(module, costly_.at(copy.copy));
    kept.copy = name_of(module, copy.copy);
    kept.value = value_text(module, now_.assignment, copy);
    kept.reader = reader_text(module, copy);
    kept.read_reason = reason_text(copy.read);
    kept.made_reason = reason_text(copy.made);
    const pass::DecisionLog& log = *now_.assignment.decisions;
    kept.is_required = is_of_operation(log.at(copy.read)) && is_of_operation(log.at(copy.made));
    kept.value_place = hlo::source_place_of(module, log.at(copy.made).about);
    if (copy.user) kept.reader_place = hlo::source_place_of(module, *copy.user);
  }

  /// Whether an operation has to have it so, and not who calls the module.
  static bool is_of_operation(const pass::Decision& decision) {
    return decision.mandatory && !pass::name_of(decision.rule).starts_with("entry.");
  }

  /// The decision next to the copy, and where another one began the chain, that.
  std::string reason_text(pass::DecisionId id) const {
    const pass::DecisionLog& log = *now_.assignment.decisions;
    std::string text = sentence_of(now_.module, log.at(id));
    if (!log.at(id).cause) return text;
    return text + ", because " + sentence_of(now_.module, origin_of(log, id));
  }

  KeptCopies special_copy(const pass::CostlyInstruction& one) const {
    const Module& module = now_.module;
    const InstructionId value = module.operand(one.id, 0);
    KeptCopies kept{.shape = bare(module.shape_of(one.id)),
                    .from = layout_text(module.shape_of(value)),
                    .to = layout_text(module.shape_of(one.id)),
                    .copy = name_of(module, one.id),
                    .value = array_text(module, value, 0),
                    .reader = "an instruction that takes its memory",
                    .loop = loops_.of(one.id),
                    .read_reason = "the reader takes over the memory of its operand [memory.taken]",
                    .made_reason = "other instructions may still read it",
                    .value_place = hlo::source_place_of(module, value)};
    count(kept, one);
    return kept;
  }

  const AssignedModule& now_;
  const pass::LayoutCost& cost_;
  LoopTexts loops_;
  std::unordered_map<InstructionId, pass::CostlyInstruction> costly_ = {};
};

/// What an array has in one of two assignments.
class Side {
 public:
  Side(const Module& module, const pass::Assignment& assignment)
      : module_(module), assignment_(assignment) {}

  std::string layout(const PricedArray& array) const {
    const pass::ShapeTree tree(module_.shape_of(array.id));
    return array.part < tree.size() ? layout_text(tree.shape(array.part)) : std::string();
  }

  std::string shape(const PricedArray& array) const {
    const pass::ShapeTree tree(module_.shape_of(array.id));
    return array.part < tree.size() ? bare(tree.shape(array.part)) : std::string();
  }

  std::vector<std::string> readers(const pass::LayoutPrice& price) const {
    std::vector<std::string> readers;
    for (const std::size_t i : price.copies) {
      if (readers.size() == kMostReaders) break;
      readers.push_back(reader_text(module_, assignment_.copies[i]));
    }
    return readers;
  }

 private:
  const Module& module_;
  const pass::Assignment& assignment_;
};

std::vector<MovedLess> savings_of(const TriedLayouts& xla_run, const AssignedModule& now,
                                  const pass::LayoutCost& cost) {
  const pass::Assignment& first = xla_run.assigned.assignment;
  const Side before(*xla_run.module, first);
  const Side after(now.module, now.assignment);
  std::vector<MovedLess> savings;
  for (const pass::PriceChange& change :
       price_changes(layout_prices(first, xla_run.cost), layout_prices(now.assignment, cost))) {
    const bool is_saved = change.change() < 0;
    const hlo::InstructionId id = change.array.id;
    savings.push_back(
        {.what = array_text(now.module, id, change.array.part),
         .opcode = std::string(hlo::name_of(now.module[id].opcode)),
         .shape = before.shape(change.array),
         .before = before.layout(change.array),
         .after = after.layout(change.array),
         .before_bytes = change.before.bytes,
         .after_bytes = change.after.bytes,
         .before_made = change.before.made_bytes,
         .after_made = change.after.made_bytes,
         .before_copies = static_cast<std::int64_t>(change.before.copies.size()),
         .after_copies = static_cast<std::int64_t>(change.after.copies.size()),
         .readers = is_saved ? before.readers(change.before) : after.readers(change.after),
         .place = hlo::source_place_of(now.module, id)});
  }
  return savings;
}

std::vector<std::string> chosen_layouts(const AssignedModule& now) {
  std::vector<std::string> chosen;
  for (const pass::OpenEntryLayout& leaf : open_entry_layouts(now.module, now.assignment)) {
    chosen.push_back(
        fmt::format("{} was open (AUTO) and is {}: {}", title_of(leaf), leaf.layout,
                    sentence_of(now.module, origin_of(*now.assignment.decisions, leaf.decision))));
  }
  return chosen;
}

}  // namespace

core::Result<LayoutReport> layout_report(const Module& before, const AssignedModule& now,
                                         const ReportedStrategy& strategy) {
  const std::int64_t trips = strategy.choice.loop_trips;
  const pass::LayoutCost cost = pass::cost_of(now.module, strategy.policy, trips);
  const pass::FreeLayouts layouts = free_layouts(now.assignment);
  LayoutReport report{.module = std::string(before.header.name),
                      .target = strategy.target,
                      .instructions = static_cast<std::int64_t>(now.module.instruction_count()),
                      .layouts = layouts.all,
                      .free_layouts = layouts.free,
                      .inserted = static_cast<std::int64_t>(
                          now.assignment.copies.size() + now.assignment.special_case_copies.size()),
                      .before = figures_of(before, pass::cost_of(before, strategy.policy, trips)),
                      .xla = figures_of(now.module, cost),
                      .loops = explain_loops(now.module, cost.executions),
                      .loop_list = loops_json(now.module, cost.executions),
                      .warnings = text_lines(warnings_of(now.assignment)),
                      .chosen = chosen_layouts(now)};
  if (now.summary) {
    report.optimal = report.xla;
    StrategyChoice greedy = strategy.choice;
    greedy.strategy = "xla";
    TILEGLOT_TRY(xla_run, tried_layouts(before, {strategy.policy, strategy.target, greedy}));
    report.xla = figures_of(*xla_run.module, xla_run.cost);
    report.savings = savings_of(xla_run, now, cost);
  }
  const AdvisedLayouts advised = entry_advice(before, now, strategy, cost);
  report.entry = advised.advice;
  const Kept kept(now, cost);
  report.kept = kept.copies(advised.declared ? &*advised.declared : nullptr);
  report.operations = kept.operations();
  return report;
}

}  // namespace tileglot::api
