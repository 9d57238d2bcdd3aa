// SPDX-License-Identifier: Apache-2.0
// tensor_memory.h: tcgen05.ld and .st between tensor memory and registers, and tcgen05.cp into it.
//
// What     Tensor memory is 128 lanes (CuTe: data paths) of 512 columns of 32 bits. A load names 16
//          or 32 lanes, the bits of a lane that one repetition takes (32, 64, 128, 256), and the
//          number of repetitions: SM100_TMEM_LOAD_16dp256b4x. _16b packs two columns of 16 bits in
//          a register. tcgen05.cp fills all 128 lanes from 4, 32, 64 or 128 rows of shared memory.
// Why      How a lane's columns are dealt to threads depends only on those numbers.
// Units    Bits. val_id leads from a bit to its address in tensor memory, in which a lane has 2^21
//          bits: 65536 columns of 32.
// Example  SM100_TMEM_LOAD_32dp32b2x: thread t gets 64 bits of lane t.
//          [tests: copy_fragments_test.cc, "a thread of a tensor memory load gets its lane"]
// Errors   None; why_no_tensor_copy names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.16.2.3 (matrix fragments of tcgen05.ld, .st), 9.7.16.8.1 (tcgen05.ld),
//          9.7.16.9 (tcgen05.cp).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {

/// Bits from one lane of tensor memory to the next.
inline constexpr std::int64_t kTensorLane = std::int64_t{1} << 21;

struct SpreadName {
  std::string_view name;
  Spread spread;
  std::int64_t bits;
};

inline constexpr SpreadName kSpreads[] = {
    {"128dp256bit", Spread::kEvery, 256},
    {"128dp128bit", Spread::kEvery, 128},
    {"4dp256bit", Spread::kFour, 256},
    {"4x32dp128bit", Spread::kFourfold, 128},
    {"2x64dp128bitlw0213", Spread::kHalves, 128},
    {"2x64dp128bitlw0123", Spread::kPairs, 128},
};

/// After SM100_UTCCP_.
constexpr std::optional<CopyAtom> read_tensor_spread(NameReader name) {
  CopyAtom atom{.family = CopyFamily::kTensorCopy, .arch = 100};
  for (const SpreadName& row : kSpreads) {
    NameReader rest = name;
    if (!rest.accept(row.name)) continue;
    const bool is_pair = rest.accept("_2cta");
    if ((!is_pair && !rest.accept("_1cta")) || !rest.at_end()) continue;
    atom.spread = row.spread;
    atom.bits = row.bits;
    atom.sms = is_pair ? 2 : 1;
    return atom;
  }
  return {};
}

/// SM100_TMEM_(LOAD[_STAT]|STORE)_16dp256b4x[_16b], or SM100_UTCCP_..
constexpr std::optional<CopyAtom> read_tensor_copy(const NameParts& parts) {
  NameReader name(parts.name);
  if (parts.argument_count != 0 || !name.accept("SM100_")) return {};
  if (name.accept("UTCCP_")) return read_tensor_spread(name);
  CopyAtom atom{.family = CopyFamily::kTensorLoad, .arch = 100};
  if (name.accept("TMEM_STORE_")) {
    atom.family = CopyFamily::kTensorStore;
  } else if (name.accept("TMEM_LOAD_")) {
    atom.has_statistics = name.accept("STAT_");
  } else {
    return {};
  }
  if (!name.number(atom.lanes) || !name.accept("dp") || !name.number(atom.bits) ||
      !name.accept("b"))
    return {};
  if (!name.number(atom.count) || !name.accept("x")) return {};
  atom.packs_halves = name.accept("_16b");
  if (!name.at_end()) return {};
  return atom;
}

constexpr std::string_view why_no_spread(const CopyAtom& atom) {
  for (const SpreadName& row : kSpreads) {
    if (row.spread == atom.spread && row.bits == atom.bits) {
      return atom.sms == 1 || atom.sms == 2 ? "" : "one or two SMs copy";
    }
  }
  return "tcgen05.cp has 128x256b, 128x128b, 4x256b, 64x128b with warpx2, and 32x128b with warpx4";
}

constexpr std::string_view why_no_tensor_copy(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kTensorCopy) return why_no_spread(atom);
  const bool is_known = atom.lanes == 32
                            ? atom.bits == 32
                            : atom.lanes == 16 && (atom.bits == 32 || atom.bits == 64 ||
                                                   atom.bits == 128 || atom.bits == 256);
  if (!is_known) return "tensor memory is read as 32dp32b, 16dp32b, 16dp64b, 16dp128b or 16dp256b";
  if (atom.count < 1 || (atom.count & (atom.count - 1)) != 0)
    return "repetitions are a power of two";
  if (atom.bits == 256 && atom.count > 32) return "16dp256b repeats up to 32 times";
  if (atom.bits == 128 && atom.count > 64) return "16dp128b repeats up to 64 times";
  if (atom.count > 128) return "a load or store repeats up to 128 times";
  if (!atom.has_statistics) return {};
  const bool is_row =
      atom.lanes == 32 && (atom.count == 32 || atom.count == 128) && !atom.packs_halves;
  return is_row ? "" : "statistics are of 32dp32b, 32 or 128 times";
}

/// Bits of a lane that the instruction takes: 16dp32b takes two halves.
constexpr std::int64_t lane_bits(const CopyAtom& atom) {
  const bool is_halved = atom.lanes == 16 && atom.bits == 32;
  return atom.bits * atom.count * (is_halved ? 2 : 1);
}

/// (thread, bit) -> bit of the lanes, one after the other.
constexpr Layout<> tensor_fragments(const CopyAtom& atom) {
  const std::int64_t lane = lane_bits(atom);
  if (atom.lanes == 32) return fragment({{32, lane}}, {{lane, 1}});
  switch (atom.bits) {
    case 32: return fragment({{16, lane}, {2, lane / 2}}, {{lane / 2, 1}});
    case 64: return fragment({{2, 8 * lane}, {2, 32}, {8, lane}}, {{32, 1}, {atom.count, 64}});
    case 128: return fragment({{4, 32}, {8, lane}}, {{32, 1}, {2, 8 * lane}, {atom.count, 128}});
    default: return fragment({{4, 64}, {8, lane}}, {{64, 1}, {2, 8 * lane}, {atom.count, 256}});
  }
}

/// Every thread names all the bits in tensor memory.
constexpr Layout<> tensor_bits(const CopyAtom& atom) {
  return fragment({{32, 0}}, {{lane_bits(atom) * atom.lanes, 1}});
}

constexpr Layout<> tensor_addresses(const CopyAtom& atom) {
  const std::int64_t lane = lane_bits(atom);
  if (!atom.packs_halves) return fragment({{lane, 1}}, {{atom.lanes, kTensorLane}});
  return fragment({{16, 1}, {lane / 16, 32}}, {{atom.lanes, kTensorLane}});
}

/// Bits of shared memory; a row that goes to several lanes is read several times.
constexpr Layout<> spread_source(const CopyAtom& atom) {
  const std::int64_t bits = atom.bits;
  const std::initializer_list<Steps> sms{{atom.sms, 0}};
  switch (atom.spread) {
    case Spread::kEvery: return fragment(sms, {{128 * bits, 1}});
    case Spread::kFour: return fragment(sms, {{4, 32}, {bits, 128}});
    case Spread::kFourfold: return fragment(sms, {{32, 1}, {bits, 32}, {4, 0}});
    case Spread::kHalves: return fragment(sms, {{64, 1}, {bits, 64}, {2, 0}});
    case Spread::kPairs: return fragment(sms, {{32, 1}, {bits, 32}, {2, 32 * bits}, {2, 0}});
  }
  return {};
}

constexpr Layout<> spread_destination(const CopyAtom& atom) {
  if (atom.spread == Spread::kFour) return spread_source(atom);
  return fragment({{atom.sms, 0}}, {{128 * atom.bits, 1}});
}

constexpr Layout<> spread_addresses(const CopyAtom& atom) {
  const std::int64_t bits = atom.bits;
  switch (atom.spread) {
    case Spread::kFourfold: return numbering({{32, kTensorLane}, {bits, 1}, {4, 32 * kTensorLane}});
    case Spread::kHalves: return numbering({{64, kTensorLane}, {bits, 1}, {2, 64 * kTensorLane}});
    case Spread::kPairs:
      return numbering(
          {{32, kTensorLane}, {bits, 1}, {2, 64 * kTensorLane}, {2, 32 * kTensorLane}});
    default: return numbering({{128, kTensorLane}, {bits, 1}});
  }
}

}  // namespace tileglot::notation::cute
