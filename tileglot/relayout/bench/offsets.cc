// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/offsets.h"

#include <cstddef>
#include <random>
#include <utility>

namespace tileglot::relayout::bench {
namespace {

constexpr int kSamples = 4096;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace

core::Result<Offsets> Offsets::of(std::string_view text) {
  TILEGLOT_TRY(layout, bridge::parse_layout(text));
  TILEGLOT_TRY(evaluator, bridge::Evaluator::of(layout));
  return Offsets(std::move(evaluator));
}

Offsets::Offsets(bridge::Evaluator evaluator) : evaluator_(std::move(evaluator)) {
  if (evaluator_.size() == 0) return;
  make_tables();
  separable_ = agrees_with_samples();
}

void Offsets::make_tables() {
  std::vector<std::int64_t> x(extents().size(), 0);
  base_ = evaluator_.offset(x);
  steps_.resize(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    steps_[k].reserve(at(extents()[k]));
    for (x[k] = 0; x[k] < extents()[k]; ++x[k]) steps_[k].push_back(evaluator_.offset(x) - base_);
    x[k] = 0;
  }
}

std::int64_t Offsets::by_tables(std::span<const std::int64_t> x) const {
  std::int64_t offset = base_;
  for (std::size_t k = 0; k < x.size(); ++k) offset += steps_[k][at(x[k])];
  return offset;
}

bool Offsets::agrees_with_samples() const {
  std::mt19937_64 numbers(1);
  std::vector<std::int64_t> x(extents().size());
  for (int i = 0; i < kSamples; ++i) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      x[k] = static_cast<std::int64_t>(numbers() % static_cast<std::uint64_t>(extents()[k]));
    }
    if (by_tables(x) != evaluator_.offset(x)) return false;
  }
  return true;
}

void Offsets::row(std::vector<std::int64_t>& x, std::span<std::int64_t> offsets) const {
  if (x.empty()) {
    offsets[0] = base_;
    return;
  }
  x.back() = 0;
  const std::int64_t begin = separable_ ? by_tables(x) : 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    x.back() = static_cast<std::int64_t>(i);
    offsets[i] = separable_ ? begin + steps_.back()[i] : evaluator_.offset(x);
  }
  x.back() = 0;
}

}  // namespace tileglot::relayout::bench
