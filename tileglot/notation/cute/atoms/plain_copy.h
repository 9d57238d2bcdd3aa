// SPDX-License-Identifier: Apache-2.0
// plain_copy.h: copies in which each thread moves its own bits, and shuffles.
//
// What     UniversalCopy<T> loads or stores one T; SM80_CP_ASYNC_.. moves 4, 8 or 16 bytes from
//          global to shared memory; SM100_LOAD_256bit_.. and STORE move 32 bytes of global memory;
//          SM50_Shuffle_U32_2x2Trans_XOR1 and XOR4 exchange a register with a lane 1 or 4 away.
// Example  UniversalCopy<uint128_t>: 128 bits, in order.
//          [tests: copy_fragments_test.cc, "a plain copy keeps the order of its bits"]
// Errors   None; why_no_plain_copy names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.9.8 (ld), 9.7.9.11 (st), 9.7.9.25.3 (cp.async), 9.7.9.6 (shfl.sync).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {

/// One type, or the same size twice: UniversalCopy<S,D>.
constexpr bool read_copied_type(const NameParts& parts, std::int64_t& bits) {
  ArgumentReader arguments(parts);
  ValueType from{};
  if (!arguments.type(from)) return false;
  bits = bits_of(from);
  ValueType to{};
  return arguments.at_end() || (arguments.type(to) && bits_of(to) == bits && arguments.at_end());
}

constexpr std::optional<CopyAtom> read_plain_copy(const NameParts& parts) {
  CopyAtom atom;
  NameReader name(parts.name);
  if (name.accept("UniversalCopy")) {
    if (!name.at_end() || !read_copied_type(parts, atom.bits)) return {};
    return atom;
  }
  if (name.accept("SM80_CP_ASYNC_CACHE")) {
    atom.family = CopyFamily::kCpAsync;
    atom.arch = 80;
    atom.caches_always = name.accept("ALWAYS");
    if (!atom.caches_always && !name.accept("GLOBAL")) return {};
    atom.fills_zero = name.accept("_ZFILL");
    if (!name.at_end() || !read_copied_type(parts, atom.bits)) return {};
    return atom;
  }
  if (parts.argument_count != 0) return {};
  if (name.accept("SM50_Shuffle_U32_2x2Trans_XOR")) {
    atom = {.family = CopyFamily::kShuffle, .arch = 50, .bits = 32};
    if (!name.number(atom.distance) || !name.at_end()) return {};
    return atom;
  }
  if (!name.accept("SM100_")) return {};
  atom = {.family = CopyFamily::kGlobal256, .arch = 100, .bits = 256};
  atom.is_store = name.accept("STORE");
  if (!atom.is_store && !name.accept("LOAD")) return {};
  if (!name.accept("_256bit_CACHE_NOALLOCATION") || !name.at_end()) return {};
  return atom;
}

constexpr std::string_view why_no_plain_copy(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kShuffle) {
    return atom.distance == 1 || atom.distance == 4
               ? ""
               : "a transpose by shuffles pairs lanes 1 or 4 apart";
  }
  if (atom.family == CopyFamily::kUniversal) {
    const bool is_power = atom.bits > 0 && (atom.bits & (atom.bits - 1)) == 0;
    return is_power && atom.bits >= 8 && atom.bits <= 256
               ? ""
               : "one thread copies 8, 16, 32, 64, 128 or 256 bits";
  }
  if (atom.family != CopyFamily::kCpAsync) return {};
  if (atom.caches_always) {
    return atom.bits == 32 || atom.bits == 64 || atom.bits == 128
               ? ""
               : "cp.async moves 4, 8 or 16 bytes";
  }
  return atom.bits == 128 ? "" : "cp.async past L1 (CACHEGLOBAL) moves 16 bytes";
}

constexpr Layout<> plain_bits(std::int64_t bits) { return fragment({}, {{bits, 1}}); }

/// Register r of lane p of a pair comes from register p of lane r.
constexpr Layout<> shuffled_bits(std::int64_t distance) {
  return fragment({{distance, 64}, {2, 32}, {16 / distance, 128 * distance}},
                  {{32, 1}, {2, 64 * distance}});
}

}  // namespace tileglot::notation::cute
