// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tileglot::relayout::warp {
namespace {

std::string name(Part p) {
  return p.part == 0 ? fmt::format("r{}", p.reg) : fmt::format("r{}.{}", p.reg, p.part);
}

std::string names(const std::vector<Part>& parts) {
  std::vector<std::string> all;
  all.reserve(parts.size());
  for (const Part& p : parts) all.push_back(name(p));
  return fmt::format("{}", fmt::join(all, " "));
}

/// "3 selects"
std::string count(std::int64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

class Printer {
 public:
  explicit Printer(int bits) : bits_(bits) {}

  std::string operator()(const Pack& i) const {
    return fmt::format("r{} = {{{}}}", i.to, names(i.parts));
  }
  std::string operator()(const Select& i) const {
    return fmt::format("r{} = r{} where lane & {}, else r{}", i.to, i.if_set, 1 << i.lane_bit,
                       i.if_clear);
  }
  std::string operator()(const Shuffle& i) const {
    const std::string mask = i.mask == 0 ? "" : fmt::format(" ^ {}", i.mask);
    return fmt::format("r{} = r{} of {}{}", i.to, i.from, lane(i), mask);
  }
  std::string operator()(const Access& i) const {
    return fmt::format("{} {} {} {}", kind_of(i, bits_), names(i.elements),
                       i.direction == Direction::kStore ? "to" : "from", places(i));
  }
  std::string operator()(const Barrier& i) const {
    constexpr std::string_view kOf[] = {"the warp", "the block", "the cluster"};
    return fmt::format("barrier of {}", kOf[static_cast<std::size_t>(i.scope)]);
  }

 private:
  static std::string lane(const Shuffle& i) {
    bool same = true;
    for (std::size_t b = 0; b < i.source.size(); ++b)
      same = same && i.source[b] == std::uint64_t{1} << b;
    return same ? "lane" : fmt::format("lane({})", fmt::join(i.source, ","));
  }

  static std::string bits_of(std::string_view what, const std::vector<Place>& places, bool block) {
    std::vector<std::uint64_t> values;
    values.reserve(places.size());
    for (const Place& p : places) values.push_back(block ? p.block : p.offset);
    const bool none = std::ranges::all_of(values, [](std::uint64_t v) { return v == 0; });
    return none ? "" : fmt::format(" ^ {}({})", what, fmt::join(values, ","));
  }

  static std::string places(const Access& i) {
    const Address& a = i.address;
    const std::string_view lanes = i.kind == AccessKind::kVector ? "lane" : "row";
    std::string text = fmt::format("{}", a.base.offset) + bits_of(lanes, a.lanes, false) +
                       bits_of("warp", a.warps, false) + bits_of("block", a.blocks, false);
    if (!i.of_other_blocks) return text;
    return text + fmt::format(" in block {}", a.base.block) + bits_of(lanes, a.lanes, true) +
           bits_of("warp", a.warps, true) + bits_of("block", a.blocks, true);
  }

  int bits_;
};

std::string list(const std::map<std::string, std::int64_t>& kinds) {
  std::vector<std::string> all;
  all.reserve(kinds.size());
  for (const auto& [kind, n] : kinds) all.push_back(fmt::format("{} × {}", n, kind));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string barriers(const Counts& c) {
  if (c.cluster_barriers > 0) return count(c.cluster_barriers, "barrier") + " of the cluster";
  if (c.cta_barriers > 0) return count(c.cta_barriers, "barrier") + " of the block";
  return count(c.warp_barriers, "barrier") + " of the warp";
}

std::string shuffles(const Counts& c) {
  std::string text = "shuffles within each warp: " + count(c.shuffles, "shuffle");
  if (c.selects > 0) text += ", " + count(c.selects, "select");
  if (c.byte_permutes > 0) text += ", " + count(c.byte_permutes, "byte permute");
  return text;
}

}  // namespace

std::string summary(const Plan& plan) {
  const Counts c = counts(plan);
  switch (plan.conversion) {
    case ConversionClass::kNone: return "nothing moves: every register holds what it should";
    case ConversionClass::kRegister:
      return fmt::format("registers are renamed, {} of {}: nothing leaves its thread",
                         c.registers_moved, plan.results.size());
    case ConversionClass::kWarpShuffle: return shuffles(c);
    case ConversionClass::kShared:
      return fmt::format("through shared memory: {}, {}, {}, {} B a block", list(c.shared_stores),
                         list(c.shared_loads), barriers(c), c.shared_bytes);
  }
  return "";
}

std::vector<std::string> print(const Plan& plan) {
  std::vector<std::string> lines;
  lines.reserve(plan.instructions.size() + 1);
  for (const Instruction& i : plan.instructions) lines.push_back(std::visit(Printer(plan.bits), i));
  lines.push_back(fmt::format("result: {}", names(plan.results)));
  return lines;
}

}  // namespace tileglot::relayout::warp
