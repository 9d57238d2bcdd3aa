// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/plan_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reshard/described.h"
#include "tileglot/api/reshard/planned.h"
#include "tileglot/api/reshard/reshard.h"
#include "tileglot/api/reshard/segments_text.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/summary.h"
#include "tileglot/relayout/reshard/transfer.h"
#include "tileglot/value/text/columns.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

namespace reshard = relayout::reshard;
namespace xla = notation::xla;
using value::grouped;

constexpr std::size_t kWidestMatrix = 100;
constexpr std::size_t kMostPeers = 16;
constexpr double kGiga = 1e9;

std::string bytes_text(std::int64_t bits) {
  if (bits % reshard::kByteBits == 0)
    return fmt::format("{} B", grouped(bits / reshard::kByteBits));
  return fmt::format("{} bits", grouped(bits));
}

std::string messages_text(std::int64_t count) {
  return fmt::format("{} message{}", grouped(count), count == 1 ? "" : "s");
}

/// The label of a line, and what it says.
std::string line(std::string_view label, std::string_view text) {
  return fmt::format("  {:<12} {}\n", label, text);
}

/// Nothing where it would be wider than a page.
std::string matrix_text(const reshard::Resharding& resharding) {
  const auto matrix = reshard::matrix_of(resharding);
  std::size_t width = 2;
  for (const auto& row : matrix) {
    for (const std::int64_t elements : row) width = std::max(width, grouped(elements).size());
  }
  constexpr std::size_t kMargin = 30;
  if (matrix.size() * (width + 1) + kMargin > kWidestMatrix) return "";
  const auto row_text = [&](std::string_view begin, std::span<const std::string> cells) {
    std::string text(begin);
    for (const std::string& cell : cells) text += fmt::format("{:>{}}", cell, width + 1);
    return text;
  };
  std::vector<std::string> cells;
  cells.reserve(matrix.size());
  for (std::size_t to = 0; to < matrix.size(); ++to) cells.push_back(std::to_string(to));
  std::string text = row_text("  has \\ wants  to", cells) + "   elements\n";
  for (std::size_t from = 0; from < matrix.size(); ++from) {
    cells.clear();
    for (const std::int64_t elements : matrix[from]) cells.push_back(grouped(elements));
    text += row_text(fmt::format("  {:<7}{:>3}     ", from == 0 ? "from" : "", from), cells);
    text += from == 0 ? "   on the diagonal: stays\n" : "\n";
  }
  return text;
}

std::string moved_text(const reshard::Summary& sum) {
  std::string text =
      line("moved",
           fmt::format("{} in {}, the bound {}; largest in {}, out {}", bytes_text(sum.moved_bits),
                       messages_text(sum.messages), bytes_text(sum.bound_bits),
                       bytes_text(sum.largest_in_bits), bytes_text(sum.largest_out_bits)));
  if (!sum.nodes) return text;
  text += line("", fmt::format("{} of the messages between nodes", grouped(sum.nodes->messages)));
  text += line("into nodes",
               fmt::format("{}, the bound {}; a flat plan {}", bytes_text(sum.nodes->entering_bits),
                           bytes_text(sum.nodes->bound_bits), bytes_text(sum.nodes->flat_bits)));
  return text;
}

std::string memory_text(const Planned& plan) {
  return line("memory",
              fmt::format("rank {}: {} B had, {} B wanted, at most {} B of chunks",
                          plan.memory_rank, grouped(plan.memory.had_bytes),
                          grouped(plan.memory.wanted_bytes), grouped(plan.memory.chunk_bytes)));
}

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} us", seconds * 1e6);
}

std::string time_text(double gigabytes_per_second, std::int64_t in_bits, std::int64_t out_bits,
                      std::string_view whose) {
  const auto least = [&](std::int64_t bits) {
    return seconds_text(static_cast<double>(bits) / reshard::kByteBits /
                        (gigabytes_per_second * kGiga));
  };
  return line("time", fmt::format("at least {} at {:g} GB/s each way{}: {} in, {} out",
                                  least(std::max(in_bits, out_bits)), gigabytes_per_second, whose,
                                  least(in_bits), least(out_bits)));
}

std::string renamed_text(const Renamed& renamed) {
  std::vector<std::string> moves;
  for (std::size_t target = 0; target < renamed.of_target.size(); ++target) {
    const std::int64_t rank = renamed.of_target[target];
    if (rank != static_cast<std::int64_t>(target))
      moves.push_back(fmt::format("{}->{}", target, rank));
  }
  const std::string kept = fmt::format("keeps {} instead of {}", bytes_text(renamed.kept_bits),
                                       bytes_text(renamed.kept_bits_before));
  if (moves.empty()) return line("renamed", "no rank: no other names keep more");
  const std::size_t shown = std::min(moves.size(), kMostPeers);
  const std::string more =
      moves.size() > shown ? fmt::format(", and {} more", moves.size() - shown) : "";
  moves.resize(shown);
  return line("renamed", fmt::format("{}: {}{}", kept, fmt::join(moves, " "), more));
}

/// Bits and boxes by peer.
using Peers = std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>>;

std::string peers_text(std::string_view label, std::string_view side, const Peers& peers) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [peer, sum] : peers) {
    if (shown == kMostPeers) {
      text += line(
          "", fmt::format("and {} more", grouped(static_cast<std::int64_t>(peers.size() - shown))));
      break;
    }
    text += line(shown == 0 ? label : "",
                 fmt::format("{} {}: {} in {} box{}", side, peer, bytes_text(sum.first),
                             grouped(sum.second), sum.second == 1 ? "" : "es"));
    ++shown;
  }
  return text.empty() ? line(label, "nothing") : text;
}

std::string rank_text(const Planned& plan, std::int64_t rank) {
  Peers in;
  Peers out;
  const auto add = [](Peers& peers, std::int64_t peer, const reshard::Transfer& transfer) {
    peers[peer].first += transfer.bits;
    ++peers[peer].second;
  };
  plan.resharding.receives(rank, [&](const reshard::Transfer& t) { add(in, t.from, t); });
  plan.resharding.sends(rank, [&](const reshard::Transfer& t) { add(out, t.to, t); });
  const reshard::RankSummary& sum = *plan.of_rank;
  return line(fmt::format("rank {}", rank),
              fmt::format("receives {}, the bound {}, and sends {}", bytes_text(sum.volume.in_bits),
                          bytes_text(sum.bound_bits), bytes_text(sum.volume.out_bits))) +
         peers_text("receives", "from", in) + peers_text("sends", "to", out);
}

std::string simulated_text(const Simulated& simulated) {
  return line(
      "simulated",
      fmt::format("{} chunks carried {} B in a random order: every element is in place; at most "
                  "{} B of chunks at a rank",
                  grouped(simulated.chunks), grouped(simulated.carried_bytes),
                  grouped(simulated.peak_bytes)));
}

std::string whole_text(const Planned& plan, const ReshardRequest& request) {
  const reshard::Summary& sum = *plan.summary;
  std::string text;
  if (plan.resharding.ranks() <= kMostInMatrix) text += matrix_text(plan.resharding);
  text += moved_text(sum);
  if (request.gigabytes_per_second > 0 && !request.rank)
    text += time_text(request.gigabytes_per_second, sum.largest_in_bits, sum.largest_out_bits, "");
  return text;
}

}  // namespace

std::string plan_text(const Planned& plan, const ReshardRequest& request) {
  const reshard::Resharding& resharding = plan.resharding;
  const auto& array = resharding.arrays()[0];
  std::string text =
      fmt::format("{}: {} -> {}\n", xla::print(plan.asked.shape, xla::LayoutText::kHidden),
                  described(array.source), described(array.target));
  if (plan.renamed) text += renamed_text(*plan.renamed);
  if (plan.summary) text += whole_text(plan, request);
  if (plan.of_rank) {
    text += rank_text(plan, *request.rank);
    if (plan.received) text += segments_text(*plan.received);
    if (request.gigabytes_per_second > 0) {
      text += time_text(request.gigabytes_per_second, plan.of_rank->volume.in_bits,
                        plan.of_rank->volume.out_bits, " for this rank");
    }
  }
  text += memory_text(plan);
  text += line("it is", plan.name);
  if (plan.simulated) text += simulated_text(*plan.simulated);
  return text;
}

}  // namespace tileglot::api
