// SPDX-License-Identifier: Apache-2.0
// tiler_walk.h: visits a tiler and the layout it tiles together, mode by mode.
//
// What     Element is one mode of a tuple, as a range of its slots. for_each_tile calls a visitor
//          for each leaf of a tiler's guide and the mode of the layout it applies to, and for the
//          modes of the layout that the tiler does not reach.
// Why      Composition, the four divides and their shapes visit modes in the same way and do
//          different things at the leaves.
// Example  <4,<2,_>> over (8,(2,4),3) visits 4 over 8, 2 over 2, _ over 4, and leaves 3 untouched.
//          [tests: tiler_walk_test.cc, "a tiler and its layout are walked together"]
// Errors   kTilerRank: a tuple of the tiler has more modes than the part of the layout under it.
// Source   cute/layout.hpp, transform_layout.
#pragma once

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

/// A mode of a tuple, its slots [begin, end), or the whole tuple. The first `consumed` opening
/// brackets of slot `begin` belong to the tuples around it.
struct Element {
  int begin = 0;
  int end = 0;
  int consumed = 0;
  bool is_tuple = false;
  bool is_whole = false;
};

constexpr Element whole_of(const IntTuple& t) { return {0, t.slots, 0, !t.is_scalar, true}; }

/// The mode that begins at slot `begin` after `consumed` brackets.
constexpr Element element_at(const IntTuple& t, int begin, int consumed) {
  if (t.nesting[begin] == 0) return {begin, begin + 1, consumed, t.is_empty(begin), false};
  int slot = begin;
  int level = t.opens(slot) - consumed - t.closes(slot);
  while (level > 0) {
    ++slot;
    level += t.opens(slot) - t.closes(slot);
  }
  const bool opens = t.opens(begin) > consumed;
  return {begin, slot + 1, consumed, opens || t.is_empty(begin), false};
}

/// The modes of an element, one after another; a number is its own only mode.
class Modes {
 public:
  constexpr Modes(const IntTuple& t, const Element& element) : t_(t), outer_(element) {
    const bool is_empty =
        element.begin == element.end || (!element.is_whole && t.is_empty(element.begin) &&
                                         t.opens(element.begin) == element.consumed);
    next_ = is_empty ? element.end : element.begin;
  }
  constexpr bool has_more() const { return next_ < outer_.end; }
  constexpr int position() const { return next_; }
  constexpr Element take() {
    const int begin = next_;
    if (!outer_.is_tuple) {
      next_ = outer_.end;
      return {begin, outer_.end, outer_.consumed, false, false};
    }
    const bool inner = begin == outer_.begin && !outer_.is_whole;
    const Element mode = element_at(t_, begin, inner ? outer_.consumed + 1 : 0);
    next_ = mode.end;
    return mode;
  }

 private:
  const IntTuple& t_;
  Element outer_;
  int next_ = 0;
};

/// One leaf of a tiler.
struct Tile {
  int number = 0;  ///< which leaf, counted from 0
  int begin = 0;   ///< its slots in tiler.layouts
  int end = 0;
  bool keeps = false;  ///< `_`
};

/// Visits the leaves of a guide in order.
template <class Visitor>
class TilerWalk {
 public:
  constexpr TilerWalk(const Tiler& tiler, const Layout<>& layout, Visitor& visitor)
      : tiler_(tiler), layout_(layout), visitor_(visitor) {}

  constexpr Refusal walk() {
    if (!tiler_.is_by_mode()) return visitor_.tile(next_tile(0), whole_of(layout_.shape));
    return walk(whole_of(tiler_.guide), whole_of(layout_.shape));
  }

 private:
  /// The modes of a tuple of the guide and of the part of the layout under it.
  constexpr Refusal walk(const Element& guide, const Element& mode) {
    Modes guides(tiler_.guide, guide);
    Modes modes(layout_.shape, mode);
    visitor_.open(guide.is_whole);
    for (int index = 0; guides.has_more(); ++index) {
      if (!modes.has_more()) return {Reason::kTilerRank, index + 1, index};
      const Element under = modes.take();
      const Element next = guides.take();
      const Refusal refused =
          next.is_tuple ? walk(next, under) : visitor_.tile(next_tile(next.begin), under);
      if (refused != Refusal{}) return refused;
    }
    while (modes.has_more()) visitor_.untouched(modes.take());
    visitor_.close(guide.is_whole);
    return {};
  }

  constexpr Tile next_tile(int slot) {
    const int begin = next_slot_;
    next_slot_ = element_at(tiler_.layouts.shape, begin, 0).end;
    return {number_++, begin, next_slot_, tiler_.guide.is_keep(slot)};
  }

  const Tiler& tiler_;
  const Layout<>& layout_;
  Visitor& visitor_;
  int number_ = 0;
  int next_slot_ = 0;
};

/// visitor.tile(tile, element of the layout) returns a Refusal; visitor.open(is outermost), close
/// and untouched(element) return nothing.
template <class Visitor>
constexpr Refusal for_each_tile(const Tiler& tiler, const Layout<>& layout, Visitor& visitor) {
  return TilerWalk<Visitor>(tiler, layout, visitor).walk();
}

}  // namespace tileglot::notation::cute
