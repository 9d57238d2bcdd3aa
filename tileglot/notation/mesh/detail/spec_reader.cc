// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/detail/spec_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/partition_spec.h"

namespace tileglot::notation::mesh::detail {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Status;

class SpecReader {
 public:
  explicit SpecReader(Scanner& scanner) : scanner_(scanner) {}

  Result<PartitionSpec> read() {
    if (!accept_call(scanner_, "PartitionSpec") && !accept_call(scanner_, "P")) {
      return fail({.code = "scan.expected",
                   .message = fmt::format("expected P(..), found {}", scanner_.found()),
                   .span = scanner_.here(),
                   .help = "write an entry for each dimension, as in P('x', None)"});
    }
    while (!scanner_.accept(')')) {
      TILEGLOT_TRY_STATUS(read_entry());
      TILEGLOT_TRY(closed, accept_close(scanner_, ')', "an entry of P"));
      if (closed) break;
    }
    return std::move(spec_);
  }

 private:
  Status read_entry() {
    if (spec_.dims.size() == kMaxRank) {
      return fail({.code = "mesh.limit",
                   .message = fmt::format("more than {} dimensions", kMaxRank),
                   .span = scanner_.here(),
                   .help = "no array in use has so many"});
    }
    TILEGLOT_TRY_STATUS(check_is_cut());
    spec_.dims.emplace_back();
    if (accept_word(scanner_, "None")) return {};
    if (!scanner_.accept('(')) return read_axis();
    while (!scanner_.accept(')')) {
      TILEGLOT_TRY_STATUS(read_axis());
      TILEGLOT_TRY(closed, accept_close(scanner_, ')', "an axis"));
      if (closed) break;
    }
    return {};
  }

  /// Refuses what JAX may write here and what does not say where the elements are.
  Status check_is_cut() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    const bool qualified =
        (accept_call(scanner_, "P", '.') || accept_call(scanner_, "PartitionSpec", '.'));
    if (accept_word(scanner_, "UNCONSTRAINED")) {
      return fail({.code = "mesh.unconstrained",
                   .message = "an unconstrained dimension is cut as the compiler likes",
                   .span = scanner_.span_from(begin),
                   .help = "write the axes that it chose, or None"});
    }
    if (accept_key(scanner_, "unreduced") || accept_key(scanner_, "reduced")) {
      return fail({.code = "mesh.sum",
                   .message = "devices that hold parts of a sum do not hold copies",
                   .span = scanner_.span_from(begin),
                   .help = "reduce the array first; its axes then hold copies"});
    }
    if (qualified) scanner_.rewind(begin);
    return {};
  }

  Status read_axis() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY(name, read_name(scanner_, "an axis or None"));
    TILEGLOT_TRY_STATUS(at_span(check_is_first(name), scanner_.span_from(begin)));
    spec_.dims.back().push_back(std::move(name));
    return {};
  }

  Status check_is_first(const std::string& name) const {
    std::size_t axes = 0;
    for (std::size_t d = 0; d < spec_.dims.size(); ++d) {
      axes += spec_.dims[d].size();
      if (std::ranges::find(spec_.dims[d], name) == spec_.dims[d].end()) continue;
      const std::size_t last = spec_.dims.size() - 1;
      return fail({.code = "mesh.axis_twice",
                   .message = d == last ? fmt::format("axis '{}' cuts dimension {} twice", name, d)
                                        : fmt::format("axis '{}' cuts dimension {} and dimension "
                                                      "{}",
                                                      name, d, last),
                   .help = "an axis cuts one dimension, once"});
    }
    if (axes < kMaxAxes) return {};
    return fail({.code = "mesh.limit",
                 .message = fmt::format("more than {} axes", kMaxAxes),
                 .help = "no mesh in use has so many"});
  }

  Scanner& scanner_;
  PartitionSpec spec_;
};

}  // namespace

Result<PartitionSpec> read_partition_spec(Scanner& scanner) { return SpecReader(scanner).read(); }

}  // namespace tileglot::notation::mesh::detail
