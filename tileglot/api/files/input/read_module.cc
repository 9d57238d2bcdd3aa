// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/input/read_module.h"

#include <string>
#include <utility>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/text_of_proto.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api::files {

core::Result<ModuleText> read_module(const std::string& path) {
  TILEGLOT_TRY(file, open_input(path));
  return module_text(file);
}

core::Result<ModuleText> module_text(const io::MappedFile& file) {
  const auto bytes = file.bytes();
  ModuleText module{.name = io::path_text(file.name())};
  module.text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  TILEGLOT_TRY_STATUS(file.check());
  if (hlo::is_proto(module.text)) {
    TILEGLOT_TRY(text, hlo::text_of_proto(module.text));
    module.text = std::move(text);
  }
  return module;
}

}  // namespace tileglot::api::files
