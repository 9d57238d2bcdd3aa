// SPDX-License-Identifier: Apache-2.0
#include "tileglot/analysis/longest_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/analysis/contiguous_runs.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {
namespace {

using map::IndexMap;

/// Two maps over one domain, and a dimension along which they have a run.
struct Walk {
  IndexMap f;
  IndexMap g;
  std::size_t along = 0;
  std::int64_t run = 1;
};

/// The domain in which dimension k is the inner part of dimension j; std::nullopt if it is too
/// large.
std::optional<std::vector<map::Dim>> joined_domain(const IndexMap& f, std::size_t j,
                                                   std::size_t k) {
  std::vector<map::Dim> domain = f.domain();
  const auto extent = core::checked_mul(f.extent(j), f.extent(k));
  if (!extent) return std::nullopt;
  domain[j].extent = *extent;
  domain.erase(domain.begin() + static_cast<std::ptrdiff_t>(k));
  return domain;
}

core::Result<IndexMap> joined(const IndexMap& f, std::size_t j, std::size_t k,
                              const std::vector<map::Dim>& domain) {
  map::MapBuilder builder(domain);
  const auto place = [&](std::size_t d) { return d > k ? d - 1 : d; };
  std::vector<map::Value> arguments;
  arguments.reserve(f.rank());
  for (std::size_t d = 0; d < f.rank(); ++d) {
    const map::Value x = builder.dim(place(d == k ? j : d));
    if (d == k) {
      arguments.push_back(builder.mod(x, f.extent(k)));
    } else {
      arguments.push_back(d == j ? builder.floor_div(x, f.extent(k)) : x);
    }
  }
  return builder.finish(builder.substitute(f, arguments), f.codomain());
}

/// The walk that continues along j; std::nullopt where a run ends between the two.
std::optional<Walk> longer(const Walk& walk, std::size_t j) {
  const std::size_t k = walk.along;
  const auto domain = joined_domain(walk.f, j, k);
  if (!domain) return std::nullopt;
  auto f = joined(walk.f, j, k, *domain);
  auto g = joined(walk.g, j, k, *domain);
  if (!f || !g) return std::nullopt;
  const std::size_t along = j > k ? j - 1 : j;
  const std::int64_t run = run_length(*f, *g, along);
  if (run <= walk.run) return std::nullopt;
  return Walk{.f = *std::move(f), .g = *std::move(g), .along = along, .run = run};
}

std::optional<Walk> longer(const Walk& walk) {
  if (walk.run < walk.f.extent(walk.along)) return std::nullopt;
  for (std::size_t j = 0; j < walk.f.rank(); ++j) {
    if (j == walk.along || walk.f.extent(j) == 1) continue;
    if (auto found = longer(walk, j)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::int64_t longest_run(const IndexMap& f, const IndexMap& g) {
  Walk walk{.f = f, .g = g};
  for (std::size_t k = 0; k < f.rank(); ++k) {
    const std::int64_t run = run_length(f, g, k);
    if (run > walk.run) walk = {.f = f, .g = g, .along = k, .run = run};
  }
  if (walk.run == 1) return 1;
  while (auto found = longer(walk)) walk = *std::move(found);
  return walk.run;
}

}  // namespace tileglot::analysis
