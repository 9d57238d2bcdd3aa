// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/module.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/fresh_names.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

std::vector<Attribute> in_order(std::vector<Attribute> attributes) {
  std::sort(attributes.begin(), attributes.end(),
            [](const Attribute& a, const Attribute& b) { return a.key < b.key; });
  return attributes;
}

template <class Iterator>
Iterator advanced(Iterator& iterator) {
  const Iterator before = iterator;
  ++iterator;
  return before;
}

}  // namespace

InstructionList::Iterator& InstructionList::Iterator::operator++() {
  at_ = (*module_)[*at_].next;
  return *this;
}

InstructionList::Iterator InstructionList::Iterator::operator++(int) { return advanced(*this); }

Use UseList::Iterator::operator*() const {
  const InstructionId user = module_->link_of(*at_).user;
  return {user, static_cast<std::uint32_t>(*at_) - (*module_)[user].operands_begin};
}

UseList::Iterator& UseList::Iterator::operator++() {
  at_ = module_->link_of(*at_).next;
  return *this;
}

UseList::Iterator UseList::Iterator::operator++(int) { return advanced(*this); }

ComputationId Module::add_computation(std::string_view name) {
  const ComputationId id{static_cast<std::uint32_t>(computations_.size())};
  computations_.push_back({.name = keep(name)});
  return id;
}

std::vector<ComputationId> Module::computations() const {
  std::vector<ComputationId> result;
  result.reserve(computations_.size());
  for (std::uint32_t i = 0; i < computations_.size(); ++i) result.push_back(ComputationId{i});
  return result;
}

void Module::reorder_computations(std::span<const ComputationId> order) {
  std::vector<Computation> computations;
  std::vector<ComputationId> renamed(computations_.size());
  for (const ComputationId id : order) {
    renamed[index_of(id)] = ComputationId{static_cast<std::uint32_t>(computations.size())};
    computations.push_back(std::move((*this)[id]));
  }
  computations_ = std::move(computations);
  if (entry_) entry_ = renamed[index_of(*entry_)];
  for (Instruction& instruction : instructions_) {
    instruction.computation = renamed[index_of(instruction.computation)];
    for (Attribute& attribute : instruction.attributes) {
      if (auto* const one = std::get_if<ComputationId>(&attribute.value)) {
        *one = renamed[index_of(*one)];
      } else if (auto* const many = std::get_if<Computations>(&attribute.value)) {
        for (ComputationId& called : *many) called = renamed[index_of(called)];
      }
    }
  }
}

InstructionId Module::add(ComputationId computation, NewInstruction made) {
  const InstructionId id = make(computation, std::move(made));
  put_behind((*this)[computation].last, id);
  return id;
}

InstructionId Module::add_after(InstructionId before, NewInstruction made) {
  const InstructionId id = make((*this)[before].computation, std::move(made));
  put_behind(before, id);
  return id;
}

InstructionId Module::add_parameter(ComputationId computation, std::int64_t number, ShapeId shape,
                                    std::string_view name) {
  const InstructionId id =
      add(computation, {.name = name,
                        .opcode = Opcode::kParameter,
                        .shape = shape,
                        .attributes = {{AttributeKey::kParameterNumber, number}}});
  auto& parameters = (*this)[computation].parameters;
  if (parameters.size() <= static_cast<std::size_t>(number)) {
    parameters.resize(static_cast<std::size_t>(number) + 1, id);
  }
  parameters[static_cast<std::size_t>(number)] = id;
  return id;
}

InstructionId Module::make(ComputationId computation, NewInstruction made) {
  const InstructionId id{static_cast<std::uint32_t>(instructions_.size())};
  const std::string_view name =
      made.name.empty() ? fresh_name(name_of(made.opcode)) : keep(made.name);
  if (names_ && !made.name.empty()) names_->take(name);
  instructions_.push_back({.name = name,
                           .opcode = made.opcode,
                           .wrapped = made.wrapped,
                           .shape = made.shape,
                           .computation = computation,
                           .attributes = in_order(std::move(made.attributes)),
                           .place = made.place});
  set_operands(id, made.operands);
  ++live_;
  return id;
}

void Module::put_behind(std::optional<InstructionId> before, InstructionId id) {
  Computation& computation = (*this)[(*this)[id].computation];
  std::optional<InstructionId>& next = before ? (*this)[*before].next : computation.first;
  Instruction& placed = (*this)[id];
  placed.previous = before;
  placed.next = next;
  (placed.next ? (*this)[*placed.next].previous : computation.last) = id;
  next = id;
  ++computation.instruction_count;
}

void Module::take_out(InstructionId id) {
  const Instruction& taken = (*this)[id];
  Computation& computation = (*this)[taken.computation];
  (taken.previous ? (*this)[*taken.previous].next : computation.first) = taken.next;
  (taken.next ? (*this)[*taken.next].previous : computation.last) = taken.previous;
  --computation.instruction_count;
}

void Module::remove(InstructionId id) {
  unlink_operands(id);
  take_out(id);
  // An iterator at this instruction can still advance: `next` stays.
  Instruction& removed = (*this)[id];
  removed.operand_count = 0;
  removed.removed = true;
  --live_;
}

void Module::move_after(InstructionId before, InstructionId id) {
  if (before == id) return;
  take_out(id);
  put_behind(before, id);
}

std::span<const InstructionId> Module::operands(InstructionId id) const {
  const Instruction& instruction = (*this)[id];
  return std::span(operands_).subspan(instruction.operands_begin, instruction.operand_count);
}

void Module::link(UseId use, InstructionId user) {
  Instruction& definition = (*this)[definition_of(use)];
  link_of(use) = {.user = user, .previous = definition.last_use, .next = {}};
  (definition.last_use ? link_of(*definition.last_use).next : definition.first_use) = use;
  definition.last_use = use;
}

void Module::unlink(UseId use) {
  Instruction& definition = (*this)[definition_of(use)];
  const Link& gone = link_of(use);
  (gone.previous ? link_of(*gone.previous).next : definition.first_use) = gone.next;
  (gone.next ? link_of(*gone.next).previous : definition.last_use) = gone.previous;
}

void Module::unlink_operands(InstructionId user) {
  const Instruction& instruction = (*this)[user];
  for (std::uint32_t i = 0; i < instruction.operand_count; ++i) {
    unlink(UseId{instruction.operands_begin + i});
  }
}

void Module::replace_operand(InstructionId user, std::size_t number, InstructionId by) {
  const UseId use{(*this)[user].operands_begin + static_cast<std::uint32_t>(number)};
  unlink(use);
  definition_of(use) = by;
  link(use, user);
}

void Module::replace_uses(InstructionId id, InstructionId by) {
  std::vector<Use> all;
  for (const Use use : uses(id)) {
    if (use.user != by) all.push_back(use);
  }
  for (const Use use : all) replace_operand(use.user, use.operand, by);
  if (is_root(id)) set_root((*this)[id].computation, by);
}

void Module::set_operands(InstructionId user, std::span<const InstructionId> operands) {
  unlink_operands(user);
  const auto begin = static_cast<std::uint32_t>(operands_.size());
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  links_.resize(operands_.size());
  (*this)[user].operands_begin = begin;
  (*this)[user].operand_count = static_cast<std::uint32_t>(operands.size());
  for (std::uint32_t i = 0; i < operands.size(); ++i) link(UseId{begin + i}, user);
}

std::string_view Module::fresh_name(std::string_view prefix) {
  if (!names_) {
    names_.emplace();
    for (const Instruction& instruction : instructions_) names_->take(instruction.name);
  }
  return keep(names_->take(prefix));
}

}  // namespace tileglot::hlo
