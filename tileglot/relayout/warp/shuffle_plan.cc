// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/shuffle_plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/relayout/warp/register_choice.h"
#include "tileglot/relayout/warp/thread_program.h"

namespace tileglot::relayout::warp {
namespace {

using Permutation = std::vector<int>;
using Words = std::vector<int>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Permutation inverse(const Permutation& p) {
  Permutation result(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) result[at(p[i])] = static_cast<int>(i);
  return result;
}

/// The number whose bit p[i] is bit i of x.
int permuted(const Permutation& p, int x) {
  int result = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if ((x >> i & 1) != 0) result |= 1 << p[i];
  return result;
}

/// The slot bit of each register bit during the move: the lowest ones, within a word, belong to
/// bits that no exchange changes. A bit keeps its position if it can.
Permutation slots(const Decomposition& d) {
  Permutation slot(d.registers.size());
  std::iota(slot.begin(), slot.end(), 0);
  std::vector<bool> exchanged(slot.size(), false);
  for (const Exchange& e : d.mixed) exchanged[at(e.register_bit)] = true;
  int free = d.packed_bits;
  for (int low = 0; low < d.packed_bits; ++low) {
    if (!exchanged[at(low)]) continue;
    while (exchanged[at(free)]) ++free;
    std::swap(slot[at(low)], slot[at(free++)]);
  }
  return slot;
}

/// An exchange of a word bit and a lane bit; the lane bit before and after P_lane.
struct WordExchange {
  int word_bit = 0;
  int lane_before = 0;
  int lane_after = 0;
};

/// The words of a thread while they move.
class Mover {
 public:
  Mover(ThreadProgram& program, const Decomposition& d) : program_(program) {
    const Permutation slot = slots(d);
    const Permutation back = inverse(d.lanes);
    for (const int lane : back) source_.push_back(std::uint64_t{1} << lane);
    for (const Exchange& e : d.mixed)
      exchanges_.push_back(
          {slot[at(e.register_bit)] - d.packed_bits, back[at(e.lane_bit)], e.lane_bit});
    permutes_lanes_ = !is_identity(d.lanes);
  }

  Words moved(const Words& words) {
    if (exchanges_.size() == 1 && !permutes_lanes_) return shipped(words, exchanges_.front());
    Words result = words;
    for (const WordExchange& e : exchanges_) result = selected(result, e.word_bit, e.lane_before);
    result = shuffled(result);
    for (const WordExchange& e : exchanges_) result = selected(result, e.word_bit, e.lane_after);
    return result;
  }

 private:
  /// word bit ^= lane bit.
  Words selected(const Words& words, int word_bit, int lane_bit) {
    Words result(words.size());
    for (std::size_t w = 0; w < words.size(); ++w)
      result[w] = program_.select(words[w], words[w ^ (std::size_t{1} << word_bit)], lane_bit);
    return result;
  }

  /// lane bit ^= word bit, and P_lane before it.
  Words shuffled(const Words& words) {
    Words result = words;
    for (std::size_t w = 0; w < words.size(); ++w) {
      std::uint64_t mask = 0;
      for (const WordExchange& e : exchanges_)
        if ((w >> e.word_bit & 1) != 0) mask ^= std::uint64_t{1} << e.lane_before;
      if (mask != 0 || permutes_lanes_) result[w] = program_.shuffle(words[w], source_, mask);
    }
    return result;
  }

  /// Of each two words that differ in the bit, each lane sends the one that it does not keep.
  Words shipped(const Words& words, const WordExchange& e) {
    Words result = words;
    const std::size_t bit = std::size_t{1} << e.word_bit;
    for (std::size_t low = 0; low < words.size(); ++low) {
      if ((low & bit) != 0) continue;
      const std::size_t high = low | bit;
      const int sent = program_.select(words[high], words[low], e.lane_after);
      const int got = program_.shuffle(sent, source_, std::uint64_t{1} << e.lane_after);
      result[low] = program_.select(words[low], got, e.lane_after);
      result[high] = program_.select(got, words[high], e.lane_after);
    }
    return result;
  }

  ThreadProgram& program_;
  std::vector<WordExchange> exchanges_;
  std::vector<std::uint64_t> source_;  ///< of a shuffle: lanes back through P_lane
  bool permutes_lanes_ = false;
};

/// Slot s holds register P_reg^-1(slot^-1(s)); beyond the existing registers, they repeat.
Words packed(ThreadProgram& program, const RegisterChoice& registers, const Decomposition& d) {
  const Permutation slot = slots(d);
  std::vector<Part> by_slot(std::size_t{1} << slot.size());
  for (int r = 0; r < static_cast<int>(by_slot.size()); ++r)
    by_slot[at(permuted(slot, permuted(d.registers, r)))] = {
        registers.number(r & (registers.count() - 1)), 0};
  Words words;
  const std::size_t size = std::size_t{1} << d.packed_bits;
  for (std::size_t s = 0; s < by_slot.size(); s += size) {
    const auto* first = by_slot.data() + s;
    words.push_back(size == 1 ? first->reg : program.pack({first, first + size}));
  }
  return words;
}

std::vector<Part> unpacked(const Words& words, int registers, const RegisterChoice& kept,
                           const Decomposition& d) {
  const Permutation slot = slots(d);
  std::vector<Part> results;
  for (int r = 0; r < registers; ++r) {
    const int s = permuted(slot, kept.kept_number(r));
    results.push_back({words[at(s >> d.packed_bits)], s & ((1 << d.packed_bits) - 1)});
  }
  return results;
}

}  // namespace

Plan shuffle_plan(const notation::linear::Layout& src, const notation::linear::Layout& dst,
                  int bits, const Decomposition& decomposition) {
  const auto from = notation::linear::hardware_bases(src).registers;
  const auto into = notation::linear::hardware_bases(dst).registers;
  Plan plan{.conversion = ConversionClass::kWarpShuffle, .bits = bits, .inputs = 1 << from.size()};
  ThreadProgram program(plan.inputs);
  const Words words = packed(program, RegisterChoice(from), decomposition);
  const Words moved = Mover(program, decomposition).moved(words);
  plan.results = unpacked(moved, 1 << into.size(), RegisterChoice(into), decomposition);
  plan.instructions = std::move(program).take();
  return plan;
}

}  // namespace tileglot::relayout::warp
