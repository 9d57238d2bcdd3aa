// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/same_module.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {
namespace {

using NamedComputations = std::map<std::string_view, ComputationId>;
using NamedInstructions = std::map<std::string_view, InstructionId>;

NamedComputations by_name(const Module& module) {
  NamedComputations result;
  for (const ComputationId c : module.computations()) result.emplace(module[c].name, c);
  return result;
}

NamedInstructions by_name(const Module& module, ComputationId c) {
  NamedInstructions result;
  for (const InstructionId i : module.instructions(c)) result.emplace(module[i].name, i);
  return result;
}

std::string_view name_in(const Module& module, ComputationId id) { return module[id].name; }
std::string_view name_in(const Module& module, InstructionId id) { return module[id].name; }

/// Ids are compared by what they name.
template <class T>
bool same_value(const Module&, const T& x, const Module&, const T& y) {
  return x == y;
}
bool same_value(const Module& a, ComputationId x, const Module& b, ComputationId y) {
  return name_in(a, x) == name_in(b, y);
}
bool same_value(const Module& a, ShapeId x, const Module& b, ShapeId y) {
  return a.shape(x) == b.shape(y);
}
template <class Id>
bool same_list(const Module& a, const std::vector<Id>& x, const Module& b,
               const std::vector<Id>& y) {
  bool same = x.size() == y.size();
  for (std::size_t i = 0; same && i < x.size(); ++i) same = same_value(a, x[i], b, y[i]);
  return same;
}
bool same_value(const Module& a, const Computations& x, const Module& b, const Computations& y) {
  return same_list(a, x, b, y);
}
bool same_value(const Module& a, const Shapes& x, const Module& b, const Shapes& y) {
  return same_list(a, x, b, y);
}
bool same_value(const Module& a, const Instructions& x, const Module& b, const Instructions& y) {
  bool same = x.size() == y.size();
  for (std::size_t i = 0; same && i < x.size(); ++i) same = name_in(a, x[i]) == name_in(b, y[i]);
  return same;
}

bool same_attributes(const Module& a, const Instruction& x, const Module& b, const Instruction& y) {
  if (x.attributes.size() != y.attributes.size()) return false;
  for (std::size_t i = 0; i < x.attributes.size(); ++i) {
    const Attribute& p = x.attributes[i];
    const Attribute& q = y.attributes[i];
    if (p.key != q.key || p.value.index() != q.value.index()) return false;
    const bool same = std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          return same_value(a, value, b, std::get<T>(q.value));
        },
        p.value);
    if (!same) return false;
  }
  return true;
}

std::string instruction_difference(const Module& a, InstructionId x, const Module& b,
                                   InstructionId y) {
  const std::string name(a[x].name);
  if (a[x].opcode != b[y].opcode || a[x].wrapped != b[y].wrapped) return name + ": opcode";
  if (a.shape_of(x) != b.shape_of(y)) return name + ": shape";
  if (!same_attributes(a, a[x], b, b[y])) return name + ": attributes";
  const auto p = a.operands(x);
  const auto q = b.operands(y);
  if (p.size() != q.size()) return name + ": number of operands";
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (a[p[i]].name != b[q[i]].name) return name + ": operand " + std::to_string(i);
  }
  return {};
}

std::string computation_difference(const Module& a, ComputationId x, const Module& b,
                                   ComputationId y) {
  const std::string name(a[x].name);
  const NamedInstructions left = by_name(a, x);
  const NamedInstructions right = by_name(b, y);
  if (left.size() != right.size()) return name + ": number of instructions";
  for (const auto& [instruction, id] : left) {
    const auto found = right.find(instruction);
    if (found == right.end()) return name + ": " + std::string(instruction);
    const std::string inside = instruction_difference(a, id, b, found->second);
    if (!inside.empty()) return fmt::format("{}: {}", name, inside);
  }
  return a[*a[x].root].name == b[*b[y].root].name ? "" : name + ": root";
}

}  // namespace

std::string difference(const Module& a, const Module& b) {
  if (a.header.name != b.header.name) return "name";
  if (a.header.entry_layout != b.header.entry_layout) return "entry layout";
  if (a.header.aliases != b.header.aliases || a.header.donors != b.header.donors) return "aliases";
  const NamedComputations right = by_name(b);
  if (a.computation_count() != right.size()) return "number of computations";
  for (const auto& [name, id] : by_name(a)) {
    const auto found = right.find(name);
    if (found == right.end()) return std::string(name);
    const std::string inside = computation_difference(a, id, b, found->second);
    if (!inside.empty()) return inside;
  }
  return a[a.entry()].name == b[b.entry()].name ? "" : "entry";
}

}  // namespace tileglot::hlo
