// SPDX-License-Identifier: Apache-2.0
// watch.h: how far a move is, told while it runs, and the way to end it.
//
// What     A Watch has a function that is told the bytes that have moved and all that will; where
//          it answers false the move ends and returns relayout.cancelled.
// Why      A move of gigabytes takes seconds: a person wants to see it go on, and to stop it.
// How      The function is called before anything moves, then each time that about every_bytes have
//          moved, and once when all has. One thread calls at a time, any of those that move; what
//          it is told never falls. A move without a function pays one test of a pointer.
// Units    Bytes of elements in the target; padding does not count.
// Example  execute(plan, source, target, {}, {[&](Progress p) { bar.show(p); return !stop; }});
//          [tests: watch_test.cc, "progress rises to all bytes"]
//          A std::stop_token ends a move by [&](Progress) { return !token.stop_requested(); }.
// Errors   relayout.cancelled with the bytes that have moved. What the target held is lost: it has
//          some of the new elements, in no order. The source is as it was, so the same move can be
//          made again. An answer of false when all has moved comes too late and is no error.
#pragma once

#include <cstdint>
#include <functional>

namespace tileglot::relayout::cpu {

struct Progress {
  std::int64_t done_bytes = 0;
  std::int64_t all_bytes = 0;
};

struct Watch {
  /// False ends the move. It must not throw.
  std::function<bool(Progress)> report = {};
  std::int64_t every_bytes = std::int64_t{16} << 20;
};

}  // namespace tileglot::relayout::cpu
