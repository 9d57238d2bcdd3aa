// SPDX-License-Identifier: Apache-2.0
// main.cc: one request in, one answer out; data on stdout, all else on stderr.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/checkpoint_file.h"
#include "tileglot/api/eval.h"
#include "tileglot/api/process.h"
#include "tileglot/api/relayout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/terminal.h"
#include "tileglot/cli/arguments.h"
#include "tileglot/cli/progress_line.h"
#include "tileglot/cli/terminal.h"

namespace tileglot::cli {
namespace {

/// Whether everything reached stdout: a full disk or a closed pipe must not look like success.
bool write_out(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

void write_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int finish(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  write_error("error[io.write]: standard output took no more data\n");
  return api::kInputOutput;
}

std::string json_line(const api::Json& json) {
  return json.dump(-1, ' ', false, api::Json::error_handler_t::replace) + "\n";
}

int print(const api::Reply& reply, bool json) {
  if (reply) {
    // Without a text the data itself has gone to stdout, and the answer belongs beside it.
    const bool is_beside = reply->text.empty() && !reply->note.empty();
    const std::string answer = json ? json_line(to_json(*reply)) : reply->text;
    if (is_beside && json) {
      write_error(answer);
    } else {
      write_out(answer);
    }
    if (!json) write_error(reply->note);
    return reply->exit_code;
  }
  if (json) write_out(json_line(to_json(reply.error())));
  if (!json) write_error(to_text(reply.error()));
  return api::exit_code_of(reply.error().error);
}

int evaluate_expression_lines(const EvalCommand& command, bool json) {
  int worst = api::kYes;
  std::string line;
  errno = 0;
  while (std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const int code = print(evaluate_expression(line, command.options), json);
    if (worst == api::kYes) worst = code;
    errno = 0;
  }
  if (std::ferror(stdin) != 0) return print(tl::unexpected(api::stdin_failure(errno)), json);
  return worst;
}

int evaluate_json_lines(const EvalCommand& command) {
  const auto write = [](std::string_view line) {
    write_out(line);
    errno = 0;
  };
  errno = 0;
  evaluate_lines(std::cin, write, command.options);
  if (std::ferror(stdin) == 0) return api::kYes;
  // Lines on stdout are answers, and this is none.
  const api::Failure failure = api::stdin_failure(errno);
  write_error(to_text(failure));
  return api::exit_code_of(failure.error);
}

api::Reply answer(const api::ShowRequest& request) { return show(request); }
api::Reply answer(const api::IndexRequest& request) { return index(request); }
api::Reply answer(const api::ConvertRequest& request) { return convert(request); }
api::Reply answer(const api::EqualRequest& request) { return equal(request); }
api::Reply answer(const api::CheckRequest& request) { return check(request); }
api::Reply answer(const api::InspectRequest& request) { return inspect(request); }
/// A model takes long: it says how far it is, and ends in order.
api::Reply answer(const api::RelayoutRequest& request) {
  if (!api::is_checkpoint_path(request.input)) return relayout(request);
  const Surroundings surroundings = surroundings_of(stderr);
  const bool is_ascii = request.terminal.glyphs == api::Glyphs::kAscii;
  ProgressLine line(stderr, is_live(surroundings), terminal_of(surroundings, {.ascii = is_ascii}));
  api::RelayoutRequest watched = request;
  watched.progress = [&line](const api::RelayoutProgress& progress) { line.show(progress); };
  watched.is_interrupted = api::is_interrupted;
  api::catch_interrupts();
  return relayout(watched);
}
api::Reply answer(const api::VerifyRequest& request) { return verify(request); }
api::Reply answer(const api::HloPrintRequest& request) { return hlo_print(request); }
api::Reply answer(const api::HloVerifyRequest& request) { return hlo_verify(request); }
api::Reply answer(const api::HloStatsRequest& request) { return hlo_stats(request); }
api::Reply answer(const api::HloAssignRequest& request) { return hlo_assign(request); }
api::Reply answer(const api::HloPassRequest& request) { return hlo_pass(request); }
api::Reply answer(const api::HloDiffRequest& request) { return hlo_diff(request); }
api::Reply answer(const api::HloCompileRequest& request) { return hlo_compile(request); }
api::Reply answer(const api::HloRunRequest& request) { return hlo_run(request); }
api::Reply answer(const api::Answer& answered) { return answered; }
api::Reply answer(const EvalCommand& command) {
  return evaluate_expression(command.expression, command.options);
}

/// The request as it came, and told of the screen if its answer's text depends on it.
template <class AnyRequest>
AnyRequest on_screen(AnyRequest request, const api::Terminal& terminal) {
  if constexpr (requires { request.terminal; }) request.terminal = terminal;
  return request;
}

int run(const Command& command) {
  const auto* eval = std::get_if<EvalCommand>(&command.request);
  if (eval != nullptr && eval->input == EvalCommand::Input::kJsonLines)
    return evaluate_json_lines(*eval);
  if (eval != nullptr && eval->input == EvalCommand::Input::kExpressionLines) {
    return evaluate_expression_lines(*eval, command.json);
  }
  const api::Terminal terminal = terminal_of(surroundings_of(stdout), command.screen);
  const auto answered = [&](const auto& request) { return answer(on_screen(request, terminal)); };
  return print(std::visit(answered, command.request), command.json);
}

int run(const Message& message) {
  write_out(message.text);
  return api::kYes;
}

int run(const WrongWords& wrong) { return print(tl::unexpected(wrong.failure), wrong.json); }

/// Before the request was read it is not known whether it asks for JSON.
int out_of_memory(std::span<char* const> words) {
  const bool json = std::any_of(words.begin(), words.end(),
                                [](std::string_view word) { return word == "--json"; });
  return print(tl::unexpected(api::memory_failure()), json);
}

}  // namespace
}  // namespace tileglot::cli

int main(int argc, char** argv) {
  try {
    tileglot::api::start_process();
    const auto parsed = tileglot::cli::parse_arguments(argc, argv);
    return tileglot::cli::finish(
        std::visit([](const auto& what) { return tileglot::cli::run(what); }, parsed));
  } catch (const std::bad_alloc&) {
    return tileglot::cli::out_of_memory(std::span<char*>(argv, argv + argc));
  } catch (const std::exception& exception) {
    tileglot::cli::write_error(fmt::format(
        "error[bug]: {}\n  help: this is a fault of tileglot; please report the command\n",
        exception.what()));
    return tileglot::api::kOurBug;
  }
}
