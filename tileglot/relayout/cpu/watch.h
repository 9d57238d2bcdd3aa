// SPDX-License-Identifier: Apache-2.0
// watch.h: reports the progress of a move while it runs, and can cancel it.
//
// What     A Watch has a function that receives the bytes that have moved and the total; if it
//          returns false the move ends and returns relayout.cancelled.
// Why      A move of gigabytes takes seconds: users want to see progress, and to be able to stop
//          it.
// How      The function is called before anything moves, then each time that about every_bytes have
//          moved, and once at the end. One thread calls at a time, any of those that move; the
//          reported bytes never decrease. A move without a function costs one test of a pointer.
// Units    Bytes of elements in the target; padding does not count.
// Example  execute(plan, source, target, {}, {[&](Progress p) { bar.show(p); return !stop; }});
//          [tests: watch_test.cc, "progress rises to all bytes"]
//          A std::stop_token ends a move by [&](Progress) { return !token.stop_requested(); }.
// Errors   relayout.cancelled with the bytes that have moved. The target's contents are lost: it
//          has some of the new elements, in no order. The source is unchanged, so the same move can
//          be repeated. If the function returns false after everything has moved, it is too late
//          and not an error.
#pragma once

#include <cstdint>
#include <functional>

namespace tileglot::relayout::cpu {

struct Progress {
  std::int64_t done_bytes = 0;
  std::int64_t all_bytes = 0;
};

struct Watch {
  /// Returning false cancels the move. It must not throw.
  std::function<bool(Progress)> report = {};
  std::int64_t every_bytes = std::int64_t{16} << 20;
};

}  // namespace tileglot::relayout::cpu
