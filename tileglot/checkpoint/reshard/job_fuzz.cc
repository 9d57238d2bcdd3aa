// SPDX-License-Identifier: Apache-2.0
// job_fuzz.cc: any text is a job or an error; a job is printed as it was written.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tileglot/checkpoint/reshard/job.h"
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
  const auto job = reshard::parse_job(text);
  if (job) {
    require(reshard::print(*job) == text);
    require(!reshard::first_difference(*job, *job));
  } else {
    require(!core::render(core::with_line(job.error(), text)).empty());
  }
  return 0;
}
