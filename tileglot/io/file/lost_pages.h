// SPDX-License-Identifier: Apache-2.0
// lost_pages.h: mapped pages that the system cannot give become an error, not the end.
//
// What     catch_lost_pages() makes this process survive the loss of pages of a file that it maps:
//          zeros take their place, and the PageWatch of the mapping says so.
// Why      Another program may cut a file off, or its disk may fail, while it is read through a
//          mapping. The system tells it by SIGBUS, which ends a process that does not listen, in
//          the middle of an answer and without a word.
// How      Watched ranges stand in a table without locks, since a signal handler may wait for
//          nothing. A fault in one of them maps anonymous memory over the whole range and marks
//          it; the reader goes on, and whoever asks was_lost() before using the result refuses it.
//          Faults elsewhere go to the handler that was there before.
// Example  A file of two pages is mapped and then cut to none: reading its first byte gives 0, and
//          was_lost() is true.
//          [tests: lost_pages_test.cc, "Pages that are cut off are zeros and known"]
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace tileglot::io {

/// For a program, once, before it maps files; a library leaves signals to its host.
void catch_lost_pages();

/// Watches one mapping while it lives; of more than 4096 at a time, the later ones are not watched.
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
  /// Before the range is unmapped.
  void end();

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t slot_ = kNone;
};

}  // namespace tileglot::io
