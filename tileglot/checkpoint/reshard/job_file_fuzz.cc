// SPDX-License-Identifier: Apache-2.0
// job_file_fuzz.cc: any text is a job file or an error; names in it lead nowhere else; what is printed
// is read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tileglot/checkpoint/reshard/job_file.h"
#include "tileglot/core/source_text.h"

namespace {

namespace core = tileglot::core;
namespace reshard = tileglot::checkpoint::reshard;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto file = reshard::parse_job_file(text);
  if (!file) {
    require(!core::render(core::with_line(file.error(), text)).empty());
    return 0;
  }
  for (const auto& listed : file->files) {
    require(listed.name.find('/') == std::string::npos && listed.name != "..");
    require(listed.header_bytes >= 0 && listed.bytes >= listed.header_bytes);
  }
  const auto again = reshard::parse_job_file(reshard::print(*file));
  require(again && again->job == file->job && again->files == file->files &&
          again->index == file->index && again->is_complete == file->is_complete);
  return 0;
}
