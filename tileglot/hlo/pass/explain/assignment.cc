// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/assignment.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

/// How many decisions of a chain are listed at each of its ends.
constexpr std::size_t kToldAtEachEnd = 6;

std::string name_of(const Module& module, InstructionId id) {
  return fmt::format("%{}", module[id].name);
}

std::string layout_of(const Module& module, InstructionId id) {
  const auto& layout = module.shape_of(id).layout;
  return layout ? notation::xla::print(*layout) : "no layout";
}

std::string text_of(const Assignment& assignment, const Decision& decision) {
  if (!decision.layout) return "a tuple";
  return notation::xla::print(assignment.problem->layouts().at(*decision.layout));
}

class Story {
 public:
  Story(const Module& module, const Assignment& assignment)
      : module_(module), assignment_(assignment) {}

  void line(int indent, std::string_view text) {
    text_ += fmt::format("{:{}}{}\n", "", indent, text);
  }

  void reason(int indent, std::string_view title, DecisionId id) {
    line(indent, fmt::format("{}:", title));
    const std::vector<DecisionId> chain = chain_from(id);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      if (i == kToldAtEachEnd && chain.size() > 2 * kToldAtEachEnd) {
        const std::size_t left_out = chain.size() - 2 * kToldAtEachEnd;
        line(indent + 2, fmt::format(".. and so on, {} steps ..", left_out));
        i += left_out;
      }
      line(indent + 2, sentence_of(module_, at(chain[i])));
    }
    displaced(indent + 2, at(id));
  }

  std::string text() const { return text_; }

 private:
  const Decision& at(DecisionId id) const { return assignment_.decisions->at(id); }

  /// A reason is always older than what follows from it, so this ends.
  std::vector<DecisionId> chain_from(DecisionId id) const {
    std::vector<DecisionId> result{id};
    while (const auto next = at(result.back()).cause) result.push_back(*next);
    return result;
  }

  void displaced(int indent, const Decision& decision) {
    if (!decision.displaced) return;
    const Decision& before = at(*decision.displaced);
    line(indent, fmt::format("in place of {}: {}", text_of(assignment_, before),
                             sentence_of(module_, before)));
  }

  const Module& module_;
  const Assignment& assignment_;
  std::string text_ = {};
};

std::string purpose_of(const Module& module, const InsertedCopy& copy) {
  std::string result =
      copy.user ? fmt::format("for operand {} of {}", copy.operand, name_of(module, *copy.user))
                : "for the result";
  if (!copy.path.empty()) result += fmt::format(", element {{{}}}", fmt::join(copy.path, ","));
  return result;
}

/// Why the reader's request did not reach the instruction that makes the value.
std::string_view verdict_of(const Decision& made, const Decision& read) {
  if (made.rule == Rule::kCheapest || read.rule == Rule::kCheapest) {
    return "the layouts that move the fewest bytes of the module have a copy here";
  }
  if (made.mandatory) return "how it is made is mandatory, so it is copied for who reads it";
  if (read.priority <= made.priority) {
    return "how it is made was decided first, and the reader's request is no stronger, so it is "
           "copied";
  }
  return "how it is made changed too often, so it is copied";
}

void tell_values(Story& story, const Assignment& assignment, InstructionId id) {
  const Values& values = assignment.problem->values();
  for (const Position at : assignment.problem->tree(id).arrays()) {
    const ValueId source = values.source(id, at);
    const ValueConstraint& constraint = assignment.constraints->value(source);
    if (!constraint.layout) continue;
    const auto& layout = assignment.problem->layouts().at(*constraint.layout);
    story.reason(2, fmt::format("part {} is {}", at, notation::xla::print(layout)),
                 constraint.decision);
  }
}

void tell_operands(Story& story, const Module& module, const Assignment& assignment,
                   InstructionId id) {
  for (std::size_t i = 0; i < module.operands(id).size(); ++i) {
    const OperandConstraint& constraint =
        assignment.constraints->operand(assignment.problem->operand(id, i));
    if (!constraint.is_set) continue;
    const Decision& decision = assignment.decisions->at(constraint.decision);
    story.reason(2, fmt::format("operand {} is read as {}", i, text_of(assignment, decision)),
                 constraint.decision);
  }
}

}  // namespace

std::string sentence_of(const Module& module, const Decision& decision) {
  const RuleRow& row = row_of(decision.rule);
  const std::size_t at = row.sentence.find('@');
  return fmt::format("{}{}{} [{}{}]", row.sentence.substr(0, at), name_of(module, decision.by),
                     row.sentence.substr(at + 1), row.name,
                     decision.mandatory ? ", mandatory" : "");
}

const Decision& origin_of(const DecisionLog& log, DecisionId id) {
  while (const auto next = log.at(id).cause) id = *next;
  return log.at(id);
}

std::string explain_copy(const Module& module, const Assignment& assignment,
                         const InsertedCopy& copy) {
  Story story(module, assignment);
  const Decision& made = assignment.decisions->at(copy.made);
  const Decision& read = assignment.decisions->at(copy.read);
  const std::string from = layout_of(module, module.operand(copy.copy, 0));
  const std::string to = layout_of(module, copy.copy);
  story.line(0, fmt::format("{}: {} {} -> {} {}, {} B", name_of(module, copy.copy),
                            name_of(module, copy.value), from, to, purpose_of(module, copy),
                            copied_bytes(module, copy.copy)));
  story.reason(2, fmt::format("read as {}", to), copy.read);
  story.reason(2, fmt::format("made as {}", from), copy.made);
  story.line(2, verdict_of(made, read));
  return story.text();
}

std::string explain_special_case_copy(const Module& module, InstructionId copy) {
  std::string result = fmt::format("{}: {} as it lies", name_of(module, copy),
                                   name_of(module, module.operand(copy, 0)));
  for (const Use use : module.uses(copy)) {
    result += fmt::format(" for operand {} of {}", use.operand, name_of(module, use.user));
  }
  return result + fmt::format(
                      ", {} B\n  who takes this operand takes its memory, which others may "
                      "still read [memory.taken]\n",
                      copied_bytes(module, copy));
}

std::string explain_open_entry_layouts(const Module& module, const Assignment& assignment) {
  Story story(module, assignment);
  for (const OpenEntryLayout& leaf : open_entry_layouts(module, assignment)) {
    story.reason(0, fmt::format("{} was open (AUTO) and is {}", title_of(leaf), leaf.layout),
                 leaf.decision);
  }
  return story.text();
}

std::string explain_instruction(const Module& module, const Assignment& assignment,
                                InstructionId id) {
  Story story(module, assignment);
  story.line(
      0, fmt::format("{} = {}", name_of(module, id), notation::xla::print(module.shape_of(id))));
  if (index_of(id) < assignment.first_inserted) {
    tell_values(story, assignment, id);
    tell_operands(story, module, assignment, id);
  }
  std::string result = story.text();
  for (const InsertedCopy& copy : assignment.copies) {
    if (copy.copy == id || copy.value == id || copy.user == id) {
      result += explain_copy(module, assignment, copy);
    }
  }
  return result;
}

}  // namespace tileglot::hlo::pass
