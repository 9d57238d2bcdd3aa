// SPDX-License-Identifier: Apache-2.0
// tuple_text.h: a tuple while it is read, and where each of its parts stands in the text.
//
// What     open and close write the brackets of a tuple, leaf and underscore its leaves. parts()
//          lists the spans of all tuples and leaves, each tuple before its modes.
// Why      Written from left to right, a tuple costs one IntTuple; assembled from its modes, one for
//          each. The spans let an error point at any part.
// Example  ((2,3),5) has the parts ((2,3),5), (2,3), 2, 3 and 5; the part after (2,3) and its modes
//          is 5.
//          [tests: tuple_text_test.cc, "parts are in preorder and know where they end"]
// Errors   None: the parser checks the limits. Precondition: at most 64 leaves, counting `()`, and
//          at most 17 levels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

class TupleText {
 public:
  struct Part {
    core::Span span = {};
    std::uint32_t next = 0;  ///< the part after this one and its modes
    std::uint8_t slot = 0;   ///< its first slot
  };
  using Parts = core::SmallVector<Part, 16>;

  /// Writes into `empty`, which must outlive this.
  explicit TupleText(IntTuple& empty) : value_(empty) {}

  const IntTuple& value() const { return value_; }
  const Parts& parts() const { return parts_; }
  /// The span of the whole.
  core::Span span() const { return parts_[0].span; }
  /// The span of the leaf in a slot. Precondition: there is one.
  core::Span span_of(int slot) const;
  /// The level of the innermost brackets so far; 1 for the outermost.
  int depth() const { return depth_; }

  /// Begins a tuple; returns its part, for `close`.
  std::size_t open();
  void close(std::size_t part, core::Span span);
  void leaf(Integer value, core::Span span);
  void underscore(core::Span span);

 private:
  Part& add_part();
  void end_part(Part& part, core::Span span) const;
  int take_slot();

  IntTuple& value_;
  Parts parts_;
  int opened_ = 0;  ///< brackets since the last slot, without the outermost
  int level_ = 0;
  int depth_ = 0;
};

inline TupleText::Part& TupleText::add_part() {
  Part& part = *parts_.extend(1);
  part.slot = value_.slots;
  return part;
}

inline void TupleText::end_part(Part& part, core::Span span) const {
  part.span = span;
  part.next = static_cast<std::uint32_t>(parts_.size());
}

inline std::size_t TupleText::open() {
  add_part();
  if (level_ > 0) ++opened_;
  if (++level_ > depth_) depth_ = level_;
  return parts_.size() - 1;
}

inline void TupleText::close(std::size_t part, core::Span span) {
  end_part(parts_[part], span);
  if (--level_ == 0) return;
  if (opened_ == 0) {
    ++value_.nesting[value_.slots - 1];
    return;
  }
  --opened_;
  const int slot = take_slot();
  value_.empty_mask |= std::uint64_t{1} << unsigned(slot);
}

inline void TupleText::leaf(Integer value, core::Span span) {
  end_part(add_part(), span);
  value_.is_scalar = level_ == 0;
  value_.set(take_slot(), value);
}

inline void TupleText::underscore(core::Span span) {
  leaf(core::static_integer(0), span);
  value_.keep_mask |= std::uint64_t{1} << unsigned(value_.slots - 1);
}

inline int TupleText::take_slot() {
  const int slot = value_.slots++;
  value_.nesting[slot] = static_cast<std::uint8_t>(opened_ << 4U);
  opened_ = 0;
  return slot;
}

/// Of the parts that begin at a slot, the last is its leaf.
inline core::Span TupleText::span_of(int slot) const {
  core::Span found;
  for (const Part& part : parts_) {
    if (part.slot == slot) found = part.span;
  }
  return found;
}

}  // namespace tileglot::notation::cute
