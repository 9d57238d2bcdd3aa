// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/partition_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/detail/spec_reader.h"

namespace tileglot::notation::mesh {
namespace {

std::string entry_text(const std::vector<std::string>& axes) {
  if (axes.empty()) return "None";
  if (axes.size() == 1) return fmt::format("'{}'", axes.front());
  return fmt::format("('{}')", fmt::join(axes, "', '"));
}

}  // namespace

core::Result<PartitionSpec> parse_partition_spec(std::string_view text) {
  core::Scanner scanner(text);
  TILEGLOT_TRY(spec, detail::read_partition_spec(scanner));
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the partition spec"));
  return std::move(spec);
}

std::string print(const PartitionSpec& spec) {
  std::vector<std::string> entries;
  entries.reserve(spec.dims.size());
  for (const std::vector<std::string>& axes : spec.dims) entries.push_back(entry_text(axes));
  return fmt::format("P({})", fmt::join(entries, ", "));
}

}  // namespace tileglot::notation::mesh
