// SPDX-License-Identifier: Apache-2.0
// worklist.h: the constraints that are still to be propagated, in XLA's order.
//
// What     A Worklist has a queue and a list of what was added since the queue was last served. An
//          item that goes depth-first is added at the end of that list; another is inserted after
//          the last one whose priority is not lower. drain() moves the added items to the queue:
//          depth-first ones to its front, one after another, so that the last is taken first; the
//          others to its end.
// Why      Where requests contradict each other the first one to arrive often wins, so the order
//          decides about copies. Adding is constant time: for each priority, the last item that is
//          at least as strong is known.
// Example  Added a (depth-first), b (not, priority 0), c (depth-first), then drained: c, a, b.
//          [tests: hlo/pass/constraints/worklist_test.cc, "what was added last goes deepest first"]
// Source   XLA, LayoutConstraints::PushAddedConstraints, LayoutAssignment::PropagateConstraints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace tileglot::hlo::pass {

/// What a constraint is about: a value, an operand, or the result of a computation.
struct WorkItem {
  enum class Kind : std::uint8_t { kValue, kOperand, kComputation };
  Kind kind = Kind::kValue;
  std::uint32_t index = 0;
  friend bool operator==(const WorkItem&, const WorkItem&) = default;
};

class Worklist {
 public:
  void add(WorkItem item, bool depth_first, int priority);

  /// `goes_depth_first(item)` is called now, not when the item was added: it may have changed.
  template <class GoesDepthFirst>
  void drain(const GoesDepthFirst& goes_depth_first) {
    for (auto at = first_; at; at = added_[*at].next) {
      const WorkItem item = added_[*at].item;
      if (goes_depth_first(item)) {
        queue_.push_front(item);
      } else {
        queue_.push_back(item);
      }
    }
    forget_added();
  }

  /// Removes the next item from the queue and returns it.
  std::optional<WorkItem> take();

 private:
  struct Node {
    WorkItem item = {};
    std::optional<std::size_t> next = {};
  };

  std::size_t put_behind(std::optional<std::size_t> before, WorkItem item);
  std::optional<std::size_t> end_of_at_least(int priority) const;
  void forget_added();

  std::deque<WorkItem> queue_ = {};
  std::vector<Node> added_ = {};
  std::optional<std::size_t> first_ = {};
  std::optional<std::size_t> last_ = {};
  /// For each priority that occurs: the last node whose priority is not lower.
  std::map<int, std::size_t> ends_ = {};
};

}  // namespace tileglot::hlo::pass
