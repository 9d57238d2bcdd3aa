// SPDX-License-Identifier: Apache-2.0
// json_tokens.h: positions of JSON tokens, for a parser that does not report them.
//
// What     JsonTokens::next() is the span of the next token: a string with its quotes, a number, a
//          word, a bracket. Commas and colons are skipped.
// Why      nlohmann's parser calls back for each token without its position, and an error should
//          show it. Called once in every callback, this class keeps in step; it checks nothing,
//          since the parser has.
// Units    Bytes of the text.
// Example  In {"a": [1]} the tokens are at [0,1), [1,4), [6,7), [7,8), [8,9) and [9,10).
//          [tests: json_tokens_test.cc, "tokens are where they stand"]
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::io {

class JsonTokens {
 public:
  explicit JsonTokens(std::string_view text) : text_(text) {}

  core::Span next() {
    const std::size_t begin = std::min(text_.find_first_not_of(" \t\r\n,:", at_), text_.size());
    at_ = end_of_token(begin);
    return {begin, at_};
  }

 private:
  std::size_t end_of_token(std::size_t begin) const {
    if (begin == text_.size()) return begin;
    if (text_[begin] == '"') return end_of_string(begin);
    if (std::string_view("{}[]").find(text_[begin]) != std::string_view::npos) return begin + 1;
    return std::min(text_.find_first_of(" \t\r\n,:{}[]\"", begin), text_.size());
  }

  std::size_t end_of_string(std::size_t begin) const {
    std::size_t at = begin + 1;
    while (at < text_.size() && text_[at] != '"') at += text_[at] == '\\' ? 2U : 1U;
    return std::min(at + 1, text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace tileglot::io
