// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/copy_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"
#include "tileglot/analysis/matrix_access.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"

namespace tileglot::advice {
namespace {

namespace cute = notation::cute;
using cute::CopyAtom;
using cute::CopyFamily;

/// Of a lane, for each matrix.
constexpr std::int64_t kMatrixBytes = 4;
constexpr std::int64_t kMostMatrices = 4;

/// The load or store of one thread; nothing for bits that no type has.
std::optional<CopyAtom> plain_copy(std::int64_t bits) {
  const bool is_type = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
  if (!is_type) return std::nullopt;
  return CopyAtom{.bits = bits};
}

bool is_matrix(const CopyAtom& atom) {
  return atom.family == CopyFamily::kLdmatrix || atom.family == CopyFamily::kStmatrix;
}

/// As --access names it.
std::string access_of(const CopyAtom& atom) {
  return fmt::format("{}{}", atom.family == CopyFamily::kLdmatrix ? "ldmatrix" : "stmatrix",
                     atom.is_transposed ? ".trans" : "");
}

CopyAtom matrix_copy(CopyFamily family, std::int64_t count, bool is_transposed) {
  return {.family = family,
          .arch = family == CopyFamily::kLdmatrix ? 75 : 90,
          .count = count,
          .is_transposed = is_transposed};
}

/// How many matrices one instruction of every warp can take.
std::int64_t matrices_at_once(const analysis::LaneAccess& access) {
  return std::gcd(access.instructions(), kMostMatrices);
}

/// A copy that can be made, as a load and as a store.
struct Candidate {
  CopyChoice load;
  CopyChoice store;
  bool is_matrix = false;

  /// The less the better.
  auto rank() const { return std::tuple(-load.bytes, load.ways.value_or(1), is_matrix); }
};

std::optional<Candidate> by_vectors(const map::IndexMap& offsets, std::int64_t bits,
                                    const analysis::Banks& banks) {
  const auto lanes =
      analysis::lane_access(offsets, {.lanes = offsets.rank() > 1 ? offsets.extent(1) : 1,
                                      .most_elements = analysis::elements_of_vector(bits)});
  if (!lanes) return std::nullopt;
  const std::int64_t vector_bits = lanes->vector * bits;
  const auto atom = plain_copy(vector_bits);
  if (!atom) return std::nullopt;
  const CopyChoice copy{.atom = *atom,
                        .bytes = vector_bits / 8,
                        .ways = analysis::bank_conflicts(*lanes, bits, banks).ways};
  return Candidate{copy, copy, false};
}

std::optional<Candidate> by_matrices(const map::IndexMap& offsets, std::int64_t bits,
                                     const analysis::Banks& banks, analysis::MatrixOrder order) {
  const auto lanes = analysis::matrix_access(offsets, bits, order);
  if (!lanes || lanes->instructions() == 0) return std::nullopt;
  const std::int64_t count = matrices_at_once(*lanes);
  const bool is_transposed = order == analysis::MatrixOrder::kTransposed;
  const std::int64_t ways = analysis::bank_conflicts(*lanes, bits, banks).ways;
  const auto choice = [&](std::string_view use, CopyFamily family) {
    return CopyChoice{.use = use,
                      .atom = matrix_copy(family, count, is_transposed),
                      .bytes = kMatrixBytes * count,
                      .ways = ways};
  };
  return Candidate{choice("load", CopyFamily::kLdmatrix), choice("store", CopyFamily::kStmatrix),
                   true};
}

std::string effect_of(const CopyChoice& copy) {
  std::string text = fmt::format("{} B per lane", copy.bytes);
  if (copy.ways) text += fmt::format(", {}-way", *copy.ways);
  if (is_matrix(copy.atom))
    text += fmt::format(", rows at multiples of {} B", analysis::kVectorBytes);
  text += fmt::format(" ({}", cute::parts_of(copy.atom));
  if (copy.atom.arch > 0) text += fmt::format(", since sm_{}", copy.atom.arch);
  text += ")";
  if (is_matrix(copy.atom) && copy.ways.value_or(1) > 1) {
    text += fmt::format("; --access {} --suggest cures it", access_of(copy.atom));
  }
  return text;
}

}  // namespace

std::vector<CopyChoice> widest_copies(const map::IndexMap& offsets, std::int64_t bits,
                                      const analysis::Banks& banks, bool may_store) {
  const std::optional<Candidate> candidates[] = {
      by_vectors(offsets, bits, banks),
      by_matrices(offsets, bits, banks, analysis::MatrixOrder::kRows),
      by_matrices(offsets, bits, banks, analysis::MatrixOrder::kTransposed)};
  const Candidate* best = nullptr;
  for (const auto& candidate : candidates) {
    if (candidate && (best == nullptr || candidate->rank() < best->rank())) best = &*candidate;
  }
  if (best == nullptr) return {};
  CopyChoice load = best->load;
  if (!may_store) load.use = "load";
  if (!best->is_matrix || !may_store) return {load};
  return {load, best->store};
}

std::vector<CopyChoice> vector_copies(std::int64_t vector, std::int64_t bits, bool past_registers) {
  const std::int64_t vector_bits = vector * bits;
  const auto plain = plain_copy(vector_bits);
  if (!plain) return {};
  std::vector<CopyChoice> copies{{.atom = *plain, .bytes = vector_bits / 8}};
  if (past_registers && vector_bits >= 32) {
    // Only 16 bytes may leave out L1.
    const CopyAtom async{.family = CopyFamily::kCpAsync,
                         .arch = 80,
                         .bits = vector_bits,
                         .caches_always = vector_bits < 128};
    copies.push_back({.use = "global to shared", .atom = async, .bytes = vector_bits / 8});
  }
  return copies;
}

std::string text_of(const std::vector<CopyChoice>& copies) {
  if (copies.empty()) return "  copy  no instruction of a thread moves elements of this size\n";
  std::size_t use_width = 0;
  std::size_t name_width = 0;
  for (const CopyChoice& copy : copies) {
    use_width = std::max(use_width, copy.use.size());
    name_width = std::max(name_width, cute::cute_name(copy.atom).size());
  }
  std::string text;
  for (const CopyChoice& copy : copies) {
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", copy.use, use_width, cute::cute_name(copy.atom),
                        name_width, effect_of(copy));
  }
  return text;
}

value::Json to_json(const std::vector<CopyChoice>& copies) {
  value::Json all = value::Json::array();
  for (const CopyChoice& copy : copies) {
    value::Json json{{"use", copy.use},
                     {"op", cute::cute_name(copy.atom)},
                     {"parts", cute::parts_of(copy.atom)},
                     {"arch", copy.atom.arch},
                     {"bytes", copy.bytes}};
    if (copy.ways) json["ways"] = *copy.ways;
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace tileglot::advice
