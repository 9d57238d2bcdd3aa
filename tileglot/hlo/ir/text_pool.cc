// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/text_pool.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tileglot::hlo {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

}  // namespace

std::string_view TextPool::keep(std::string_view text) {
  if (text.empty()) return {};
  if (blocks_.empty() || capacity_ - used_ < text.size()) {
    capacity_ = std::max(kBlockBytes, text.size());
    used_ = 0;
    blocks_.push_back(std::make_shared<char[]>(capacity_));
  }
  char* const begin = &blocks_.back()[static_cast<std::ptrdiff_t>(used_)];
  std::copy(text.begin(), text.end(), begin);
  used_ += text.size();
  return {begin, text.size()};
}

std::string_view TextPool::adopt(std::string text) {
  texts_.push_back(std::make_shared<const std::string>(std::move(text)));
  return *texts_.back();
}

}  // namespace tileglot::hlo
