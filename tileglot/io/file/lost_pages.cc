// SPDX-License-Identifier: Apache-2.0
// lost_pages.cc: the table of watched ranges and the handler of SIGBUS.
#include "tileglot/io/file/lost_pages.h"

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

namespace tileglot::io {
namespace {

/// A tensor or two are open at a time, or the parts of a model: the largest have hundreds.
constexpr std::size_t kSlots = 4096;

struct Slot {
  std::atomic<bool> is_taken = false;
  std::atomic<bool> is_lost = false;
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::size_t> bytes = 0;  ///< 0 while begin is not valid
};

static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);
static_assert(std::atomic<std::size_t>::is_always_lock_free);

// A signal handler can only reach globals.
std::array<Slot, kSlots> slots;
struct sigaction earlier = {};

std::mutex handlers;
int catching = 0;

/// Replaces all pages of the range by zeros: data read from it is useless now.
bool replace_pages(Slot& slot, std::uintptr_t address) {
  const std::size_t bytes = slot.bytes;
  const std::uintptr_t begin = slot.begin;
  if (address - begin >= bytes) return false;
  slot.is_lost = true;
  // The handler only has the address as a number.
  void* place = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr)
  return ::mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

/// Returning without a handler repeats the access, which then ends the process as it would have.
void pass_on(int signal, siginfo_t* info, void* context) {
  if ((earlier.sa_flags & SA_SIGINFO) != 0 && earlier.sa_sigaction != nullptr) {
    earlier.sa_sigaction(signal, info, context);
  } else {
    ::sigaction(SIGBUS, &earlier, nullptr);
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const int kept = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  bool is_replaced = false;
  for (Slot& slot : slots) is_replaced = is_replaced || replace_pages(slot, address);
  if (!is_replaced) pass_on(signal, info, context);
  errno = kept;
}

bool is_installed() {
  struct sigaction current = {};
  ::sigaction(SIGBUS, nullptr, &current);
  return (current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == on_fault;
}

}  // namespace

void catch_lost_pages() { static const CaughtLostPages forever; }

CaughtLostPages::CaughtLostPages() {
  const std::lock_guard lock(handlers);
  if (catching++ > 0) return;
  // The host may have put back our handler, which it had found; `earlier` is then what it was.
  if (is_installed()) return;
  struct sigaction action = {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGBUS, &action, &earlier);
}

CaughtLostPages::~CaughtLostPages() {
  const std::lock_guard lock(handlers);
  // A handler that the host installed meanwhile stays.
  if (--catching == 0 && is_installed()) ::sigaction(SIGBUS, &earlier, nullptr);
}

PageWatch::PageWatch(std::span<const std::byte> pages) {
  for (std::size_t i = 0; i < kSlots && slot_ == kNone && !pages.empty(); ++i) {
    if (slots[i].is_taken.exchange(true)) continue;
    slots[i].is_lost = false;
    slots[i].begin = reinterpret_cast<std::uintptr_t>(pages.data());
    slots[i].bytes = pages.size();
    slot_ = i;
  }
}

bool PageWatch::was_lost() const { return slot_ != kNone && slots[slot_].is_lost; }

void PageWatch::end() {
  if (slot_ == kNone) return;
  slots[slot_].bytes = 0;
  slots[slot_].is_taken = false;
  slot_ = kNone;
}

}  // namespace tileglot::io
