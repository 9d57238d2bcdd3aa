// SPDX-License-Identifier: Apache-2.0
// sent_requests.h: the requests that went to all operands, or results, of an instruction.
//
// What     remember(id, layout, priority) records that a mandatory request for the layout went to
//          all arrays of its rank that an instruction reads (or, in another table, makes). While
//          holds(..) is true, a request for the same order with no higher priority would be refused
//          by every one of them or change nothing, so it need not be repeated. changed(..) must be
//          called for each of them that gets a layout.
// Why      In a concatenate of 32,000 operands, where each sends a request to the other 31,999,
//          these would be a billion requests.
// Example  Remembered {1,0} with priority 1 holds for {1,0:E(4)} with priority 0; not with priority
//          2, not for {0,1}, and not after one of them became {0,1}.
//          [tests: hlo/pass/constraints/sent_requests_test.cc, "a request holds until one of them
//          changes"]
#pragma once

#include <cstdint>
#include <unordered_map>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"

namespace tileglot::hlo::pass {

class SentRequests {
 public:
  /// The table must live as long.
  explicit SentRequests(const LayoutTable& layouts) : layouts_(layouts) {}

  void clear() { requests_.clear(); }
  bool holds(InstructionId id, LayoutId layout, int priority) const;
  void remember(InstructionId id, LayoutId layout, int priority);
  void changed(InstructionId id, LayoutId layout);

 private:
  struct Request {
    LayoutId layout = {};
    int priority = 0;
  };

  /// Arrays of different ranks do not affect one another.
  std::uint64_t key_of(InstructionId id, LayoutId layout) const;

  const LayoutTable& layouts_;
  std::unordered_map<std::uint64_t, Request> requests_ = {};
};

}  // namespace tileglot::hlo::pass
