// SPDX-License-Identifier: Apache-2.0
// mover.h: code that moves a case's data: this library, a plain copy, or a peer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tileglot::relayout::bench {

enum class Role : std::uint8_t { kOurs, kMemcpy, kStreaming, kPeer };

struct Mover {
  std::string name = {};
  Role role = Role::kPeer;
  std::function<void()> run = {};
  /// The seconds of the last run, if another process did it and measured itself.
  std::function<double()> seconds = {};
  /// Copies its output to the target that the others write.
  std::function<void()> fetch = {};
};

}  // namespace tileglot::relayout::bench
