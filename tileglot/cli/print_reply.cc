// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/print_reply.h"

#include <cstdio>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"

namespace tileglot::cli {
namespace {

std::string json_line(const api::Json& json) {
  return json.dump(-1, ' ', false, api::Json::error_handler_t::replace) + "\n";
}

}  // namespace

bool write_out(std::string_view text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
}

void write_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int finish(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  write_error("error[io.write]: standard output took no more data\n");
  return api::kInputOutput;
}

int print(const api::Reply& reply, bool json) {
  if (reply) {
    // Without a text the data itself has gone to stdout, so the answer goes to stderr.
    const bool is_beside = reply->text.empty() && !reply->note.empty();
    const std::string answer = json ? json_line(api::to_json(*reply)) : reply->text;
    if (is_beside && json) {
      write_error(answer);
    } else {
      write_out(answer);
    }
    if (!json) write_error(reply->note);
    return reply->exit_code;
  }
  if (json) write_out(json_line(api::to_json(reply.error())));
  if (!json) write_error(core::render(reply.error()));
  return api::exit_code_of(reply.error());
}

}  // namespace tileglot::cli
