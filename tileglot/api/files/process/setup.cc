// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/process/setup.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/lost_pages.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void count_interrupt(int /*signal*/) { interrupts = 1; }

/// Destructors of JSON allocate memory and cannot report that there is none.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view kMessage =
        "error[io.memory]: there is not enough memory for this request\n";
    std::fwrite(kMessage.data(), 1, kMessage.size(), stderr);
    std::_Exit(kInputOutput);
  } catch (...) {
    std::abort();
  }
  std::abort();
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = count_interrupt;
  // A second signal ends the process, in case the first has no effect.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() { return interrupts != 0; }

void start_process() {
  std::set_terminate(end_without_memory);
  io::catch_lost_pages();
  // Without the signal, writing past the limit fails with EFBIG.
  std::signal(SIGXFSZ, SIG_IGN);
}

core::Error stdin_error(int error_number) {
  return io::os_error(error_number == 0 ? EIO : error_number, "read", "stdin");
}

}  // namespace tileglot::api::files
