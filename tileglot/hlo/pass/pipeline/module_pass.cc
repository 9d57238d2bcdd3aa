// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/module_pass.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/module/flatten_call_graph.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/normalize/layouts.h"
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"
#include "tileglot/hlo/pass/rewrite/canonical_broadcasts.h"
#include "tileglot/hlo/pass/rewrite/decompose_reductions.h"
#include "tileglot/hlo/pass/rewrite/decompose_reshapes.h"
#include "tileglot/hlo/pass/rewrite/normalize_reductions.h"
#include "tileglot/hlo/pass/rewrite/remove_degenerate_dimensions.h"
#include "tileglot/hlo/pass/rewrite/set_element_sizes.h"
#include "tileglot/hlo/pass/rewrite/simple_scatters.h"
#include "tileglot/hlo/pass/rewrite/simplify_copies.h"
#include "tileglot/hlo/pass/rewrite/sink_copies.h"

namespace tileglot::hlo::pass {
namespace {

core::Result<std::size_t> assign(Module& module, const LayoutPolicy& policy) {
  TILEGLOT_TRY(assignment, assign_layouts(module, policy));
  return assignment.copies.size() + assignment.special_case_copies.size();
}

/// A pass that is the same for every platform.
template <core::Result<std::size_t> (*Pass)(Module&)>
core::Result<std::size_t> everywhere(Module& module, const LayoutPolicy& /*policy*/) {
  return Pass(module);
}

constexpr std::array kPasses{
    ModulePass{"flatten-call-graph", "gives every call, loop and branch its own computations",
               everywhere<flatten_call_graph>, check_call_graph_flat},
    ModulePass{"layout-assignment", "gives every array a layout, and copies where two meet", assign,
               check_layouts_assigned},
    ModulePass{"sub-byte-size-setter", "packs elements smaller than a byte, and no others",
               everywhere<set_element_sizes>, check_element_sizes_set},
    ModulePass{"reshape-decomposer", "makes bitcasts of reshapes, with copies where elements move",
               everywhere<decompose_reshapes>, check_reshapes_decomposed},
    ModulePass{"move_copy_to_users", "moves copies after the operations that read them",
               everywhere<sink_copies>, check_copies_sunk},
    ModulePass{"layout_normalization", "makes operations row-major, and layouts shapes",
               everywhere<normalize_layouts>, check_layouts_normalized},
    ModulePass{"algsimp", "drops copies and bitcasts that do nothing, and does no more of algsimp",
               everywhere<simplify_copies>, check_copies_simplified},
    ModulePass{"broadcast_canonicalizer", "sorts the dimensions of broadcasts, and transposes",
               everywhere<canonicalize_broadcasts>, check_broadcasts_canonical},
    ModulePass{"scatter_simplifier", "sorts the windows of scatters, and does no more of it",
               everywhere<simplify_scatters>, check_scatters_simple},
    ModulePass{"reduction-degenerate-dim-remover", "drops dimensions of size 1 of reductions",
               everywhere<remove_degenerate_dimensions>, check_degenerate_dimensions_removed},
    ModulePass{"reduction-layout-normalizer", "makes reductions read row-major arrays",
               everywhere<normalize_reductions>, check_reductions_normalized},
    ModulePass{"reduce-decomposer", "lets reductions give the order that they read, and copies it",
               everywhere<decompose_reductions>, check_reductions_decomposed},
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  result.reserve(kPasses.size());
  for (const ModulePass& pass : kPasses) result.push_back(pass.name);
  return result;
}

}  // namespace

std::span<const ModulePass> module_passes() { return kPasses; }

core::Result<ModulePass> find_module_pass(std::string_view name) {
  for (const ModulePass& pass : kPasses) {
    if (pass.name == name) return pass;
  }
  const std::string guess = core::did_you_mean(name, names());
  return core::fail(
      {.code = "hlo.pass",
       .message = fmt::format("there is no pass '{}'", name.substr(0, 64)),
       .help = guess.empty() ? fmt::format("the passes are {}", fmt::join(names(), ", ")) : guess});
}

}  // namespace tileglot::hlo::pass
