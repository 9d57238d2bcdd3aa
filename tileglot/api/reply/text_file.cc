// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reply/text_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/io/file/atomic_file.h"

namespace tileglot::api {

Step<void> write_text(const std::string& path, std::string_view text, bool force) {
  TILEGLOT_STEP(file, about(io::AtomicFile::create(path, static_cast<std::int64_t>(text.size()),
                                                   {.replace = force}),
                            {}));
  const auto bytes = std::as_bytes(std::span(text));
  std::copy(bytes.begin(), bytes.end(), file.bytes().begin());
  return about(file.commit(), {});
}

}  // namespace tileglot::api
