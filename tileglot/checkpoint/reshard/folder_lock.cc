// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/folder_lock.h"

#include <unistd.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/locked_file.h"

namespace tileglot::checkpoint::reshard {
namespace {

std::string lock_path(const std::string& folder) { return folder + ".tileglot-reshard.lock"; }

}  // namespace

core::Result<io::FileDescriptor> lock_folder(const std::string& folder,
                                             const std::function<core::Status()>& goes_on) {
  constexpr std::chrono::minutes kLongest(10);
  constexpr std::chrono::milliseconds kBetween(10);
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (true) {
    auto locked = io::open_locked(lock_path(folder), folder);
    const bool is_busy = !locked && locked.error()->code == "io.busy";
    if (!is_busy || std::chrono::steady_clock::now() > end) return locked;
    TILEGLOT_TRY_STATUS(goes_on());
    std::this_thread::sleep_for(kBetween);
  }
}

void remove_folder_lock(const std::string& folder) { ::unlink(lock_path(folder).c_str()); }

}  // namespace tileglot::checkpoint::reshard
