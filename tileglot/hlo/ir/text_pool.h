// SPDX-License-Identifier: Apache-2.0
// text_pool.h: the characters that a module owns.
//
// What     keep(text) copies a text into the pool and returns the copy, which stays in place as
//          long as this pool or a copy of it lives.
// Why      A module of 50,000 instructions has as many names and attribute texts; as views into a
//          few blocks they need no allocation each.
// Example  A copy of a pool shares the written blocks and writes into its own.
//          [tests: hlo/ir/text_pool_test.cc, "a copy outlives its original"]
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::hlo {

class TextPool {
 public:
  TextPool() = default;
  ~TextPool() = default;
  TextPool(const TextPool& other) : blocks_(other.blocks_), texts_(other.texts_) {}
  TextPool& operator=(const TextPool& other) {
    *this = TextPool(other);
    return *this;
  }
  TextPool(TextPool&&) = default;
  TextPool& operator=(TextPool&&) = default;

  std::string_view keep(std::string_view text);

  /// Keeps the whole text as it is: views into it stay valid.
  std::string_view adopt(std::string text);

 private:
  std::vector<std::shared_ptr<char[]>> blocks_ = {};
  std::vector<std::shared_ptr<const std::string>> texts_ = {};
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;  ///< of the last block; 0 if it is shared with another pool
};

}  // namespace tileglot::hlo
