// SPDX-License-Identifier: Apache-2.0
// conflict_cure.h: the cheapest swizzle or padding that removes bank conflicts.
//
// What     swizzle_cures(memory, accesses, bits, banks) tries every swizzle (B, M, S) after the
//          layout, bit M+S+i xored into bit M+i for i < B, that keeps the vectors whole and the
//          memory inside its codomain; padding_cure tries to leave `amount` elements free after
//          every `interval`. The result is ranked: fewest wavefronts, then the cheapest. It
//          contains only cures that help.
// Why      A kernel's author sees the conflict and has to guess the three numbers.
// Units    Elements; wavefronts of all accesses together.
// How      A swizzle moves a vector as a whole if M is at least log2 of its elements; the codomain
//          is kept if 2^(M+B) divides it. Bits of the row of banks and above need not change, so
//          M+B stays below them; S is at least B, as CuTe requires. So there are a few hundred to
//          try, and each is simulated. The cheapest swizzle has the fewest bits, then the smallest
//          M, then the smallest S. An interval is a step between rows of the layout, or a power of
//          two if it has none; the amount makes it a multiple of the widest vector. The cheapest
//          padding takes the least memory. Vectors are as wide as their elements are contiguous
//          (LaneAccess.run). Where one begins at an offset that is not a multiple of its width no
//          swizzle fixes it, and moving its parts would not count the wide vectors: then `again`
//          recomputes the access for each padding. Otherwise `again` confirms or rejects what the
//          simulation found, since lanes may follow other modes in a changed memory.
// Example  (8,64):(64,1) of 16 bits, ldmatrix: Sw<3,3,3> is conflict-free, Sw<2,3,3> leaves 2 ways
//          and Sw<1,3,3> 4; 8 elements after every 64 are conflict-free for 12.5 % more memory.
//          [tests: conflict_cure_test.cc, "eight rows want three bits or eight elements"]
//          (8,64):(65,1): no row begins at a multiple of 8, and 7 elements after every 65 mend it.
//          [tests: conflict_cure_test.cc, "rows that begin anywhere are moved apart"]
// Errors   map.too_large_to_decide where trying would touch more than kMostTried vectors, or walk
//          over more than kMostWalked; those of `again`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kMostTried = std::int64_t{1} << 25;
inline constexpr std::int64_t kMostWalked = std::int64_t{1} << 21;

struct Swizzle {
  int bits = 0;
  int base = 0;
  int shift = 0;
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};

/// The offset that a swizzle maps `offset` to.
std::int64_t swizzled(const Swizzle& swizzle, std::int64_t offset);

struct Gaps {
  std::int64_t interval = 1;
  std::int64_t amount = 0;
  friend bool operator==(const Gaps&, const Gaps&) = default;
};

/// The offset plus the gaps before it.
std::int64_t padded(const Gaps& gaps, std::int64_t offset);

/// The remaining conflicts of all accesses.
struct Remaining {
  std::int64_t ways = 0;
  std::int64_t wavefronts = 0;
  friend bool operator==(const Remaining&, const Remaining&) = default;
};

struct SwizzleCure {
  Swizzle swizzle = {};
  Remaining remaining = {};
};

struct PaddingCure {
  Gaps gaps = {};
  Remaining remaining = {};
  std::int64_t extra = 0;  ///< extra elements of memory, with a gap after the last interval too
};

/// Recomputes what lanes touch in the memory as `move` changes it.
template <class Move>
using WalkAgain = std::function<core::Result<std::vector<LaneAccess>>(const Move& move)>;

/// True if some vector's elements are contiguous but it does not begin at a multiple of their
/// number.
bool is_misaligned(std::span<const LaneAccess> accesses);

/// The conflicts of all accesses together.
Remaining remaining_of(std::span<const LaneAccess> accesses, std::int64_t bits,
                       const Banks& banks = {});

/// The best swizzle for each number of bits that leaves fewer wavefronts than fewer bits do, the
/// best first. Empty where there is no conflict or nothing helps.
core::Result<std::vector<SwizzleCure>> swizzle_cures(const map::IndexMap& memory,
                                                     std::span<const LaneAccess> accesses,
                                                     std::int64_t bits, const Banks& banks = {},
                                                     const WalkAgain<Swizzle>& again = {});

/// The best padding, if any helps. For misaligned vectors only with `again`.
core::Result<std::optional<PaddingCure>> padding_cure(const map::IndexMap& memory,
                                                      std::span<const LaneAccess> accesses,
                                                      std::int64_t bits, const Banks& banks = {},
                                                      const WalkAgain<Gaps>& again = {});

}  // namespace tileglot::analysis
