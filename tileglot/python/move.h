// SPDX-License-Identifier: Apache-2.0
// move.h: a planned move of arrays.
//
// What     Move::of(..) plans how arrays of one form are relaid. accepts(form) says which arrays it
//          moves; run(..) moves one or many, with Ctrl-C and progress.
// Why      relayout, its batches and tileglot.Plan do the same; the last hundred moves that were
//          asked for by texts are kept, so that a call costs a look-up.
// Units    Bytes of an array are those from its first to its last element.
// Example  Of a float32 array (3,5) to "{0,1}": new arrays have the shape (3,5) and the strides (1,3).
//          To "{1,0:T(2,2)}" they have the physical shape (2,3,2,2).
// Errors   layout.extents, layout.type, layout.packing, array.gaps, array.size, array.order,
//          array.form; those of the planner.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/strides.h"
#include "tileglot/python/array.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::python {

namespace nb = nanobind;

struct MoveOptions {
  int threads = 0;
  bool zero_fill = true;
};

/// What a move reads: arrays of a form, in their own strides or in a layout of their memory.
struct MoveSource {
  std::optional<ArrayForm> form = {};  ///< none: any array that fills the layout
  std::optional<bridge::AnyLayout> layout = {};
  map::IndexMap map;
  core::ElementType type;
  int item_bits;
  bool is_swapped = false;
};

class Move {
 public:
  Move(MoveSource source, bridge::AnyLayout target, MoveOptions options);

  /// The move of an array like this one; `to` and `layout` are layouts, texts or other libraries'
  /// objects, and `layout` None for the array's own strides.
  static std::shared_ptr<const Move> of(const ArrayForm& form, nb::handle to, nb::handle layout,
                                        MoveOptions options);

  const MoveSource& source() const { return source_; }
  const bridge::AnyLayout& target() const { return target_; }
  const relayout::cpu::PreparedPlan& plan() const { return plan_; }
  std::int64_t target_bytes() const;

  /// Refuses an array of another form than the planned ones.
  void check_source(const ArrayForm& form) const;
  /// Refuses an array that is not as large as the target, or lies otherwise.
  void check_target(const BorrowedArray& out) const;
  /// Without contents, of the library of `like`.
  nb::object new_array(nb::handle like) const;

  /// Moves one array, or many side by side. `progress` is called with a Progress, unless None.
  void run(std::span<const BorrowedArray* const> sources,
           std::span<const BorrowedArray* const> targets, nb::handle progress) const;

 private:
  MoveSource source_;
  bridge::AnyLayout target_;
  map::IndexMap target_map_;
  std::optional<notation::strided::StridedArray> strides_;  ///< of the target, where it has no gaps
  relayout::cpu::PreparedPlan plan_;
  MoveOptions options_;
};

/// A Layout, or a text, which takes these extents and this type where it has none.
bridge::AnyLayout layout_for(nb::handle object, std::span<const std::int64_t> extents,
                             core::ElementType type);

/// Refuses a layout of elements of another size or kind than an array has.
void check_type(const bridge::AnyLayout& layout, core::ElementType type, int item_bits);

/// Refuses an array that is not the memory of the layout.
void check_memory(const ArrayForm& form, const bridge::AnyLayout& layout, const map::IndexMap& map);

}  // namespace tileglot::python
