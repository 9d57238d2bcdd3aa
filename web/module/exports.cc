// SPDX-License-Identifier: Apache-2.0
#include "web/module/exports.h"

#include <cstddef>
#include <string>

#include "tileglot/web/answer.h"

namespace {

std::string request;
std::string reply;

}  // namespace

extern "C" {

// The compiler's library of 128-bit division, as Debian builds it, protects its stack with these, and
// wasi-libc does not have them.
std::size_t __stack_chk_guard = 0x7110610f;                 // NOLINT(bugprone-reserved-identifier)
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }  // NOLINT(bugprone-reserved-identifier)
}

/// What the C++ library calls where it would print a message and abort: the printing of C is 20 KB.
[[noreturn]] void std::__2::__libcpp_verbose_abort(const char* /*format*/, ...) {
  __builtin_trap();
}

extern "C" {

[[clang::export_name("tg_room")]] char* tg_room(std::size_t bytes) {
  request.resize(bytes);
  return request.data();
}

[[clang::export_name("tg_answer")]] std::size_t tg_answer(std::size_t bytes) {
  request.resize(bytes);
  reply = tileglot::web::answer(request, tileglot::web::door_of_module());
  return reply.size();
}

[[clang::export_name("tg_reply")]] const char* tg_reply() { return reply.data(); }
}
