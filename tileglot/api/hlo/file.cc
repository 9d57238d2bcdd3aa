// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/file.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "tileglot/api/input/open_input.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api {

core::Result<HloFile> read_hlo(const std::string& path, bool lenient) {
  TILEGLOT_TRY(file, open_input(path));
  const auto bytes = file.bytes();
  HloFile result{.name = io::path_text(file.name())};
  result.text.assign(bytes.size(), '\0');
  if (!bytes.empty()) std::memcpy(result.text.data(), bytes.data(), bytes.size());
  TILEGLOT_TRY_STATUS(file.check());
  auto module = hlo::parse_module(
      result.text, {.unknown_attributes = lenient ? hlo::UnknownAttributes::kKept
                                                  : hlo::UnknownAttributes::kRefused});
  if (!module) return core::fail(core::with_line(std::move(module).error(), result.text));
  result.module = *std::move(module);
  return result;
}

}  // namespace tileglot::api
