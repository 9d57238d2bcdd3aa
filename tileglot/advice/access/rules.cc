// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/coalescing.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/core/counted.h"

namespace tileglot::advice {
namespace {

/// The most banks that a strip shows one by one.
constexpr std::int64_t kMostStrip = 64;

std::string bytes_text(std::int64_t count, std::int64_t bits) {
  return fmt::format("{:g} B", static_cast<double>(count * bits) / 8);
}

/// Ascending numbers with runs joined: 0-3, 8, 12-15.
std::string ranges_text(std::span<const std::int64_t> numbers) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    ranges.push_back(end - i == 1 ? fmt::format("{}", numbers[i])
                                  : fmt::format("{}-{}", numbers[i], numbers[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(ranges, ","));
}

/// "lane 3" or "lanes 0-7".
std::string counted(std::string_view what, std::span<const std::int64_t> numbers) {
  return fmt::format("{}{} {}", what, numbers.size() == 1 ? "" : "s", ranges_text(numbers));
}

/// A block for each bank with the most words to deliver, a dot for the others.
std::string strip(const analysis::PhaseConflict& worst, const analysis::Banks& banks) {
  std::string text;
  for (std::int64_t bank = 0; bank < std::min(banks.count, kMostStrip); ++bank) {
    text += std::ranges::binary_search(worst.banks, bank) ? "█" : "·";
  }
  return fmt::format("banks 0 {} {}", text, std::min(banks.count, kMostStrip) - 1);
}

/// Where a lane of the worst phase reads.
std::string lane_text(std::int64_t lane, std::int64_t begin, const NamedAccess& access,
                      std::int64_t bits, const analysis::Banks& banks) {
  const std::int64_t first = begin * bits / 8;
  const std::int64_t last = ((begin + access.lanes.vector) * bits - 1) / 8;
  const std::int64_t word = first / banks.width_bytes;
  const std::int64_t words = last / banks.width_bytes - word + 1;
  std::vector<std::int64_t> hit;
  hit.reserve(static_cast<std::size_t>(std::min(words, banks.count)));
  for (std::int64_t i = 0; i < std::min(words, banks.count); ++i) {
    hit.push_back((word + i) % banks.count);
  }
  std::ranges::sort(hit);
  return fmt::format("  lane {:>2}: bytes {}-{}, {}", lane, first, last, counted("bank", hit));
}

std::vector<std::string> explanation_of(const analysis::PhaseConflict& worst, std::int64_t ways,
                                        const NamedAccess& access, std::int64_t bits,
                                        const analysis::Banks& banks) {
  std::vector<std::string> lines{
      fmt::format("{}, warp {}, instruction {}, phase {}: {} hit {} ({}-way)", access.name,
                  worst.warp, worst.instruction, worst.phase, counted("lane", worst.lanes),
                  counted("bank", worst.banks), ways),
      "  " + strip(worst, banks)};
  const auto begins = access.lanes.begins_of(worst.warp, worst.instruction);
  for (const std::int64_t lane : worst.lanes) {
    lines.push_back(lane_text(lane, begins[static_cast<std::size_t>(lane)], access, bits, banks));
  }
  return lines;
}

std::string why_narrow(const NamedAccess& access) {
  if (access.lanes.run < access.wanted)
    return fmt::format("no {} elements of a lane are contiguous", access.wanted);
  return fmt::format("{} elements are contiguous, but do not begin at a multiple of {}",
                     access.wanted, access.wanted);
}

}  // namespace

std::string vector_text(std::int64_t count, const Elements& elements) {
  return fmt::format("{} × {} = {}", count, elements.type, bytes_text(count, elements.bits));
}

Rule vector_rule(const NamedAccess& access, const Elements& elements, bool must) {
  const std::int64_t vector = access.lanes.vector;
  Rule rule{.name = "vector width, " + access.name,
            .value = vector_text(vector, elements),
            .limit = bytes_text(access.wanted, elements.bits),
            .numbers = {{"elements", vector}, {"wanted_elements", access.wanted}}};
  if (vector >= access.wanted) return rule;
  rule.verdict = must ? Verdict::kFail : Verdict::kWarn;
  rule.remark = why_narrow(access);
  return rule;
}

Rule coalescing_rule(const NamedAccess& access, const Elements& elements) {
  const analysis::Coalescing found = analysis::coalescing(access.lanes, elements.bits);
  const analysis::Traffic& worst = found.worst;
  const bool is_least = worst.sectors <= worst.fewest_sectors;
  return {.name = "coalescing, " + access.name,
          .value = fmt::format("warp {}: {}, {} of {} B", found.worst_warp,
                               core::counted(worst.sectors, "sector"),
                               core::counted(worst.lines, "line"), analysis::kLineBytes),
          .limit = fmt::format("{}", worst.fewest_sectors),
          .verdict = is_least ? Verdict::kPass : Verdict::kWarn,
          .remark = fmt::format("{:.3g} %", 100 * worst.efficiency()),
          .numbers = {{"warp", found.worst_warp},
                      {"instructions", worst.instructions},
                      {"wanted_bytes", worst.wanted_bytes},
                      {"sectors", worst.sectors},
                      {"fewest_sectors", worst.fewest_sectors},
                      {"lines", worst.lines},
                      {"efficiency", worst.efficiency()},
                      {"all_sectors", found.all.sectors},
                      {"all_fewest_sectors", found.all.fewest_sectors}}};
}

Rule conflict_rule(const NamedAccess& access, const Elements& elements,
                   const analysis::Banks& banks, bool explain) {
  const auto found = analysis::bank_conflicts(access.lanes, elements.bits, banks);
  Rule rule{.name = "bank conflicts, " + access.name,
            .value = found.is_free() ? fmt::format("{}-way, {} of {} banks", found.ways,
                                                   found.banks_touched, banks.count)
                                     : fmt::format("{}-way in {} of {} phases", found.ways,
                                                   found.conflicting_phases, found.phases),
            .limit = "1-way",
            .verdict = found.is_free() ? Verdict::kPass : Verdict::kWarn,
            .numbers = {{"ways", found.ways},
                        {"phases", found.phases},
                        {"conflicting_phases", found.conflicting_phases},
                        {"wavefronts", found.wavefronts}}};
  if (!found.worst) return rule;
  const analysis::PhaseConflict& worst = *found.worst;
  rule.numbers["worst"] = {{"warp", worst.warp},
                           {"instruction", worst.instruction},
                           {"phase", worst.phase},
                           {"lanes", worst.lanes},
                           {"banks", worst.banks}};
  if (explain) rule.explanation = explanation_of(worst, found.ways, access, elements.bits, banks);
  return rule;
}

Rule alignment_rule(std::int64_t vector, const Elements& elements) {
  return {.name = "alignment needed",
          .value = bytes_text(vector, elements.bits),
          .limit = fmt::format("{} B", analysis::kVectorBytes)};
}

std::string bank_model(const NamedAccess& access, const Elements& elements,
                       const analysis::Banks& banks) {
  return fmt::format("{} banks × {} B, {:g}-byte accesses in phases of {} lanes, broadcast free",
                     banks.count, banks.width_bytes,
                     static_cast<double>(access.lanes.vector * elements.bits) / 8,
                     analysis::phase_lanes(access.lanes, elements.bits, banks));
}

std::string sector_model() {
  return fmt::format("sectors of {} B, lines of {} B, memory that begins at a line",
                     analysis::kSectorBytes, analysis::kLineBytes);
}

std::string storage_model(const Elements& elements) {
  if (elements.value_bits % 8 == 0 && elements.value_bits == elements.bits) return {};
  return fmt::format("{} in {} bits", elements.type, elements.bits);
}

}  // namespace tileglot::advice
