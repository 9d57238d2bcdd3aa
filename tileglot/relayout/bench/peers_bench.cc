// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/peers.h"

#include <utility>

#include "tileglot/relayout/bench/strided_move.h"

namespace tileglot::relayout::bench {
namespace {

#if !defined(TILEGLOT_HAS_ONEDNN) || !defined(TILEGLOT_HAS_EIGEN) ||   \
    !defined(TILEGLOT_HAS_OPENBLAS) || !defined(TILEGLOT_HAS_NUMPY) || \
    !defined(TILEGLOT_HAS_HPTT) || !defined(TILEGLOT_HAS_XLA)
Peer absent(const char* name, const char* how_to_get) {
  return {.name = name, .remark = how_to_get};
}
#endif

}  // namespace

#ifndef TILEGLOT_HAS_ONEDNN
Peer onednn() { return absent("oneDNN", "install libdnnl-dev"); }
#endif
#ifndef TILEGLOT_HAS_EIGEN
Peer eigen() { return absent("Eigen", "install libeigen3-dev"); }
#endif
#ifndef TILEGLOT_HAS_OPENBLAS
Peer openblas() { return absent("OpenBLAS", "install libopenblas-dev"); }
#endif
#ifndef TILEGLOT_HAS_NUMPY
Peer numpy() { return absent("NumPy", "install python3-numpy"); }
#endif
#ifndef TILEGLOT_HAS_HPTT
Peer hptt() { return absent("HPTT", "configure with -DTILEGLOT_HPTT=FOLDER of include/, lib/"); }
#endif
#ifndef TILEGLOT_HAS_XLA
Peer xla() {
  return absent("XLA", "configure with -DTILEGLOT_XLA=SOURCES -DTILEGLOT_XLA_LIBRARY=");
}
#endif

std::vector<Peer> peer_list() { return {onednn(), eigen(), openblas(), numpy(), hptt(), xla()}; }

std::vector<Mover> peers_of(const Transfer& transfer, int threads) {
  std::vector<Mover> movers;
  if (transfer.plan.padding() > 0) return movers;
  const auto move = strided_move(*transfer.source_map, *transfer.target_map, transfer.element_bits);
  if (!move) return movers;
  for (const Peer& peer : peer_list()) {
    if (peer.make == nullptr) continue;
    if (auto mover = peer.make(*move, transfer, threads)) movers.push_back(std::move(*mover));
  }
  return movers;
}

}  // namespace tileglot::relayout::bench
