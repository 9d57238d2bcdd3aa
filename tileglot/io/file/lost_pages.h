// SPDX-License-Identifier: Apache-2.0
// lost_pages.h: turns lost pages of a mapped file into an error instead of a crash.
//
// What     catch_lost_pages() makes this process survive the loss of pages of a file that it maps:
//          zeros replace them, and the PageWatch of the mapping reports it.
// Why      Another program may truncate a file, or its disk may fail, while it is read through a
//          mapping. The system then sends SIGBUS, which by default ends the process in the middle
//          of an answer, without a message.
// How      Watched ranges are in a lock-free table, since a signal handler must not wait. A fault
//          in one of them maps anonymous memory over the whole range and marks it; the reader goes
//          on, and code that checks was_lost() before using the result refuses it. Faults elsewhere
//          go to the previously installed handler.
// Example  A file of two pages is mapped and then truncated to zero: reading its first byte gives
//          0, and was_lost() is true.
//          [tests: lost_pages_test.cc, "Pages that are cut off are zeros and known"]
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace tileglot::io {

/// A program calls this once, before it maps files; a library leaves signals to its host.
void catch_lost_pages();

/// The same while one of these lives, for a host that handles the signal itself at other times. They
/// may overlap in several threads.
class CaughtLostPages {
 public:
  CaughtLostPages();
  CaughtLostPages(CaughtLostPages&&) = delete;
  ~CaughtLostPages();
};

/// Watches one mapping for its lifetime; beyond 4096 at a time, later ones are not watched.
class PageWatch {
 public:
  PageWatch() = default;
  explicit PageWatch(std::span<const std::byte> pages);
  PageWatch(PageWatch&& other) noexcept : slot_(std::exchange(other.slot_, kNone)) {}
  PageWatch& operator=(PageWatch&& other) noexcept {
    std::swap(slot_, other.slot_);
    return *this;
  }
  PageWatch(const PageWatch&) = delete;
  PageWatch& operator=(const PageWatch&) = delete;
  ~PageWatch() { end(); }

  bool was_lost() const;
  /// Call before the range is unmapped.
  void end();

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t slot_ = kNone;
};

}  // namespace tileglot::io
