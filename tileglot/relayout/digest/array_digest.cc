// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/array_digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/tasks.h"
#include "tileglot/relayout/cpu/threads.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/detail/run_sums.h"
#include "tileglot/relayout/digest/detail/slab_reader.h"
#include "tileglot/relayout/digest/detail/slabs.h"
#include "tileglot/relayout/digest/detail/sums.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {
namespace {

using detail::Part;
using detail::Sums;

std::int64_t bytes_of(std::int64_t elements, const Part& part) {
  return core::ceil_div(elements * part.element_bits, 8);
}

int threads_for(const Part& part, const DigestOptions& options) {
  const std::int64_t small = std::max<std::int64_t>(options.small_bytes, 1);
  const std::int64_t useful = bytes_of(part.layout.size(), part) / small;
  const int most = cpu::threads_meant(options.threads);
  return static_cast<int>(std::clamp<std::int64_t>(useful, 1, most));
}

/// Reports what has been read.
class Reports {
 public:
  Reports(const cpu::Watch& watch, std::int64_t all_bytes) : watch_(watch), all_bytes_(all_bytes) {}

  void read(std::int64_t bytes) { done_ += bytes; }

  /// Reports if this is the first call, or enough has been read since the last report.
  core::Status check() {
    if (!watch_.report) return {};
    const std::int64_t done = std::min(done_.load(), all_bytes_);
    if (reported_ >= 0 && done - reported_ < watch_.every_bytes && done < all_bytes_) return {};
    reported_ = done;
    if (watch_.report({done, all_bytes_}) || done == all_bytes_) return {};
    return core::fail({.code = "relayout.cancelled",
                       .message = fmt::format("the digest was cancelled after {} of {} bytes", done,
                                              all_bytes_)});
  }

 private:
  const cpu::Watch& watch_;
  std::int64_t all_bytes_;
  std::atomic<std::int64_t> done_ = 0;
  std::int64_t reported_ = -1;
};

/// Reads all slabs, on so many threads.
class SlabSums {
 public:
  SlabSums(const Part& part, const DigestOptions& options)
      : part_(part),
        threads_(threads_for(part, options)),
        extents_(detail::slab_extents(part.layout, part.element_bits,
                                      core::saturating_mul(options.slab_bytes, 8))),
        slabs_(part.layout, extents_),
        reader_(part, map::Box{map::Coordinate(part.rank()), extents_}.size(), threads_),
        reports_(options.watch, bytes_of(part.layout.size(), part)),
        sums_(static_cast<std::size_t>(threads_)) {}

  core::Result<Sums> sum() {
    TILEGLOT_TRY_STATUS(threads_ == 1 ? read_all() : read_by_threads());
    Sums all;
    for (const Sums& sums : sums_) all.add(sums);
    return all;
  }

 private:
  core::Status read(int worker, std::int64_t number) {
    const map::Box slab = slabs_.slab(number);
    TILEGLOT_TRY(sums, reader_.sum(worker, slab));
    sums_[static_cast<std::size_t>(worker)].add(sums);
    reports_.read(bytes_of(slab.size(), part_));
    return {};
  }

  core::Status read_all() {
    for (std::int64_t number = 0; number < slabs_.count(); ++number) {
      TILEGLOT_TRY_STATUS(reports_.check());
      TILEGLOT_TRY_STATUS(read(0, number));
    }
    return reports_.check();
  }

  core::Status read_by_threads() {
    return cpu::run_tasks(
        threads_, slabs_.count(),
        [this](int worker, std::int64_t number) { return read(worker, number); },
        [this] { return reports_.check(); });
  }

  const Part& part_;
  int threads_;
  std::vector<std::int64_t> extents_;
  detail::Slabs slabs_;
  detail::SlabReader reader_;
  Reports reports_;
  std::vector<Sums> sums_;
};

core::Result<Sums> sums_of(const Part& part, const DigestOptions& options) {
  if (part.rank() > 0) return SlabSums(part, options).sum();
  return detail::sum_run(0, part.bytes.data(), part.layout({}) * part.element_bits,
                         part.element_bits);
}

}  // namespace

core::Result<Digest> digest_of(const map::IndexMap& layout, const map::Coordinate& begin,
                               std::span<const std::int64_t> extents, int element_bits,
                               std::span<const std::byte> bytes, const DigestOptions& options) {
  TILEGLOT_TRY(part, detail::checked_part(layout, begin, extents, element_bits, bytes));
  Digest digest = part.nothing();
  if (layout.size() == 0) return digest;
  TILEGLOT_TRY(sums, sums_of(part, options));
  digest.elements = layout.size();
  digest.first = sums.first;
  digest.second = sums.second;
  return digest;
}

core::Result<Digest> digest_of(const map::IndexMap& layout, int element_bits,
                               std::span<const std::byte> bytes, const DigestOptions& options) {
  std::vector<std::int64_t> extents;
  extents.reserve(layout.rank());
  for (const map::Dim& dim : layout.domain()) extents.push_back(dim.extent);
  return digest_of(layout, map::Coordinate(layout.rank()), extents, element_bits, bytes, options);
}

}  // namespace tileglot::relayout::digest
