// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/bench.h"

#include <cstddef>
#include <utility>

#include "tileglot/relayout/bench/copies.h"
#include "tileglot/relayout/bench/rounds.h"
#include "tileglot/relayout/bench/turn.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::relayout::bench {
namespace {

/// Minimum duration of a sample of a move that fits a cache.
constexpr double kLoopSeconds = 2e-3;

std::size_t copied_bytes(const Transfer& transfer) {
  return static_cast<std::size_t>(transfer.bytes());
}

/// Moves like a caller that moves often: by a plan that was prepared once.
Mover ours(const Transfer& transfer, int threads) {
  const cpu::PreparedPlan plan(transfer.plan, {.threads = threads});
  return {.name = "tileglot", .role = Role::kOurs, .run = [&transfer, plan] {
            (void)plan.execute(transfer.source(), transfer.target());
          }};
}

template <auto Copy>
Mover plain_copy(const Transfer& transfer, PinnedThreadPool& pool, Role role, const char* name) {
  const std::size_t size = copied_bytes(transfer);
  return {.name = name, .role = role, .run = [&transfer, &pool, size] {
            Copy(pool, transfer.source().first(size), transfer.target().first(size));
          }};
}

bool is_right(const Mover& mover, const Transfer& transfer) {
  if (mover.fetch) mover.fetch();
  const bool moves = mover.role == Role::kOurs || mover.role == Role::kPeer;
  return moves ? transfer.is_moved() : transfer.is_copied();
}

/// Runs each once on a poisoned target: whether its output is right.
std::vector<bool> try_out(const std::vector<Mover>& movers, const Transfer& transfer) {
  std::vector<bool> right;
  right.reserve(movers.size());
  for (const Mover& mover : movers) {
    transfer.poison_target();
    mover.run();
    right.push_back(is_right(mover, transfer));
  }
  return right;
}

Measured measured(const Mover& mover, bool right, Samples samples) {
  Measured result{.name = mover.name, .role = mover.role, .samples = std::move(samples.seconds)};
  if (right && samples.right) result.seconds = median(result.samples);
  return result;
}

}  // namespace

Bench::Bench(const Machine& machine, const BenchOptions& options)
    : machine_(machine),
      options_(options),
      pool_(options.threads),
      flush_(pool_, machine),
      order_(options.seed) {}

core::Result<Result> Bench::measure(const Case& c) {
  TILEGLOT_TRY(transfer, Transfer::of(c, options_.huge_pages, options_.seed));
  return take(c, transfer);
}

std::vector<Mover> Bench::movers_of(const Transfer& transfer) {
  std::vector<Mover> movers;
  movers.push_back(ours(transfer, options_.threads));
  movers.push_back(plain_copy<copy_memory>(transfer, pool_, Role::kMemcpy, "memcpy"));
  movers.push_back(plain_copy<stream_memory>(transfer, pool_, Role::kStreaming, "streaming copy"));
  for (Mover& peer : options_.peers(transfer, options_.threads)) movers.push_back(std::move(peer));
  return movers;
}

Result Bench::take(const Case& c, const Transfer& transfer) {
  const Turn turn;
  // New threads of any library begin where this one is, and are pinned once they exist.
  let_run_anywhere(machine_.processors);
  const std::vector<Mover> movers = movers_of(transfer);
  const std::vector<bool> right = try_out(movers, transfer);
  pin_threads(machine_.processors);
  Result result{.move = c,
                .threads = options_.threads,
                .bytes = transfer.bytes(),
                .flushed = transfer.bytes() > machine_.l2_bytes,
                .plan_seconds = transfer.plan_seconds};
  RoundsOptions how{.rounds = options_.rounds,
                    .attempts = options_.attempts,
                    .loop_seconds = result.flushed ? 0 : kLoopSeconds};
  if (result.flushed) how.prepare = [this] { flush_.run(); };
  how.waited = seconds_waited;
  how.is_right = [&](std::size_t i) { return is_right(movers[i], transfer); };
  std::vector<Samples> samples = take_rounds(movers, order_, how);
  for (std::size_t i = 0; i < movers.size(); ++i) {
    result.repeated += samples[i].repeated;
    result.measured.push_back(measured(movers[i], right[i], std::move(samples[i])));
  }
  return result;
}

}  // namespace tileglot::relayout::bench
