// SPDX-License-Identifier: Apache-2.0
// peer_numpy_bench.cc: NumPy, in a separate process with its own buffers, timed there.
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tileglot/relayout/bench/child.h"
#include "tileglot/relayout/bench/machine.h"
#include "tileglot/relayout/bench/peer.h"

namespace tileglot::relayout::bench {
namespace {

std::vector<std::string> command(const StridedMove& move, const Transfer& transfer) {
  const std::int64_t numbers[] = {this_machine().processors.front(),
                                  transfer.huge_pages ? 1 : 0,
                                  move.item_bytes,
                                  move.from,
                                  move.to,
                                  transfer.plan.source_bytes(),
                                  transfer.plan.target_bytes()};
  std::vector<std::string> words = {TILEGLOT_PYTHON, TILEGLOT_PEER_NUMPY};
  for (const std::int64_t number : numbers) words.push_back(std::to_string(number));
  for (const Axis& axis : move.axes) {
    words.push_back(fmt::format("{}:{}:{}", axis.count, axis.from, axis.to));
  }
  return words;
}

struct Session {
  explicit Session(const std::vector<std::string>& words) : child(words) {}

  bool ask(char word, std::span<std::byte> answer) const {
    return child.send(std::as_bytes(std::span(&word, 1))) && child.receive(answer);
  }
  /// If the process has ended meanwhile there is no time: 0 seconds, and the output is found wrong.
  void run() {
    if (!ask('r', std::as_writable_bytes(std::span(&seconds, 1)))) seconds = 0;
  }

  Child child;
  double seconds = 0;
};

std::optional<Mover> make(const StridedMove& move, const Transfer& transfer, int threads) {
  if (threads > 1) return {};
  const auto session = std::make_shared<Session>(command(move, transfer));
  const auto size = [](std::int64_t bytes) { return static_cast<std::size_t>(bytes); };
  if (!session->child.send(transfer.source().first(size(transfer.plan.source_bytes())))) return {};
  const auto target = transfer.target().first(size(transfer.plan.target_bytes()));
  return Mover{.name = "NumPy",
               .run = [session] { session->run(); },
               .seconds = [session] { return session->seconds; },
               .fetch = [session, target] { (void)session->ask('w', target); }};
}

}  // namespace

Peer numpy() { return {.name = "NumPy", .remark = "in a process of its own", .make = make}; }

}  // namespace tileglot::relayout::bench
