// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/layout_difference.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/paired_instructions.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {
namespace {

std::string layout_of(const Module& module, InstructionId id) {
  const auto& layout = module.shape_of(id).layout;
  return layout ? notation::xla::print(*layout) : std::string();
}

std::string entry_of(const Module& module) {
  if (!module.header.entry_layout) return {};
  const EntryLayout& entry = *module.header.entry_layout;
  std::string result = "(";
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    result += (i == 0 ? "" : ", ") + notation::xla::print(entry.parameters[i]);
  }
  return result + ")->" + notation::xla::print(entry.result);
}

Alone alone(const Module& module, InstructionId id) {
  return {std::string(module[id].name), notation::xla::print(module.shape_of(id)),
          std::string(name_of(module[id].opcode))};
}

class Comparison {
 public:
  Comparison(const Module& before, const Module& after)
      : before_(before), after_(after), pairs_(paired_instructions(before, after)) {}

  LayoutDifference run() {
    result_.entry_before = entry_of(before_);
    result_.entry_after = entry_of(after_);
    for (const ComputationId computation : after_.computations()) {
      for (const InstructionId id : after_.instructions(computation)) compare(id);
    }
    list_removed();
    return std::move(result_);
  }

 private:
  void compare(InstructionId after) {
    const auto& before = pairs_.before_of[index_of(after)];
    if (!before) {
      add(after);
      return;
    }
    ++result_.common;
    if (before_.shape_of(*before) == after_.shape_of(after)) return;
    result_.relaid.push_back({std::string(after_[after].name), std::string(before_[*before].name),
                              notation::xla::print(before_.shape_of(*before)),
                              notation::xla::print(after_.shape_of(after))});
  }

  void add(InstructionId id) {
    if (after_[id].opcode != Opcode::kCopy) {
      result_.added.push_back(alone(after_, id));
      return;
    }
    const InstructionId operand = after_.operand(id, 0);
    result_.copies.push_back({std::string(after_[id].name),
                              notation::xla::print(after_.shape_of(id)),
                              std::string(after_[operand].name), layout_of(after_, operand)});
  }

  void list_removed() {
    for (const ComputationId computation : before_.computations()) {
      for (const InstructionId id : before_.instructions(computation)) {
        if (!pairs_.after_of[index_of(id)]) result_.removed.push_back(alone(before_, id));
      }
    }
  }

  const Module& before_;
  const Module& after_;
  PairedInstructions pairs_;
  LayoutDifference result_ = {};
};

/// "%negate.7", and where it had another name "%negate.7 (%negate.2 before)".
std::string name_text(const Relaid& relaid) {
  if (relaid.name == relaid.name_before) return fmt::format("%{}", relaid.name);
  return fmt::format("%{} (%{} before)", relaid.name, relaid.name_before);
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string copies_text(const LayoutDifference& difference) {
  if (difference.copies.empty()) return {};
  const std::size_t count = difference.copies.size();
  std::string result = fmt::format("{} cop{} inserted\n", count, count == 1 ? "y" : "ies");
  for (const AddedCopy& copy : difference.copies) {
    result += fmt::format("  %{} = {} of %{} {}\n", copy.name, copy.shape, copy.operand, copy.from);
  }
  return result;
}

std::string alone_text(const std::vector<Alone>& list, std::string_view what) {
  if (list.empty()) return {};
  std::string result = counted(list.size(), "other instruction") + fmt::format(" {}\n", what);
  for (const Alone& one : list) {
    result += fmt::format("  %{} = {} {}\n", one.name, one.shape, one.opcode);
  }
  return result;
}

}  // namespace

LayoutDifference layout_difference(const Module& before, const Module& after) {
  return Comparison(before, after).run();
}

std::string print(const LayoutDifference& difference) {
  std::string result = difference.is_none() ? "no layout differs\n" : "";
  if (difference.entry_before != difference.entry_after) {
    result += fmt::format("entry layout\n  - {}\n  + {}\n", difference.entry_before,
                          difference.entry_after);
  }
  if (!difference.relaid.empty()) {
    result += counted(difference.relaid.size(), "instruction") + " of another layout or shape\n";
  }
  for (const Relaid& relaid : difference.relaid) {
    result += fmt::format("  {} {} -> {}\n", name_text(relaid), relaid.before, relaid.after);
  }
  return result + copies_text(difference) + alone_text(difference.added, "added") +
         alone_text(difference.removed, "removed");
}

}  // namespace tileglot::hlo::pass
