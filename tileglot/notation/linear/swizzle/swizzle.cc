// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/swizzle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "tileglot/core/checked.h"
#include "tileglot/core/f2_span.h"

namespace tileglot::notation::linear {
namespace {

/// The distinct nonzero vectors of the lists.
F2Bases without_repeats(std::initializer_list<const F2Bases*> lists) {
  F2Bases result;
  for (const F2Bases* list : lists)
    for (const std::uint64_t v : *list)
      if (v != 0 && !contains(view(result), v)) result.push_back(v);
  return result;
}

/// The vectors in a and not in b, in ascending order.
F2Bases only_in(const F2Bases& a, const F2Bases& b) {
  F2Bases result;
  for (const std::uint64_t v : a)
    if (!contains(view(b), v)) result.push_back(v);
  std::ranges::sort(result);
  return result;
}

/// Takes vectors while there is room and they are independent of all previous ones.
class Segment {
 public:
  Segment(std::initializer_list<const F2Bases*> taken, std::size_t room) : room_(room) {
    for (const F2Bases* list : taken)
      for (const std::uint64_t v : *list) span_.insert(v);
  }

  void offer(std::uint64_t v) {
    if (bases_.size() < room_ && span_.insert(v)) bases_.push_back(v);
  }
  const F2Bases& bases() const { return bases_; }
  std::size_t left() const { return room_ - bases_.size(); }

 private:
  core::F2Span span_;
  F2Bases bases_;
  std::size_t room_;
};

/// First vectors that neither side's lanes reach, then differences of a vector of one side and one
/// of the other; the remaining ones conflict on one side, and are taken from both alike.
void offer_all(Segment& segment, const F2Bases& write, const F2Bases& read, int dimension) {
  for (int i = 0; i < dimension; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (!contains(view(write), bit) && !contains(view(read), bit)) segment.offer(bit);
  }
  F2Bases fewer = only_in(write, read);
  F2Bases more = only_in(read, write);
  if (fewer.size() > more.size()) std::swap(fewer, more);
  const std::size_t pairs = fewer.size();
  const std::size_t single = segment.left() > pairs ? std::min(segment.left() - pairs, pairs) : 0;
  for (std::size_t i = single; i < pairs; ++i) segment.offer(fewer[i] ^ more[i]);
  for (std::size_t i = 0; i < single; ++i) segment.offer(fewer[i]);
  for (std::size_t i = 0; i < single; ++i) segment.offer(more[i]);
  for (const std::uint64_t v : more) segment.offer(v);
  for (int i = 0; i < dimension; ++i) segment.offer(std::uint64_t{1} << i);
}

/// log2 of the vectors in a row of banks.
std::size_t bank_bits(const SwizzleSides& sides, std::size_t vector, std::size_t rest) {
  const int elements = sides.banks * kBankBits / sides.bits;
  return std::min(static_cast<std::size_t>(core::log2_floor(elements >> vector)), rest);
}

/// The rounds: vectors of the segment that are registers of both sides.
void split_reps(Swizzle& s, const F2Bases& segment, const SwizzleSides& sides, std::size_t kept) {
  for (const std::uint64_t v : segment) {
    const bool common = contains(sides.write.registers, v) && contains(sides.read.registers, v);
    if (common && kept == 0) {
      s.reps.push_back(v);
    } else {
      s.segment.push_back(v);
      if (common) --kept;
    }
  }
}

}  // namespace

Swizzle swizzle(const SwizzleSides& sides, const SwizzleRequest& request) {
  Swizzle result;
  result.vector = request.vector;
  result.block = sides.block;
  const std::size_t taken = request.vector.size() + sides.block.size();
  const std::size_t rest = static_cast<std::size_t>(sides.dimension) - taken;
  Segment segment({&request.vector, &sides.block},
                  rest - bank_bits(sides, request.vector.size(), rest));
  offer_all(segment, without_repeats({&request.vector, &request.write_lanes, &sides.block}),
            without_repeats({&request.vector, &request.read_lanes, &sides.block}), sides.dimension);
  F2Bases others = request.vector;
  for (const std::uint64_t v : segment.bases()) others.push_back(v);
  for (const std::uint64_t v : sides.block) others.push_back(v);
  result.bank = complement(view(others), sides.dimension);
  split_reps(result, segment.bases(), sides, request.kept_reps);
  return result;
}

Layout memory_layout(const Swizzle& swizzle, const Layout& tensor) {
  Layout layout;
  for (const Dimension& out : tensor.outs()) layout.add_out(out.name, out.bits);
  layout.add_in(kVector, view(swizzle.vector));
  layout.add_in(kBank, view(swizzle.bank));
  layout.add_in(kSegment, view(swizzle.segment));
  layout.add_in(kBlock, view(swizzle.block));
  layout.add_in(kReps, view(swizzle.reps));
  return layout;
}

int conflicts(const Swizzle& swizzle, const F2Bases& lanes, int dimension) {
  const F2Bases both = intersection(view(swizzle.segment), view(lanes), dimension);
  return (1 << both.size()) - 1;
}

}  // namespace tileglot::notation::linear
