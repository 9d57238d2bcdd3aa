// SPDX-License-Identifier: Apache-2.0
// traits_operations.cc: the traits of instructions.
#include <fmt/format.h>
#include <fmt/ranges.h>

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
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/text/print.h"

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

Members members_of(const cute::CopyAtom& atom) {
  const auto layout = [&](cute::CopyLayout which) { return cute::layout_of(atom, which); };
  Members members;
  add_layout(members, "ThrID", "thr_id", layout(cute::CopyLayout::kThrId));
  add_layout(members, "SrcLayout", "src_layout", layout(cute::CopyLayout::kSrc));
  add_layout(members, "DstLayout", "dst_layout", layout(cute::CopyLayout::kDst));
  add_layout(members, "RefLayout", "ref_layout", layout(cute::CopyLayout::kRef));
  add_layout(members, "ValID", "val_id", layout(cute::CopyLayout::kValId));
  members.push_back(
      {"SRegisters", "src_registers", text_of(cute::text_of(registers_at(atom, true)))});
  members.push_back(
      {"DRegisters", "dst_registers", text_of(cute::text_of(registers_at(atom, false)))});
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

constexpr Operation kTraitsOperations[] = {
    {"copy_traits", "atom, [member]",
     "a member of a copy instruction, such as ThrID, SrcLayout, DstLayout, RefLayout or ValID; "
     "without one all of them",
     "copy_traits(SM75_U32x1_LDSM_N, DstLayout)", apply_copy_traits},
    {"mma_traits", "atom, [member]",
     "a member of an MMA instruction, such as Shape_MNK, ThrID, ALayout, BLayout or CLayout; "
     "without one all of them",
     "mma_traits(SM80_16x8x8_F32F16F16F32_TN, ALayout)", apply_mma_traits},
};

}  // namespace

std::span<const Operation> traits_operations() { return kTraitsOperations; }

}  // namespace tileglot::calculator
