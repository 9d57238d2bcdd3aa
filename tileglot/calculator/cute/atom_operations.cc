// SPDX-License-Identifier: Apache-2.0
// atom_operations.cc: which instructions a target offers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/value/gpu_architecture.h"
#include "tileglot/value/target.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

/// sm_90, SM90, 90 or gpu:sm_90a as value::parse_target reads it; nothing if there is no number.
std::optional<std::string> target_text(std::string_view text) {
  if (text.starts_with("gpu:")) text.remove_prefix(std::string_view("gpu:").size());
  for (const std::string_view prefix : {"sm_", "SM_", "sm", "SM"}) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    break;
  }
  const bool is_number = !text.empty() && text[0] >= '0' && text[0] <= '9';
  return is_number ? std::optional(fmt::format("gpu:sm_{}", text)) : std::nullopt;
}

Result<int> target_argument(const Arguments& arguments, std::size_t i) {
  const std::string text = arguments.text(i);
  core::Error error{{.code = "target.name",
                     .message = fmt::format("'{}' is not a GPU", core::printable(text)),
                     .help = "name a GPU, as in sm_90 for an H100"}};
  if (const auto named = target_text(text)) {
    const auto target = value::parse_target(*named, value::Targets::kAssigned);
    if (target && target->compute_capability) return static_cast<int>(*target->compute_capability);
    if (!target && target.error()->message.starts_with("no GPU")) error = target.error();
  } else if (const auto capability = value::capability_of_machine(text)) {
    error->help = fmt::format("write sm_{} for it", *capability);
  }
  error->span = core::Span{0, text.size()};
  return fail(arguments.placed(std::move(error), i));
}

/// PTX names small floats by their bits alone.
std::string_view instruction_name(core::ElementType type) {
  switch (type) {
    case core::ElementType::kF4e2m1fn: return "e2m1";
    case core::ElementType::kF6e2m3fn: return "e2m3";
    case core::ElementType::kF6e3m2fn: return "e3m2";
    case core::ElementType::kF8e4m3fn: return "e4m3";
    case core::ElementType::kF8e5m2: return "e5m2";
    case core::ElementType::kF8e8m0fnu: return "ue8m0";
    default: return core::name(type);
  }
}

Result<cute::ValueType> value_type_argument(const Arguments& arguments, std::size_t i) {
  const std::string text = arguments.text(i);
  if (const auto type = cute::type_by_name(text)) return *type;
  if (const auto type = cute::type_by_cpp(text)) return *type;
  if (const auto element = core::parse_element_type(text)) {
    if (const auto type = cute::type_by_name(instruction_name(*element))) return *type;
  }
  std::vector<std::string_view> names;
  for (const cute::ValueTypeRow& row : cute::kValueTypes) names.push_back(row.name);
  const std::string guess = core::did_you_mean(text, names);
  return fail(arguments.placed(
      {{.code = "cute.atom",
        .message = fmt::format("'{}' is not a type of an instruction", core::printable(text)),
        .help = guess.empty() ? fmt::format("types are {}", fmt::join(names, ", ")) : guess}},
      i));
}

/// Instructions that differ in N only.
struct Run {
  cute::MmaAtom last;
  std::int64_t least = 0;
  std::int64_t step = 0;
};

bool differ_in_n_only(const cute::MmaAtom& a, cute::MmaAtom b) {
  b.n = a.n;
  return a == b;
}

std::vector<Run> runs_of(std::span<const cute::MmaAtom> atoms) {
  std::vector<Run> runs;
  for (const cute::MmaAtom& atom : atoms) {
    const bool joins = !runs.empty() && differ_in_n_only(runs.back().last, atom) &&
                       (runs.back().step == 0 || atom.n - runs.back().last.n == runs.back().step);
    if (!joins) {
      runs.push_back({atom, atom.n, 0});
      continue;
    }
    runs.back().step = atom.n - runs.back().last.n;
    runs.back().last = atom;
  }
  return runs;
}

/// "8..256 by 8", or the one N.
std::string n_text(const Run& run) {
  if (run.step == 0) return fmt::format("{}", run.last.n);
  return fmt::format("{}..{} by {}", run.least, run.last.n, run.step);
}

std::int64_t values_of(const cute::MmaAtom& atom, cute::MmaLayout which) {
  const auto values = cute::mode(cute::layout_of(atom, which), 1);
  return cute::size(*values)->value;
}

/// "8, 4, 4": values of A, B and C that a thread holds in registers; - where they are elsewhere.
std::string values_text(const cute::MmaAtom& atom) {
  const auto held = [&](cute::Place place, cute::MmaLayout which) {
    return place == cute::Place::kRegisters ? fmt::format("{}", values_of(atom, which))
                                            : std::string("-");
  };
  return fmt::format("{}, {}, {}", held(atom.a_from, cute::MmaLayout::kA),
                     held(atom.b_from, cute::MmaLayout::kB),
                     held(accumulates_in(atom), cute::MmaLayout::kC));
}

Json json_of(const Run& run) {
  const auto n = run.step == 0 ? Json::array({run.last.n})
                               : Json{{"from", run.least}, {"to", run.last.n}, {"by", run.step}};
  return {{"op", cute::cute_name(run.last)},
          {"parts", cute::parts_of(run.last)},
          {"arch", run.last.arch},
          {"types",
           {{"a", name_of(run.last.a)}, {"b", name_of(run.last.b)}, {"d", name_of(run.last.d)}}},
          {"m", run.last.m},
          {"n", n},
          {"k", run.last.k},
          {"operands", places_of(run.last)},
          {"accumulator", std::string(1, letter_of(accumulates_in(run.last)))},
          {"threads", cute::size(cute::layout_of(run.last, cute::MmaLayout::kThrId))->value},
          {"values", values_text(run.last)}};
}

/// The types that the target multiplies a by, for the error message.
std::string types_offered(int target, cute::ValueType a) {
  std::vector<std::string> pairs;
  for (const cute::MmaAtom& atom : cute::all_mmas()) {
    if (atom.a != a || !cute::is_offered(atom, target)) continue;
    std::string pair = fmt::format("{},{},{}", name_of(atom.a), name_of(atom.b), name_of(atom.d));
    if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end())
      pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) return fmt::format("sm_{} multiplies no {}", target, name_of(a));
  return fmt::format("with {} it has {}", name_of(a), fmt::join(pairs, "; "));
}

/// A row for each run of N.
Value listed(std::span<const cute::MmaAtom> atoms) {
  Json rows = Json::array();
  std::vector<value::TextRow> table{
      {"instruction", "M", "N", "K", "from", "values of A, B, C", "parts"}};
  for (const Run& run : runs_of(atoms)) {
    rows.push_back(json_of(run));
    table.push_back({cute::cute_name(run.last), fmt::format("{}", run.last.m), n_text(run),
                     fmt::format("{}", run.last.k), places_of(run.last), values_text(run.last),
                     cute::parts_of(run.last)});
  }
  using value::Align;
  std::string text =
      value::table_of(table, {Align::kLeft, Align::kRight, Align::kLeft, Align::kRight,
                              Align::kLeft, Align::kLeft, Align::kLeft});
  text.pop_back();
  return Json{{"atoms", rows}, {"print", text}};
}

Result<Value> apply_atoms(const Arguments& arguments) {
  TILEGLOT_TRY(a, value_type_argument(arguments, 0));
  TILEGLOT_TRY(b, value_type_argument(arguments, 1));
  TILEGLOT_TRY(d, value_type_argument(arguments, 2));
  TILEGLOT_TRY(target, target_argument(arguments, 3));
  std::vector<cute::MmaAtom> offered;
  for (const cute::MmaAtom& atom : cute::all_mmas()) {
    const bool has_types = atom.a == a && atom.b == b && atom.d == d;
    if (has_types && cute::is_offered(atom, target)) offered.push_back(atom);
  }
  if (offered.empty()) {
    return fail({.code = "cute.atom",
                 .message = fmt::format("no instruction of sm_{} multiplies {} by {} into {}",
                                        target, name_of(a), name_of(b), name_of(d)),
                 .help = types_offered(target, a)});
  }
  return listed(offered);
}

Result<Value> apply_mma_atoms(const Arguments& arguments) {
  TILEGLOT_TRY(target, target_argument(arguments, 0));
  std::vector<cute::MmaAtom> offered;
  for (const cute::MmaAtom& atom : cute::all_mmas()) {
    if (cute::is_offered(atom, target)) offered.push_back(atom);
  }
  return listed(offered);
}

Result<Value> apply_copy_atoms(const Arguments& arguments) {
  TILEGLOT_TRY(target, target_argument(arguments, 0));
  Json rows = Json::array();
  std::vector<value::TextRow> table{{"instruction", "threads", "source", "destination", "parts"}};
  for (const cute::CopyAtom& atom : cute::all_copies()) {
    if (!cute::is_offered(atom, target)) continue;
    const std::int64_t threads = cute::size(cute::layout_of(atom, cute::CopyLayout::kThrId))->value;
    rows.push_back({{"op", cute::cute_name(atom)},
                    {"parts", cute::parts_of(atom)},
                    {"arch", atom.arch},
                    {"threads", threads}});
    table.push_back({cute::cute_name(atom), fmt::format("{}", threads),
                     text_of(registers_at(atom, true)), text_of(registers_at(atom, false)),
                     cute::parts_of(atom)});
  }
  using value::Align;
  std::string text = value::table_of(
      table, {Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft, Align::kLeft});
  text.pop_back();
  return Value(Json{{"atoms", rows}, {"print", text}});
}

constexpr Operation kAtomOperations[] = {
    {"atoms", "a, b, d, target",
     "the matrix instructions that a target has for types of A, B and D, with the values that a "
     "thread holds",
     "atoms(f16,f16,f32,sm_75)", apply_atoms},
    {"copy_atoms", "target", "the copy instructions that a target has", "copy_atoms(sm_70)",
     apply_copy_atoms},
    {"mma_atoms", "target", "all matrix instructions that a target has, a line for each run of N",
     "mma_atoms(sm_70)", apply_mma_atoms},
};

}  // namespace

std::span<const Operation> atom_operations() { return kAtomOperations; }

}  // namespace tileglot::calculator
