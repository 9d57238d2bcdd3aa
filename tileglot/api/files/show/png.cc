// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/show/png.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/files/process/child.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {
namespace {

constexpr const char* kSmaller = "write --as svg, or show a smaller part by --crop";

core::Error not_installed(const PngOptions& options) {
  return {{.code = "show.png_missing",
           .message = fmt::format("a PNG is drawn by {}, which is not installed",
                                  io::path_text(options.program)),
           .help = "install it (Debian: librsvg2-bin), or write --as svg"}};
}

core::Error failed(const PngOptions& options, const ChildAnswer& answer) {
  const std::string_view output = answer.errors;
  const std::string line = core::printable(output.substr(0, output.find('\n')), 200);
  return {{.code = "show.png",
           .message = fmt::format("{} drew no PNG: {}", io::path_text(options.program),
                                  line.empty() ? end_text(answer.status) : line),
           .help = kSmaller}};
}

}  // namespace

core::Result<std::string> to_png(const std::string& svg, const PngOptions& options) {
  // Our own text may exceed the program's limit for untrusted input.
  auto answer = run_child({.program = options.program,
                           .arguments = {"--unlimited", fmt::format("--zoom={}", options.zoom)},
                           .input = svg,
                           .seconds = options.seconds,
                           .missing = not_installed(options)});
  if (!answer) {
    core::Error error = std::move(answer).error();
    if (error->code == "process.time") error->help = kSmaller;
    return core::fail(std::move(error));
  }
  const bool is_png = std::string_view(answer->output).starts_with("\x89PNG\r\n\x1a\n");
  if (answer->status != 0 || !is_png) return core::fail(failed(options, *answer));
  return std::move(answer->output);
}

}  // namespace tileglot::api::files
