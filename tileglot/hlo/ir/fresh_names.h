// SPDX-License-Identifier: Apache-2.0
// fresh_names.h: names that are not taken yet.
//
// What     A name is a prefix and a number: `add.12` is add and 12, `add` is add and 0. take(name)
//          returns the name itself if it is free; otherwise its prefix with the next free number.
//          The returned name is taken then.
// Why      Names identify instructions in a printed module; XLA numbers them in this way.
// Example  add, add, add.1, add.7 give add, add.1, add.2, add.7.
//          [tests: hlo/ir/fresh_names_test.cc, "a taken name gets the next number"]
// Source   XLA, name_uniquer.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tileglot::hlo {

class FreshNames {
 public:
  std::string take(std::string_view name);

 private:
  struct Numbers {
    std::unordered_set<std::int64_t> used = {};
    std::int64_t next = 0;
  };
  std::unordered_map<std::string, Numbers> by_prefix_ = {};
};

}  // namespace tileglot::hlo
