// SPDX-License-Identifier: Apache-2.0
// hash.h: hashes of layouts, the same in every process.
//
// What     hash_of(value) mixes what == compares: structure and numbers, not the marks of static
//          integers.
// Why      Layouts are keys of dicts and caches. std::hash may be salted, and the bytes of a value
//          hold more than == compares.
// Example  hash_of((_4,2):(_2,_1)) is hash_of((4,2):(2,1)).
#pragma once

#include <cstdint>
#include <string_view>

#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"

namespace tileglot::python {

/// Multiplies and folds 64-bit words.
class Hash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15U;
    state_ ^= state_ >> 29U;
  }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  /// Python keeps -1 for errors.
  std::int64_t value() const {
    const auto value = static_cast<std::int64_t>(state_);
    return value == -1 ? -2 : value;
  }

 private:
  std::uint64_t state_ = 0x243F6A8885A308D3U;
};

inline void add(Hash& hash, core::Integer integer) {
  hash.add(static_cast<std::uint64_t>(integer.value));
  hash.add(integer.path.packed);
}

inline void add(Hash& hash, const core::IntTuple& tuple) {
  hash.add(tuple.is_scalar ? 1U : 0U);
  hash.add(tuple.empty_mask);
  hash.add(tuple.keep_mask);
  for (int slot = 0; slot < tuple.slots; ++slot) {
    hash.add(tuple.nesting[slot]);
    add(hash, tuple.at(slot));
  }
}

inline void add(Hash& hash, const notation::cute::Layout<>& layout) {
  add(hash, layout.shape);
  add(hash, layout.stride);
}

inline void add(Hash& hash, const notation::cute::Swizzle& swizzle) {
  hash.add(static_cast<std::uint64_t>(swizzle.bits));
  hash.add(static_cast<std::uint64_t>(swizzle.base));
  hash.add(static_cast<std::uint64_t>(swizzle.shift));
}

inline void add(Hash& hash, const notation::cute::Stage& stage) {
  hash.add(stage.is_swizzle ? 1U : 0U);
  if (stage.is_swizzle) return add(hash, stage.swizzle);
  add(hash, stage.layout);
}

inline void add(Hash& hash, const notation::cute::ComposedLayout& composed) {
  add(hash, composed.outer);
  add(hash, composed.offset);
  add(hash, composed.inner);
}

inline void add(Hash& hash, std::string_view text) { hash.add(text); }

template <class T>
std::int64_t hash_of(const T& value) {
  Hash hash;
  add(hash, value);
  return hash.value();
}

}  // namespace tileglot::python
