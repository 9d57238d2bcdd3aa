// SPDX-License-Identifier: Apache-2.0
// peer_onednn_bench.cc: oneDNN's reorder between two descriptions with strides.
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>

#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

/// It has a type of 8 bytes in no release that copies them.
std::optional<StridedMove> in_known_items(const StridedMove& move) {
  constexpr std::int64_t kWidest = 4;
  return with_items(move, std::min(move.item_bytes, kWidest));
}

dnnl::memory::data_type type_of(std::int64_t item_bytes) {
  if (item_bytes == 1) return dnnl::memory::data_type::s8;
  return item_bytes == 2 ? dnnl::memory::data_type::bf16 : dnnl::memory::data_type::f32;
}

dnnl::memory::desc description(const StridedMove& move, std::int64_t Axis::* side) {
  dnnl::memory::dims counts;
  dnnl::memory::dims strides;
  for (const Axis& axis : move.axes) {
    counts.push_back(axis.count);
    strides.push_back(axis.*side / move.item_bytes);
  }
  return {counts, type_of(move.item_bytes), strides};
}

/// The objects that a run needs, kept as long as the mover.
struct Reorder {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::memory from;
  dnnl::memory to;
  dnnl::reorder reorder;

  Reorder(const StridedMove& move, const Transfer& transfer)
      : from(description(move, &Axis::from), engine,
             const_cast<std::byte*>(transfer.source().data() + move.from)),
        to(description(move, &Axis::to), engine, transfer.target().data() + move.to),
        reorder(from, to) {}

  void run() {
    reorder.execute(stream, from, to);
    stream.wait();
  }
};

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  const auto items = in_known_items(move);
  if (!items || items->axes.empty() || items->axes.size() > DNNL_MAX_NDIMS) return {};
  omp_set_num_threads(threads);
  try {
    const auto reorder = std::make_shared<Reorder>(*items, transfer);
    return Mover{.name = "oneDNN", .run = [reorder] { reorder->run(); }};
  } catch (const dnnl::error&) {
    return {};
  }
}

}  // namespace

Peer onednn() {
  const dnnl_version_t* version = dnnl_version();
  return {.name = "oneDNN",
          .remark = fmt::format("{}.{}.{}", version->major, version->minor, version->patch),
          .make = make};
}

}  // namespace tileglot::relayout::bench
