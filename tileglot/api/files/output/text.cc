// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/output/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"

namespace tileglot::api::files {

core::Status write_text(const std::string& path, std::string_view text, bool force) {
  TILEGLOT_TRY(file, io::AtomicFile::create(path, static_cast<std::int64_t>(text.size()),
                                            {.replace = force}));
  const auto bytes = std::as_bytes(std::span(text));
  std::copy(bytes.begin(), bytes.end(), file.bytes().begin());
  return file.commit();
}

}  // namespace tileglot::api::files
