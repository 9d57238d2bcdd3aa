// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <variant>

#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/cli/arguments.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/print_reply.h"
#include "tileglot/cli/terminal.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {
namespace {

int run(const Command& command) {
  return command.run({command.json, terminal_of(surroundings_of(stdout), command.screen)});
}

int run(const Message& message) {
  write_out(message.text);
  return api::kYes;
}

int run(const WrongWords& wrong) { return print(core::fail(wrong.error), wrong.json); }

/// Before the request is parsed it is unknown whether it asks for JSON.
int out_of_memory(std::span<char* const> words) {
  const bool json = std::any_of(words.begin(), words.end(),
                                [](std::string_view word) { return word == "--json"; });
  return print(core::fail(core::memory_error()), json);
}

}  // namespace

int run_program(int argc, char** argv, const Program& program) {
  try {
    api::files::start_process();
    const auto parsed = parse_arguments(program, argc, argv);
    return finish(std::visit([](const auto& what) { return run(what); }, parsed));
  } catch (const std::bad_alloc&) {
    return out_of_memory(std::span<char*>(argv, argv + argc));
  } catch (const std::exception& exception) {
    write_error(fmt::format(
        "error[bug]: {}\n  help: this is a fault of tileglot; please report the command\n",
        exception.what()));
    return api::kOurBug;
  }
}

}  // namespace tileglot::cli
