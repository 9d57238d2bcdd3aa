// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/show/show.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "tileglot/api/files/output/outputs.h"
#include "tileglot/api/files/show/png.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {

Reply show(ShowFile request) {
  request.draw_png = [](const std::string& svg) { return to_png(svg); };
  TILEGLOT_TRY(answer, api::show(request));
  if (request.output.empty() || request.output == "-") return std::move(answer);
  Outputs outputs(request.force);
  TILEGLOT_TRY_STATUS(outputs.claim(request.output));
  TILEGLOT_TRY_STATUS(outputs.text(request.output, answer.text));
  TILEGLOT_TRY_STATUS(outputs.commit());
  answer.text.clear();
  answer.json["output"] = request.output;
  answer.note += fmt::format("wrote {}\n", io::path_text(request.output));
  return std::move(answer);
}

}  // namespace tileglot::api::files
