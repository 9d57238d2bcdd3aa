// SPDX-License-Identifier: Apache-2.0
// module.cc: the portable packages as one WebAssembly module.
//
// What     room(n) is where a caller writes a request of n bytes: its name, a newline and its text;
//          two texts are two lines. answer() answers it with a JSON text that ends with a zero byte, as
//          the program does with --json.
// Why      A library only shows that it compiles. A thread or a process that a request needs is a
//          symbol that the link of a module does not find, and a file is an import that
//          run_module.mjs refuses.
//          [tests: module_test.py]
#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/check.h"
#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/equal.h"
#include "tileglot/api/convert/index.h"
#include "tileglot/api/eval/eval.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/pass.h"
#include "tileglot/api/hlo/print.h"
#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/triton/inspect_module.h"

namespace tileglot::api {
namespace {

struct Split {
  std::string first;
  std::string rest;
};

Split split_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == text.npos) return {.first = std::string(text), .rest = {}};
  return {.first = std::string(text.substr(0, end)), .rest = std::string(text.substr(end + 1))};
}

Reply reply_to(const std::string& name, const std::string& text) {
  const std::string file = name == "inspect" ? "'text.ttgir'" : "'text.hlo'";
  const ModuleText module = {.name = file, .text = text};
  const Split lines = split_line(text);
  if (name == "show") return show({.layout = text});
  if (name == "convert") return convert({.layout = text, .to = "all"});
  if (name == "index") return index({.layout = lines.rest, .places = {lines.first}});
  if (name == "check") return check({.asked = {.layout = text}});
  if (name == "eval") return evaluate_expression(text);
  if (name == "inspect") return inspect_module(module);
  if (name == "hlo stats") return hlo_stats({.module = module});
  if (name == "hlo verify") return hlo_verify({.module = module});
  if (name == "hlo print") return hlo_print({.module = module});
  if (name == "hlo diff") return hlo_diff({.before = module, .after = module});
  if (name == "hlo normalize") return hlo_pass({.module = module});
  if (name == "hlo assign") return hlo_assign({.module = module});
  if (name == "hlo optimal")
    return hlo_assign({.module = module, .strategy = {.strategy = "optimal"}});
  if (name == "hlo compile") return hlo_compile({.module = module});
  if (name == "equal") return equal({.left = lines.first, .right = lines.rest});
  return core::fail({.code = "cli.arguments", .message = "there is no such request"});
}

std::string request;
std::string reply;

}  // namespace
}  // namespace tileglot::api

extern "C" {

// The compiler's library of 128-bit division, as Debian builds it, protects its stack with these, and
// wasi-libc does not have them.
std::size_t __stack_chk_guard = 0x7110610f;                 // NOLINT(bugprone-reserved-identifier)
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }  // NOLINT(bugprone-reserved-identifier)

[[clang::export_name("room")]] char* room(std::size_t bytes) {
  using tileglot::api::request;
  request.resize(bytes);
  return request.data();
}

[[clang::export_name("answer")]] const char* answer() {
  using namespace tileglot::api;  // NOLINT(google-build-using-namespace)
  const Split asked = split_line(request);
  const Reply found = reply_to(asked.first, asked.rest);
  reply = (found ? to_json(*found) : to_json(found.error())).dump();
  return reply.c_str();
}
}
