// SPDX-License-Identifier: Apache-2.0
// atom_operations.cc: the traits of instructions, and which instructions a target offers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

/// A member of traits: its name in C++, its key in JSON, its value.
struct Member {
  std::string_view name;
  std::string_view key;
  Value value;
};
using Members = std::vector<Member>;

void add_layout(Members& members, std::string_view name, std::string_view key,
                const cute::Layout<>& layout) {
  if (cute::rank(layout) > 0) members.push_back({name, key, layout});
}

/// Both if the name leaves it open and the operand may lie either way.
std::string_view majors_of(const cute::MmaAtom& atom, std::optional<cute::Major> major) {
  if (major) return name(*major);
  cute::MmaAtom other = atom;
  other.a_major = other.b_major = cute::Major::kMn;
  other.a_from = cute::Place::kShared;
  return cute::why_no_mma(other).empty() ? "K, MN" : "K";
}

char letter_of(cute::Place place) {
  constexpr std::string_view kLetters = "RST";
  return kLetters[static_cast<std::size_t>(place)];
}

/// SS, RS, ..: where A and B come from.
std::string places_of(const cute::MmaAtom& atom) {
  return {letter_of(atom.a_from), letter_of(atom.b_from)};
}

Text text_of(std::string text) { return {std::move(text)}; }

Members members_of(const cute::MmaAtom& atom) {
  const auto layout = [&](cute::MmaLayout which) { return cute::layout_of(atom, which); };
  Members members{{"Shape_MNK", "shape_mnk", cute::shape_mnk(atom)}};
  add_layout(members, "ThrID", "thr_id", layout(cute::MmaLayout::kThrId));
  add_layout(members, "ALayout", "a_layout", layout(cute::MmaLayout::kA));
  add_layout(members, "BLayout", "b_layout", layout(cute::MmaLayout::kB));
  add_layout(members, "CLayout", "c_layout", layout(cute::MmaLayout::kC));
  add_layout(members, "ELayout", "e_layout", layout(cute::MmaLayout::kE));
  add_layout(members, "SFALayout", "sfa_layout", layout(cute::MmaLayout::kSfa));
  add_layout(members, "SFBLayout", "sfb_layout", layout(cute::MmaLayout::kSfb));
  members.push_back({"ValTypeD", "d", text_of(std::string(cute::name_of(atom.d)))});
  members.push_back({"ValTypeA", "a", text_of(cute::name_of(cute::held_a(atom)))});
  members.push_back({"ValTypeB", "b", text_of(cute::name_of(cute::held_b(atom)))});
  members.push_back({"ValTypeC", "c", text_of(std::string(cute::name_of(atom.c)))});
  if (atom.is_sparse) {
    members.push_back({"ValTypeE", "e", text_of(cute::name_of(cute::held_e(atom)))});
  }
  if (atom.scale) {
    members.push_back({"ValTypeSF", "sf", text_of(std::string(cute::name_of(*atom.scale)))});
    members.push_back({"SFVecSize", "sf_vector", core::Integer(atom.scale_vector)});
  }
  members.push_back({"Operands", "operands", text_of(places_of(atom))});
  members.push_back(
      {"Accumulator", "accumulator", text_of(std::string(1, letter_of(accumulates_in(atom))))});
  if (atom.a_from == cute::Place::kShared) {
    members.push_back({"MajorA", "a_major", text_of(std::string(majors_of(atom, atom.a_major)))});
  }
  if (atom.b_from == cute::Place::kShared) {
    members.push_back({"MajorB", "b_major", text_of(std::string(majors_of(atom, atom.b_major)))});
  }
  return members;
}

/// "1 x 128 bits": what the instruction takes of a thread.
Text registers_text(const cute::Registers& registers) {
  return {fmt::format("{} x {} bits", registers.count, registers.bits)};
}

Members members_of(const cute::CopyAtom& atom) {
  const auto layout = [&](cute::CopyLayout which) { return cute::layout_of(atom, which); };
  Members members;
  add_layout(members, "ThrID", "thr_id", layout(cute::CopyLayout::kThrId));
  add_layout(members, "SrcLayout", "src_layout", layout(cute::CopyLayout::kSrc));
  add_layout(members, "DstLayout", "dst_layout", layout(cute::CopyLayout::kDst));
  add_layout(members, "RefLayout", "ref_layout", layout(cute::CopyLayout::kRef));
  add_layout(members, "ValID", "val_id", layout(cute::CopyLayout::kValId));
  members.push_back({"SRegisters", "src_registers", registers_text(registers_at(atom, true))});
  members.push_back({"DRegisters", "dst_registers", registers_text(registers_at(atom, false))});
  return members;
}

Json json_of(const Value& value) {
  if (const auto* number = std::get_if<core::Integer>(&value)) return number->value;
  const auto* tuple = std::get_if<cute::IntTuple>(&value);
  if (tuple == nullptr) return to_json(value, Spelling::kCanonical);
  return Json::array({tuple->values[0], tuple->values[1], tuple->values[2]});
}

/// The types of an MMA are an object of their own, and majors a list.
void put(Json& json, const cute::MmaAtom&, const Member& member) {
  if (member.name.starts_with("ValType")) {
    json["types"][member.key] = json_of(member.value);
  } else if (member.name.starts_with("Major")) {
    const std::string text = print_value(member.value);
    json[member.key] = text == "K, MN" ? Json::array({"K", "MN"}) : Json::array({text});
  } else {
    json[member.key] = json_of(member.value);
  }
}

void put(Json& json, const cute::CopyAtom& atom, const Member& member) {
  if (!member.name.ends_with("Registers")) {
    json[member.key] = json_of(member.value);
    return;
  }
  const cute::Registers registers = registers_at(atom, member.name == "SRegisters");
  json[member.key] = Json::array({registers.bits, registers.count});
}

template <class Atom>
Value all_members(const Atom& atom) {
  Json json{{"op", cute::cute_name(atom)}, {"parts", cute::parts_of(atom)}, {"arch", atom.arch}};
  std::string text = fmt::format("{}\n  {}\n", cute::cute_name(atom), cute::parts_of(atom));
  for (const Member& member : members_of(atom)) {
    put(json, atom, member);
    text += fmt::format("  {:<12} {}\n", fmt::format("{}:", member.name),
                        print_value(member.value, Spelling::kCuteCpp));
  }
  text.pop_back();
  json["print"] = text;
  return json;
}

template <class Atom>
Result<Value> one_member(const Atom& atom, std::string_view name) {
  const Members members = members_of(atom);
  std::vector<std::string_view> names;
  for (const Member& member : members) {
    if (member.name == name || member.key == name) return member.value;
    names.push_back(member.name);
  }
  const std::string guess = core::did_you_mean(name, names);
  return fail(
      {.code = "cute.atom",
       .message =
           fmt::format("{} has no member '{}'", cute::cute_name(atom), core::printable(name)),
       .help = guess.empty() ? fmt::format("its members are {}", fmt::join(names, ", ")) : guess});
}

template <class Atom>
Result<Value> traits(const Arguments& arguments, Result<Atom> atom) {
  if (!atom) return fail(arguments.placed(std::move(atom).error(), 0));
  return arguments.count() == 1 ? all_members(*atom) : one_member(*atom, arguments.text(1));
}

Result<Value> apply_mma_traits(const Arguments& arguments) {
  return traits(arguments, cute::find_mma(arguments.text(0)));
}
Result<Value> apply_copy_traits(const Arguments& arguments) {
  return traits(arguments, cute::find_copy(arguments.text(0)));
}

// -- What a target offers

/// 90 of sm_90, sm_90a, SM90 or 90.
Result<int> target_argument(const Arguments& arguments, std::size_t i) {
  const std::string text = arguments.text(i);
  std::string_view rest = text;
  for (const std::string_view prefix : {"sm_", "SM_", "sm", "SM"}) {
    if (!rest.starts_with(prefix)) continue;
    rest.remove_prefix(prefix.size());
    break;
  }
  while (rest.ends_with('a') || rest.ends_with('f')) rest.remove_suffix(1);
  cute::NameReader reader(rest);
  std::int64_t number = 0;
  constexpr std::array kTargets{50, 52, 53, 60, 61,  62,  70,  72,  75,  80, 86,
                                87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
  const bool is_number = reader.number(number) && reader.at_end();
  if (is_number && std::find(kTargets.begin(), kTargets.end(), number) != kTargets.end()) {
    return static_cast<int>(number);
  }
  return fail(
      arguments.placed({{.code = "cute.atom",
                         .message = fmt::format("'{}' is not a target", core::printable(text)),
                         .help = fmt::format("targets are sm_{}", fmt::join(kTargets, ", sm_"))}},
                       i));
}

Result<cute::ValueType> value_type_argument(const Arguments& arguments, std::size_t i) {
  const std::string text = arguments.text(i);
  if (const auto type = cute::type_by_name(text)) return *type;
  if (const auto type = cute::type_by_cpp(text)) return *type;
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
                     registers_text(registers_at(atom, true)).text,
                     registers_text(registers_at(atom, false)).text, cute::parts_of(atom)});
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
    {"copy_traits", "atom, [member]",
     "a member of a copy instruction, such as ThrID, SrcLayout, DstLayout, RefLayout or ValID; "
     "without one all of them",
     "copy_traits(SM75_U32x1_LDSM_N, DstLayout)", apply_copy_traits},
    {"mma_atoms", "target", "all matrix instructions that a target has, a line for each run of N",
     "mma_atoms(sm_70)", apply_mma_atoms},
    {"mma_traits", "atom, [member]",
     "a member of an MMA instruction, such as Shape_MNK, ThrID, ALayout, BLayout or CLayout; "
     "without one all of them",
     "mma_traits(SM80_16x8x8_F32F16F16F32_TN, ALayout)", apply_mma_traits},
};

}  // namespace

std::span<const Operation> atom_operations() { return kAtomOperations; }

}  // namespace tileglot::calculator
