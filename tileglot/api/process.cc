// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/process.h"

#include <cerrno>
#include <csignal>

#include "tileglot/api/reply.h"
#include "tileglot/io/lost_pages.h"
#include "tileglot/io/os_error.h"

namespace tileglot::api {

void start_process() {
  io::catch_lost_pages();
  // Without the signal, writing past the limit fails with EFBIG.
  std::signal(SIGXFSZ, SIG_IGN);
}

Failure stdin_failure(int error_number) {
  return {io::os_error(error_number == 0 ? EIO : error_number, "read", "stdin"), {}};
}

Failure memory_failure() {
  return {{.code = "io.memory",
           .message = "there is not enough memory for this request",
           .help = "free some, or ask for less: fewer elements, fewer offsets"},
          {}};
}

}  // namespace tileglot::api
