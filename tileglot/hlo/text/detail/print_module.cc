// SPDX-License-Identifier: Apache-2.0
// Computations and instructions.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/fresh_names.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/text/detail/print_literal.h"
#include "tileglot/hlo/text/detail/printer.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo {
namespace {

constexpr std::size_t kMostShownElements = 10;

/// A scheduled module is printed in list order, and so are cycles, which have no post order.
void keep_listed(const Module& module, std::vector<std::vector<InstructionId>>& orders) {
  for (const ComputationId c : module.computations()) {
    std::vector<InstructionId>& order = orders[index_of(c)];
    if (!module.header.is_scheduled && order.size() == module[c].instruction_count) continue;
    const InstructionList list = module.instructions(c);
    order.assign(list.begin(), list.end());
  }
}

}  // namespace

Printer::Printer(const Module& module, PrintStyle style)
    : module_(module), style_(style), shape_texts_(module.shapes().size()) {
  names_.resize(module.instruction_bound());
  computation_names_.reserve(module.computation_count());
  for (const ComputationId c : module.computations()) {
    computation_names_.push_back(module[c].name);
    for (const InstructionId i : module.instructions(c)) names_[index_of(i)] = module[i].name;
  }
}

/// As XLA does when it adds a computation to a module.
void Printer::make_names_unique(const Orders& orders) {
  FreshNames instructions;
  FreshNames computations;
  for (const ComputationId c : module_.computations()) {
    auto& own = computation_names_[index_of(c)];
    own = made_names_.keep(computations.take(own));
    const auto rename = [&](InstructionId i) {
      names_[index_of(i)] = made_names_.keep(instructions.take(names_[index_of(i)]));
    };
    std::ranges::for_each(module_[c].parameters, rename);
    for (const InstructionId i : orders[index_of(c)]) {
      if (module_[i].opcode != Opcode::kParameter) rename(i);
    }
  }
}

void Printer::module() {
  Orders orders = post_orders(module_);
  const std::vector<ComputationId> computations = computation_post_order(module_, orders);
  keep_listed(module_, orders);
  if (style_ != PrintStyle::kFull) make_names_unique(orders);
  header();
  for (const ComputationId id : computations) computation(id, orders[index_of(id)]);
}

void Printer::name(std::string_view text) {
  if (has_percent()) out_ += '%';
  out_ += text;
}

const std::string& Printer::shape_text(ShapeId id) {
  std::string& text = shape_texts_[index_of(id)];
  if (text.empty()) text = print(module_.shape(id));
  return text;
}

/// Every fifth item of a list is preceded by its index.
void Printer::comma(std::size_t i) {
  if (i == 0) return;
  out_ += ", ";
  if (i % 5 == 0) fmt::format_to(std::back_inserter(out_), "/*index={}*/", i);
}

void Printer::computation(ComputationId id, const std::vector<InstructionId>& order) {
  if (id == module_.entry()) out_ += "ENTRY ";
  name(id);
  out_ += ' ';
  if (style_ != PrintStyle::kShort) signature(id);
  out_ += "{\n";
  for (const InstructionId i : order) {
    out_ += module_.is_root(i) ? "  ROOT " : "  ";
    instruction(i);
    out_ += '\n';
  }
  out_ += '}';
  if (!module_[id].execution_thread.empty()) {
    fmt::format_to(std::back_inserter(out_), ", execution_thread=\"{}\"",
                   module_[id].execution_thread);
  }
  out_ += "\n\n";
}

void Printer::signature(ComputationId id) {
  const Computation& computation = module_[id];
  out_ += '(';
  for (std::size_t i = 0; i < computation.parameters.size(); ++i) {
    if (i > 0) out_ += ", ";
    const InstructionId parameter = computation.parameters[i];
    out_ += names_[index_of(parameter)];
    out_ += ": ";
    out_ += print(module_.shape_of(parameter), notation::xla::LayoutText::kHidden);
  }
  out_ += ") -> ";
  out_ += print(module_.shape_of(*computation.root), notation::xla::LayoutText::kHidden);
  out_ += ' ';
}

void Printer::instruction(InstructionId id) {
  const Instruction& instruction = module_[id];
  name(id);
  out_ += " = ";
  shape(instruction.shape);
  out_ += ' ';
  opcode(instruction);
  out_ += '(';
  arguments(id);
  out_ += ')';
  attributes(instruction);
}

void Printer::opcode(const Instruction& instruction) {
  if (!instruction.wrapped) {
    out_ += name_of(instruction.opcode);
    return;
  }
  out_ += name_of(*instruction.wrapped);
  out_ += name_of(instruction.opcode).substr(std::string_view("async").size());
}

void Printer::arguments(InstructionId id) {
  const Instruction& instruction = module_[id];
  if (instruction.opcode == Opcode::kParameter) {
    out_ += std::to_string(integer_of(instruction, AttributeKey::kParameterNumber));
  } else if (instruction.opcode == Opcode::kConstant) {
    constant(instruction);
  }
  const auto operands = module_.operands(id);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    comma(i);
    name(operands[i]);
  }
}

void Printer::constant(const Instruction& instruction) {
  const auto* const literal = attribute_of<Shared<Literal>>(instruction, AttributeKey::kLiteral);
  if (literal == nullptr) return;
  const bool is_tuple = (*literal)->type == notation::xla::PrimitiveType::kTuple;
  const bool large = is_tuple || element_count(**literal) > kMostShownElements;
  if (style_ == PrintStyle::kXla && large) {
    out_ += "{...}";
  } else {
    append_literal(**literal, is_full(), out_);
  }
}

std::string print(const Module& module, PrintStyle style) {
  Printer printer(module, style);
  printer.module();
  std::string text = printer.take();
  if (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string print(const Module& module, InstructionId id, PrintStyle style) {
  Printer printer(module, style);
  printer.instruction(id);
  return printer.take();
}

std::string print(const EntryLayout& layout) {
  std::string text;
  append_entry_layout(layout, false, text);
  return text;
}

}  // namespace tileglot::hlo
