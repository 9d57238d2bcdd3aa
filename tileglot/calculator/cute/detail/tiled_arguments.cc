// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/detail/tiled_arguments.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/cute/tiled/atoms.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

template <class Atom>
core::Error unknown_atom(const std::string& name, std::span<const Atom> atoms) {
  std::vector<std::string_view> names;
  for (const Atom& atom : atoms) names.push_back(atom.name);
  const std::string guess = core::did_you_mean(name, names);
  return {{.code = "cute.atom",
           .message = fmt::format("there is no instruction '{}'", name.substr(0, 64)),
           .help = guess.empty() ? fmt::format("one of them is {}", names.front()) : guess}};
}

}  // namespace

Result<cute::TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at) {
  const cute::MmaAtom* atom = cute::mma_atom(arguments.text(0));
  if (atom == nullptr) return fail(unknown_atom<cute::MmaAtom>(arguments.text(0), cute::kMmaAtoms));
  TILEGLOT_TRY(atoms, layout_argument(arguments, 1));
  if (arguments.count() <= tile_at) return cute::to_result(cute::make_tiled_mma(*atom, atoms));
  TILEGLOT_TRY(tile, tiler_argument(arguments, tile_at));
  return cute::to_result(cute::make_tiled_mma(*atom, atoms, tile));
}

Result<cute::TiledCopy> tiled_copy(const Arguments& arguments) {
  const cute::CopyAtom* atom = cute::copy_atom(arguments.text(0));
  if (atom == nullptr)
    return fail(unknown_atom<cute::CopyAtom>(arguments.text(0), cute::kCopyAtoms));
  TILEGLOT_TRY(bits, integer_argument(arguments, 1));
  TILEGLOT_TRY(threads, layout_argument(arguments, 2));
  TILEGLOT_TRY(values, layout_argument(arguments, 3));
  return cute::to_result(cute::make_tiled_copy(*atom, bits, threads, values));
}

}  // namespace tileglot::calculator
