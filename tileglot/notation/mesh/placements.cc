// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/placements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/limits.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Status;

class PlacementReader {
 public:
  explicit PlacementReader(Scanner& scanner) : scanner_(scanner) {}

  Result<Placements> read() {
    const char close = scanner_.accept('[') ? ']' : scanner_.accept('(') ? ')' : '\0';
    while (close == '\0' ? !scanner_.at_end() : !scanner_.accept(close)) {
      TILEGLOT_TRY_STATUS(read_placement());
      scanner_.accept(',');
    }
    if (close == '\0' && placements_.axes.empty()) return unknown();
    return std::move(placements_);
  }

 private:
  tl::unexpected<core::Error> unknown() {
    return fail({.code = "scan.expected",
                 .message = fmt::format("expected a placement, found {}", scanner_.found()),
                 .span = scanner_.here(),
                 .help = "write Shard(0) or Replicate() for each axis of the mesh"});
  }

  Status read_placement() {
    if (placements_.axes.size() == kMaxAxes) {
      return fail({.code = "mesh.limit",
                   .message = fmt::format("more than {} placements", kMaxAxes),
                   .span = scanner_.here(),
                   .help = "no mesh in use has so many axes"});
    }
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    // S(0)R has no blanks between placements, so the long words are tried first.
    if (scanner_.accept("_StridedShard") || scanner_.accept("_S")) return read_strided(begin);
    if (scanner_.accept("Shard") || scanner_.accept("S")) return read_shard();
    if (scanner_.accept("Replicate")) return read_replicate();
    if (scanner_.accept("R")) {
      placements_.axes.emplace_back();
      return {};
    }
    for (const std::string_view word : {"Partial", "_Partial", "MaskPartial", "_MaskPartial", "P"})
      if (scanner_.accept(word)) return is_a_sum(begin);
    return unknown();
  }

  tl::unexpected<core::Error> is_a_sum(std::size_t begin) {
    return fail({.code = "mesh.sum",
                 .message = "devices that hold parts of a sum do not hold copies",
                 .span = scanner_.span_from(begin),
                 .help = "redistribute to Replicate() or Shard(d) first, which adds the parts"});
  }

  Status read_replicate() {
    TILEGLOT_TRY_STATUS(scanner_.expect("(", "after Replicate"));
    TILEGLOT_TRY_STATUS(scanner_.expect(")", "after 'Replicate('"));
    placements_.axes.emplace_back();
    return {};
  }

  Status read_dim() {
    TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the dimension"));
    detail::accept_key(scanner_, "dim");
    TILEGLOT_TRY(dim, scanner_.integer("a dimension"));
    placements_.axes.push_back({.dim = dim});
    return {};
  }

  Status read_shard() {
    TILEGLOT_TRY_STATUS(read_dim());
    return scanner_.expect(")", "after the dimension");
  }

  Status read_strided(std::size_t begin) {
    TILEGLOT_TRY_STATUS(read_dim());
    TILEGLOT_TRY_STATUS(scanner_.expect(",", "before the split factor"));
    if (!detail::accept_key(scanner_, "sf")) detail::accept_key(scanner_, "split_factor");
    TILEGLOT_TRY(factor, scanner_.integer("a split factor"));
    TILEGLOT_TRY_STATUS(scanner_.expect(")", "after the split factor"));
    if (factor < 1) {
      return fail({.code = "mesh.strided",
                   .message = fmt::format("a split factor of {}", factor),
                   .span = scanner_.span_from(begin),
                   .help = "it is the number of chunks that the axes to the right make"});
    }
    placements_.axes.back().split_factor = factor;
    return {};
  }

  Scanner& scanner_;
  Placements placements_;
};

std::string placement_text(const Placement& placement) {
  if (!placement.dim) return "Replicate()";
  if (placement.split_factor == 1) return fmt::format("Shard({})", *placement.dim);
  return fmt::format("_StridedShard({}, sf={})", *placement.dim, placement.split_factor);
}

}  // namespace

Result<Placements> parse_placements(std::string_view text) {
  Scanner scanner(text);
  TILEGLOT_TRY(placements, PlacementReader(scanner).read());
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the list of placements"));
  return std::move(placements);
}

std::string print(const Placements& placements) {
  std::vector<std::string> texts;
  texts.reserve(placements.axes.size());
  for (const Placement& placement : placements.axes) texts.push_back(placement_text(placement));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace tileglot::notation::mesh
