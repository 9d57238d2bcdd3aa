// SPDX-License-Identifier: Apache-2.0
// apart.h: whether many buffers are disjoint.
//
// What     An Apart collects the sources and targets of many moves; first_clash() is a target that
//          shares memory with another target or with a source, if there is one. Sources may share.
// Why      A target that is written twice, or while it is read, ends up with neither content.
// How      If targets are added in memory order, and all sources are on one side of them, they are
//          known to be disjoint as they are added. Otherwise all are sorted.
// Units    Bytes; an empty buffer shares nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tileglot::relayout::cpu {

struct Clash {
  std::size_t target = 0;  ///< which target
  std::size_t other = 0;   ///< which target or source it shares memory with
  bool is_source = false;  ///< the other is a source
};

class Apart {
 public:
  /// Reserves space for that many buffers.
  void reserve(std::size_t buffers) { buffers_.reserve(buffers); }
  void add_source(std::size_t number, std::span<const std::byte> bytes) {
    add(number, bytes, true);
  }
  void add_target(std::size_t number, std::span<const std::byte> bytes) {
    add(number, bytes, false);
  }
  [[nodiscard]] std::optional<Clash> first_clash() const;

 private:
  struct Buffer {
    const std::byte* begin = nullptr;
    const std::byte* end = nullptr;
    std::size_t number = 0;
    bool is_source = false;
  };
  /// The range from the first byte to the last of all buffers.
  struct Hull {
    const std::byte* begin = nullptr;
    const std::byte* end = nullptr;
    bool is_in_order = true;
  };

  void add(std::size_t number, std::span<const std::byte> bytes, bool is_source);
  static void extend(Hull& hull, const Buffer& buffer);

  std::vector<Buffer> buffers_;
  Hull sources_;
  Hull targets_;
};

}  // namespace tileglot::relayout::cpu
