// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/find_atom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;

constexpr std::size_t kLongestShown = 96;

/// How far two parts are apart: equal parts by nothing, others by their weight.
template <class Part>
std::int64_t apart(const Part& a, const Part& b, std::int64_t weight) {
  return a == b ? 0 : weight;
}

/// Numbers decide among instructions that are equal in all other parts.
constexpr std::int64_t kPart = 100'000;

std::int64_t apart_in_number(std::int64_t a, std::int64_t b) {
  return std::abs(std::clamp<std::int64_t>(a, -1, 8192) - b);
}

/// What a reader would call the difference: another family is worse than another type, which is
/// worse than another shape.
std::int64_t distance(const MmaAtom& asked, const MmaAtom& atom) {
  const std::int64_t parts =
      apart(asked.family, atom.family, 10'000) + apart(asked.kind, atom.kind, 500) +
      apart(asked.a_from, atom.a_from, 80) + apart(asked.is_sparse, atom.is_sparse, 80) +
      apart(asked.is_scaled, atom.is_scaled, 80) +
      apart(asked.is_interleaved, atom.is_interleaved, 80) + apart(asked.a, atom.a, 40) +
      apart(asked.b, atom.b, 40) + apart(asked.d, atom.d, 20) + apart(asked.c, atom.c, 10) +
      apart(asked.arch, atom.arch, 8) + apart(asked.sms, atom.sms, 5) +
      apart(asked.scale, atom.scale, 3) + apart(asked.scale_vector, atom.scale_vector, 2) +
      apart(asked.variant, atom.variant, 1);
  return kPart * parts + apart_in_number(asked.m, atom.m) + apart_in_number(asked.n, atom.n) +
         apart_in_number(asked.k, atom.k);
}

std::int64_t distance(const CopyAtom& asked, const CopyAtom& atom) {
  const std::int64_t parts =
      apart(asked.family, atom.family, 10'000) + apart(asked.unit, atom.unit, 40) +
      apart(asked.is_transposed, atom.is_transposed, 40) + apart(asked.lanes, atom.lanes, 20) +
      apart(asked.caches_always, atom.caches_always, 40) +
      apart(asked.fills_zero, atom.fills_zero, 80) +
      apart(asked.has_statistics, atom.has_statistics, 80) +
      apart(asked.packs_halves, atom.packs_halves, 5) + apart(asked.spread, atom.spread, 5) +
      apart(asked.sms, atom.sms, 1);
  return kPart * parts + 8 * apart_in_number(asked.bits, atom.bits) +
         apart_in_number(asked.count, atom.count) + apart_in_number(asked.distance, atom.distance);
}

template <class Atom>
const Atom& nearest(const Atom& asked, std::span<const Atom> atoms) {
  return *std::min_element(atoms.begin(), atoms.end(), [&](const Atom& a, const Atom& b) {
    return distance(asked, a) < distance(asked, b);
  });
}

/// The nearest instruction keeps what does not decide: majors, signs.
MmaAtom with_free_parts(MmaAtom atom, const MmaAtom& asked) {
  MmaAtom kept = atom;
  kept.a_major = asked.a_major;
  kept.b_major = asked.b_major;
  kept.negates_a = asked.negates_a;
  kept.negates_b = asked.negates_b;
  kept.scale_exponent = std::clamp<std::int64_t>(asked.scale_exponent, 0, 15);
  if (!kept.is_scaled) kept.scale_exponent = 0;
  return why_no_mma(kept).empty() ? kept : atom;
}
CopyAtom with_free_parts(const CopyAtom& atom, const CopyAtom&) { return atom; }

std::string shown(std::string_view text) { return core::printable(text, kLongestShown); }

template <class Atom>
core::Error breaks_rule(std::string_view text, const Atom& asked, std::string_view why,
                        std::span<const Atom> atoms) {
  const Atom near = with_free_parts(nearest(asked, atoms), asked);
  return {{.code = "cute.atom",
           .message = fmt::format("there is no instruction '{}': {}", shown(text), why),
           .span = core::Span{0, text.size()},
           .help = fmt::format("the nearest is {} ({})", cute_name(near), parts_of(near))}};
}

/// Without template arguments and blanks around.
std::string_view head_of(std::string_view name) {
  return without_blanks(name.substr(0, name.find('<')));
}

/// What a template argument is.
enum class ArgumentKind : std::uint8_t { kNumber, kType, kMajor, kSign, kWord };

ArgumentKind kind_of(std::string_view argument) {
  const bool is_digits =
      !argument.empty() && argument.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_digits) return ArgumentKind::kNumber;
  NameParts one;
  one.arguments[one.argument_count++] = argument;
  std::int64_t number = 0;
  ValueType type = {};
  std::optional<Major> major;
  bool sign = false;
  if (ArgumentReader(one).number(number)) return ArgumentKind::kNumber;
  if (ArgumentReader(one).type(type)) return ArgumentKind::kType;
  if (ArgumentReader(one).major(major)) return ArgumentKind::kMajor;
  return ArgumentReader(one).sign(sign) ? ArgumentKind::kSign : ArgumentKind::kWord;
}

std::string expected(std::string_view model) {
  switch (kind_of(model)) {
    case ArgumentKind::kNumber: return fmt::format("a number, such as {}", model);
    case ArgumentKind::kType: return fmt::format("a type, such as {}", model);
    case ArgumentKind::kMajor: return "K or MN";
    case ArgumentKind::kSign: return "One or Neg";
    case ArgumentKind::kWord: break;
  }
  return std::string(model);
}

/// The first argument that is missing, too many, or of another kind than in the model.
int first_misfit(const NameParts& asked, const NameParts& model) {
  int i = 0;
  while (i < asked.argument_count && i < model.argument_count &&
         kind_of(asked.arguments[i]) == kind_of(model.arguments[i])) {
    ++i;
  }
  return i;
}

/// `model` is a name of CuTe that agrees with `text` up to the first argument at fault.
core::Error wrong_arguments(std::string_view text, const std::string& model) {
  core::Error error{
      {.code = "cute.atom",
       .message = fmt::format("'{}' does not take these template arguments", shown(text)),
       .span = core::Span{0, text.size()},
       .help = fmt::format("write them as in {}", model)}};
  const auto asked = split_name(text);
  const auto known = split_name(model);
  if (!asked || !known) return error;
  const int i = first_misfit(*asked, *known);
  if (i >= asked->argument_count && i >= known->argument_count) return error;
  if (i >= asked->argument_count) {
    error->message = fmt::format("argument {} of {} is missing: {}", i + 1, shown(asked->name),
                                 expected(known->arguments[i]));
    return error;
  }
  const std::string_view argument = asked->arguments[i];
  const auto at = static_cast<std::size_t>(argument.data() - text.data());
  error->span = core::Span{at, at + argument.size()};
  error->message = i >= known->argument_count
                       ? fmt::format("argument {} of {}, '{}', is one too many", i + 1,
                                     shown(asked->name), shown(argument))
                       : fmt::format("argument {} of {} is '{}', not {}", i + 1, shown(asked->name),
                                     shown(argument), expected(known->arguments[i]));
  return error;
}

/// The same instruction with every argument that a name may have, to compare with.
MmaAtom fullest(const MmaAtom& atom) {
  MmaAtom full = atom;
  full.negates_a = full.negates_b = true;
  if (atom.family == MmaFamily::kWgmma) full.a_major = full.b_major = Major::kK;
  return why_no_mma(full).empty() ? full : atom;
}
CopyAtom fullest(const CopyAtom& atom) { return atom; }

/// Not a name, nor parts: probably a name with a slip, or with wrong template arguments.
template <class Atom>
core::Error unknown(std::string_view what, std::string_view text, std::span<const Atom> atoms,
                    std::string_view examples) {
  const std::string_view asked = unqualified(head_of(text));
  const auto parts = split_name(text);
  std::set<std::string> heads;
  std::string model;  // agrees longest
  int agreed = -1;
  for (const Atom& atom : atoms) {
    const std::string name = cute_name(atom);
    heads.insert(std::string(unqualified(head_of(name))));
    if (unqualified(head_of(name)) != asked) continue;
    for (const std::string& full : {name, cute_name(fullest(atom))}) {
      const int agrees = parts ? first_misfit(*parts, *split_name(full)) : 0;
      if (agrees <= agreed) continue;
      agreed = agrees;
      model = full;
    }
  }
  if (!model.empty()) return wrong_arguments(text, model);
  const std::vector<std::string_view> known(heads.begin(), heads.end());
  const std::string guess = core::did_you_mean(asked, known);
  return {{.code = "cute.atom",
           .message = fmt::format("there is no {} '{}'", what, shown(text)),
           .span = core::Span{0, text.size()},
           .help = guess.empty() ? std::string(examples) : guess}};
}

template <class Atom>
bool has_head(std::string_view text, std::span<const Atom> atoms) {
  const std::string_view asked = unqualified(head_of(text));
  return std::any_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
    const std::string name = cute_name(atom);
    return unqualified(head_of(name)) == asked;
  });
}

core::Error is_other(std::string_view text, std::string_view what, std::string_view operation) {
  return {{.code = "cute.atom",
           .message = fmt::format("'{}' is a {} instruction", shown(text), what),
           .span = core::Span{0, text.size()},
           .help = fmt::format("{} has its traits", operation)}};
}

constexpr std::string_view kMmaExamples =
    "write a name of CuTe, such as SM80_16x8x16_F32F16F16F32_TN, or parts, such as 'wgmma "
    "m64n128k16 f32.f16.f16 RS'";
constexpr std::string_view kCopyExamples =
    "write a name of CuTe, such as SM75_U32x4_LDSM_N, or parts, such as 'ldmatrix x4 trans' or "
    "'tcgen05.ld 32x32b x16'";

core::Error names_no_mma(std::string_view text) {
  const auto copy = read_copy_parts(text);
  const std::string_view why = copy ? why_no_copy(*copy) : std::string_view();
  if (!why.empty()) return breaks_rule(text, *copy, why, all_copies());
  if (copy || has_head(text, all_copies())) return is_other(text, "copy", "copy_traits");
  return unknown("matrix instruction", text, all_mmas(), kMmaExamples);
}

core::Error names_no_copy(std::string_view text) {
  const auto mma = read_mma_parts(text);
  const std::string_view why = mma ? why_no_mma(*mma) : std::string_view();
  if (!why.empty()) return breaks_rule(text, *mma, why, all_mmas());
  if (mma || has_head(text, all_mmas())) return is_other(text, "matrix", "mma_traits");
  return unknown("copy instruction", text, all_copies(), kCopyExamples);
}

}  // namespace

core::Result<MmaAtom> find_mma(std::string_view text) {
  auto asked = read_mma_name(text);
  if (!asked) asked = read_mma_parts(text);
  if (!asked) return fail(names_no_mma(text));
  const std::string_view why = why_no_mma(*asked);
  if (!why.empty()) return fail(breaks_rule(text, *asked, why, all_mmas()));
  return *asked;
}

core::Result<CopyAtom> find_copy(std::string_view text) {
  auto asked = read_copy_name(text);
  if (!asked) asked = read_copy_parts(text);
  if (!asked) return fail(names_no_copy(text));
  const std::string_view why = why_no_copy(*asked);
  if (!why.empty()) return fail(breaks_rule(text, *asked, why, all_copies()));
  return *asked;
}

bool looks_like_instruction(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with("cute::")) text.remove_prefix(std::string_view("cute::").size());
  constexpr std::string_view kWords[] = {"UniversalFMA<", "UniversalCopy<", "wgmma",    "tcgen05",
                                         "mma ",          "mma.",           "ldmatrix", "stmatrix",
                                         "movmatrix",     "cp.async",       "shfl "};
  for (const std::string_view word : kWords) {
    if (text.starts_with(word)) return true;
  }
  const std::string_view head = text.substr(0, text.find('<'));
  return head.starts_with("SM") && head.find('_') != std::string_view::npos &&
         head.find_first_of("[({") == std::string_view::npos &&
         head.find(": ") == std::string_view::npos;
}

}  // namespace tileglot::notation::cute
