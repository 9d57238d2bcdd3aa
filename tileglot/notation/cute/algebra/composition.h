// SPDX-License-Identifier: Apache-2.0
// composition.h: the layout R with R(i) = A(B(i)), if there is one.
//
// What     composition(A, B) has B's shape, with each leaf of B as one leaf or a tuple, and the
//          offsets A(B(i)); A continues beyond its size along its last mode. with_shape(A, S) is A
//          composed with the column-major layout of S.
// Why      Slicing, tiling and dividing are compositions; this is the one place that decides
//          whether the result exists.
// How      Each leaf of B is cut where a mode of A would carry (leaf_pieces.h). If the digits of
//          all pieces together never carry, R consists of the pieces: the common case, decided by
//          a few divisions per leaf. Otherwise the carries may still change nothing, so the
//          coordinates are tried (leaf_search.h), which decides exactly.
// Example  (6,2):(8,2) o (4,3):(3,1) = ((2,2),3):((24,2),8).
//          [tests: composition_test.cc, "leaves are cut as CuTe cuts them"]
//          (4,2):(1,8) o (2,2):(3,1) would be 0, 3, 1, 8; two leaves carry into one another.
//          [tests: composition_test.cc, "a carry that changes the offsets is refused"]
// Errors   kNoStridedLeaf (leaf of B, step of that leaf), kLeavesCarry (index of B): the offsets
//          are not those of any layout; composition_error.h shows them. kTooLargeToDecide (leaf
//          of B, elements). kNoElements if A has none and B does. A stride or a largest offset
//          beyond int64, more than 64 leaves.
// Source   CuTe 02_layout_algebra.md, "Composition". Differs from CuTe: accepts if and only if a
//          layout exists; for stride 0 and extent 1 the values count, static or not.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/flat_modes.h"
#include "tileglot/notation/cute/algebra/leaf_pieces.h"
#include "tileglot/notation/cute/algebra/leaf_search.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"
#include "tileglot/notation/cute/layout/leaf_list.h"

namespace tileglot::notation::cute {

/// The part of a layout that a scaled basis refers to: follows the path mode by mode.
constexpr Outcome<Layout<>> part_along(const Layout<>& layout, core::BasisPath path) {
  Outcome<Layout<>> part = layout;
  for (; !path.is_empty() && part; path = path.inner()) part = mode(*part, path.mode(0));
  return part;
}

/// The leaves [from, to) of B that move in one part of A: those with this path.
class LeafGroup {
 public:
  constexpr LeafGroup(const FlatModes& a, const LeafList& b, int from, int to, std::uint32_t path,
                      Pieces& pieces)
      : a_(a), b_(b), from_(from), to_(to), path_(path), pieces_(pieces) {}

  constexpr Refusal compose() { return cut(from_, to_) ? pieces_.refused : search(); }

 private:
  constexpr bool is_mine(int i) const { return b_.path[i] == path_; }
  constexpr bool walks(int i) const { return b_.extent[i] > 1 && b_.stride[i] != 0; }
  /// The leaf's stride as a plain number, without its path.
  constexpr Integer stride(int i) const { return Integer(b_.stride[i], b_.stride_is_static[i]); }

  constexpr void begin(int i) { pieces_.first[i] = pieces_.count; }
  constexpr void end(int i) { pieces_.number[i] = pieces_.count - pieces_.first[i]; }

  /// Cuts leaves [from, to) by the rules; false, without any pieces, if the rules do not decide.
  constexpr bool cut(int from, int to) {
    const int before = pieces_.count;
    pieces_.clear_reach(a_.count);
    bool divides = true;
    for (int i = from; i < to && divides; ++i) {
      if (!is_mine(i)) continue;
      begin(i);
      divides = cut_leaf(a_, b_.extent_at(i), stride(i), pieces_);
      end(i);
    }
    const bool decided =
        (divides && add_without_carry(a_, pieces_)) || pieces_.refused != Refusal{};
    if (!decided) pieces_.count = before;
    return decided;
  }

  /// Cuts a leaf by the rules if it alone does not carry, otherwise by trying its coordinates.
  constexpr Refusal search_one(int i) {
    if (cut(i, i + 1)) return pieces_.refused;
    begin(i);
    const Refusal refused = search_leaf(a_, i - from_, b_.extent_at(i), stride(i), pieces_);
    end(i);
    return refused;
  }

  constexpr Refusal search() {
    Walkers walkers;
    std::int64_t index = 1;
    for (int i = from_; i < to_; ++i) {
      if (is_mine(i)) {
        if (const Refusal refused = search_one(i); refused != Refusal{}) return refused;
        if (walks(i)) walkers.push(b_.extent[i], b_.stride[i], index);
      }
      index *= b_.extent[i];
    }
    const Refusal refused = walkers.count > 1 ? search_sums(a_, walkers) : Refusal{};
    if (refused.reason != Reason::kTooLargeToDecide) return refused;
    return {refused.reason, refused.first, index};
  }

  const FlatModes& a_;
  const LeafList& b_;
  int from_;
  int to_;
  std::uint32_t path_;
  Pieces& pieces_;
};

/// A layout without elements composes with anything.
constexpr Refusal compose_nothing(const LeafList& b, int from, int to, Pieces& pieces) {
  for (int i = from; i < to; ++i) {
    pieces.first[i] = pieces.count;
    pieces.number[i] = 1;
    pieces.push(b.extent[i], b.extent_is_static[i], core::static_integer(0));
  }
  return pieces.refused;
}

/// True if leaf i moves along a path of A and another leaf moves along a path inside it.
constexpr bool bases_clash(const LeafList& b, int from, int to, int i) {
  const core::BasisPath outer{b.path[i]};
  if (outer.is_empty() && b.stride[i] == 0) return false;
  for (int other = from; other < to; ++other) {
    const core::BasisPath inner{b.path[other]};
    if (inner.levels() <= outer.levels()) continue;
    const std::uint32_t prefix = inner.packed & ((1U << unsigned(6 * outer.levels())) - 1U);
    if (prefix == outer.packed) return true;
  }
  return false;
}

constexpr bool is_first_of_its_path(const LeafList& b, int from, int i) {
  for (int before = from; before < i; ++before) {
    if (b.path[before] == b.path[i]) return false;
  }
  return true;
}

/// For B with strides along several modes of A: composes one group of leaves for each path.
constexpr Refusal compose_by_path(const Layout<>& a, const LeafList& b, int from, int to,
                                  Pieces& pieces) {
  for (int i = from; i < to; ++i) {
    if (bases_clash(b, from, to, i)) return {Reason::kBasisArithmetic, i - from, 0};
    if (!is_first_of_its_path(b, from, i)) continue;
    const auto part = part_along(a, {b.path[i]});
    if (!part) return part.refusal;
    if (const Refusal none = has_elements(part->shape); none != Refusal{}) return none;
    const FlatModes modes(*part, 0, part->shape.slots);
    const Refusal refused = LeafGroup(modes, b, from, to, b.path[i], pieces).compose();
    if (refused != Refusal{}) return refused;
  }
  return {};
}

/// Finds the pieces of leaves [from, to) of B, which have elements, in the mode of A at slots
/// [begin, end).
constexpr Refusal compose_leaves(const Layout<>& a, int begin, int end, const LeafList& b, int from,
                                 int to, Pieces& pieces) {
  if (const Refusal none = has_elements(a.shape, begin, end); none != Refusal{}) return none;
  const FlatModes modes(a, begin, end);
  return LeafGroup(modes, b, from, to, 0, pieces).compose();
}

/// Writes the pieces of leaf i of B, as a tuple if there are several.
constexpr void write_pieces(const Pieces& pieces, int i, bool brackets, LayoutWriter& writer) {
  const int first = pieces.first[i];
  const int end = first + pieces.number[i];
  const bool is_tuple = brackets && end - first > 1;
  if (is_tuple) writer.open();
  for (int j = first; j < end; ++j) writer.leaf(pieces.extent_at(j), pieces.stride_at(j));
  if (is_tuple) writer.close();
}

/// Writes slots [begin, end) of B, whose first leaf is leaf i, with each leaf replaced by its
/// pieces. The first `consumed` opening brackets are not written.
// NOLINTNEXTLINE(readability-function-size): what is written of B is four numbers.
constexpr void write_composed(const IntTuple& b, int begin, int end, int consumed, int i,
                              const Pieces& pieces, bool brackets, LayoutWriter& writer) {
  const int floor = writer.level();
  for (int slot = begin; slot < end; ++slot) {
    const int opens = b.opens(slot) - (slot == begin ? consumed : 0);
    for (int k = 0; k < opens; ++k) writer.open();
    if (b.is_empty(slot)) {
      writer.open();
      writer.close();
    } else {
      write_pieces(pieces, i++, brackets, writer);
    }
    writer.close_down_to(floor, b.closes(slot));
  }
}

/// Finds the pieces of all leaves of B in the whole of A.
constexpr Refusal compose_leaves(const Layout<>& a, const Layout<>& b, const LeafList& leaves,
                                 Pieces& pieces) {
  if (has_zero(b.shape)) return compose_nothing(leaves, 0, leaves.count, pieces);
  if (leaves.has_basis) return compose_by_path(a, leaves, 0, leaves.count, pieces);
  return compose_leaves(a, 0, a.shape.slots, leaves, 0, leaves.count, pieces);
}

constexpr Outcome<Layout<>> composition(const Layout<>& a, const Layout<>& b) {
  Outcome<Layout<>> r;
  Pieces pieces;
  LeafList leaves;
  leaves.push(b, 0, b.shape.slots);
  r.refusal = compose_leaves(a, b, leaves, pieces);
  if (r.refusal != Refusal{}) return r;
  LayoutWriter writer(r.value);
  write_composed(b.shape, 0, b.shape.slots, 0, 0, pieces, !b.shape.is_scalar, writer);
  r.refusal = writer.finish(b.shape.is_scalar && r.value.shape.slots == 1);
  if (!r.ok()) r.value = {};
  return r;
}

/// A composed with the column-major layout of a shape.
constexpr Outcome<Layout<>> with_shape(const Layout<>& a, const IntTuple& shape) {
  TILEGLOT_TRY_VALUE(column_major, make_layout(shape));
  return composition(a, column_major);
}

}  // namespace tileglot::notation::cute
