// SPDX-License-Identifier: Apache-2.0
// any_distributed.cc: random distributed layouts of one tensor for laws.
#include "tileglot/notation/linear/swizzle/any_distributed.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::notation::linear {
namespace {

using Words = std::vector<std::uint64_t>;

int between(int low, int high) { return *rc::gen::resize(1000, rc::gen::inRange(low, high + 1)); }
bool one_in(int n) { return between(1, n) == 1; }

template <class T>
void shuffle(std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[static_cast<std::size_t>(between(0, static_cast<int>(i) - 1))]);
}

struct Machine {
  int lanes = 0;
  int warps = 0;
  int blocks = 0;
};

/// Takes `count` of the bits; uses 0 where none are left and, with `repeats`, occasionally anyway.
Words take(Words& bits, int count, bool repeats) {
  Words result;
  for (int i = 0; i < count; ++i) {
    if (bits.empty() || (repeats && one_in(6))) {
      result.push_back(0);
    } else {
      result.push_back(bits.back());
      bits.pop_back();
    }
  }
  return result;
}

/// The bits, occasionally in order, so that registers of both sides coincide.
Words bits_of(int count) {
  Words bits;
  for (int i = count; i > 0; --i) bits.push_back(std::uint64_t{1} << (i - 1));
  if (one_in(4)) return bits;
  shuffle(bits);
  return bits;
}

/// A tensor of one or two dimensions.
Layout tensor(int bits, int first) {
  Layout layout;
  layout.add_out(standard_out(0), first);
  if (first < bits) layout.add_out(standard_out(1), bits - first);
  return layout;
}

/// Occasionally lets a lane, warp or block that holds nothing new repeat what another place holds.
void hold_again(Layout& layout) {
  const int registers = layout.find_in(kRegister)->bits;
  for (int j = registers; j < layout.in_bits(); ++j)
    if (layout.column(j) == 0 && one_in(4))
      layout.set_column(j, layout.column(between(0, layout.in_bits() - 1)));
}

Layout any_side(int bits, int first, const Machine& machine, const DistributedOptions& options) {
  Words left = bits_of(bits);
  const Words lanes = take(left, machine.lanes, options.repeats);
  const Words warps = take(left, machine.warps, options.repeats);
  const Words blocks = take(left, machine.blocks, options.repeats);
  if (options.registers_repeat && one_in(3)) left.push_back(0);
  shuffle(left);
  Layout layout = tensor(bits, first);
  layout.add_in(kRegister, left);
  layout.add_in(kLane, lanes);
  layout.add_in(kWarp, warps);
  layout.add_in(kBlock, blocks);
  if (options.again) hold_again(layout);
  return layout;
}

/// The same layout with some basis vectors exchanged.
Layout nearby(const Layout& layout) {
  Layout result = layout;
  const int bits = layout.in_bits();
  for (int swaps = between(0, 3); swaps > 0 && bits > 0; --swaps) {
    const int i = between(0, bits - 1);
    const int j = between(0, bits - 1);
    const std::uint64_t at_i = result.column(i);
    result.set_column(i, result.column(j));
    result.set_column(j, at_i);
  }
  return result;
}

bool has_repeated_register(const Layout& layout) {
  return std::ranges::find(layout.columns_of(*layout.find_in(kRegister)), 0U) !=
         layout.columns_of(*layout.find_in(kRegister)).end();
}

}  // namespace

rc::Gen<DistributedPair> any_distributed_pair(DistributedOptions options) {
  return rc::gen::exec([options] {
    const int bits = between(options.min_bits, options.max_bits);
    const int first = between(0, bits);
    const Machine machine{options.lanes, between(0, options.max_warps),
                          between(0, options.max_blocks)};
    DistributedPair pair{any_side(bits, first, machine, options), {}};
    pair.dst = one_in(2) ? nearby(pair.src) : any_side(bits, first, machine, options);
    if (!options.registers_repeat && has_repeated_register(pair.dst))
      pair.dst = any_side(bits, first, machine, options);
    return pair;
  });
}

Layout in_coordinates(const Layout& layout, const core::F2Matrix& matrix) {
  Layout result = layout;
  for (int j = 0; j < layout.in_bits(); ++j) {
    std::uint64_t mixed = 0;
    for (int i = 0; i < layout.out_bits(); ++i)
      if ((layout.column(j) >> i & 1) != 0) mixed ^= matrix.column(i);
    result.set_column(j, mixed);
  }
  return result;
}

}  // namespace tileglot::notation::linear
