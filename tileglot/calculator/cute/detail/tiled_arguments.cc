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

namespace tileglot::notation::cute {
namespace {

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

Result<TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at) {
  const MmaAtom* atom = mma_atom(arguments.text(0));
  if (atom == nullptr) return fail(unknown_atom<MmaAtom>(arguments.text(0), kMmaAtoms));
  TILEGLOT_TRY(atoms, arguments.layout(1));
  if (arguments.count() <= tile_at) return to_result(make_tiled_mma(*atom, atoms));
  TILEGLOT_TRY(tile, arguments.tiler(tile_at));
  return to_result(make_tiled_mma(*atom, atoms, tile));
}

Result<TiledCopy> tiled_copy(const Arguments& arguments) {
  const CopyAtom* atom = copy_atom(arguments.text(0));
  if (atom == nullptr) return fail(unknown_atom<CopyAtom>(arguments.text(0), kCopyAtoms));
  TILEGLOT_TRY(bits, arguments.number(1));
  TILEGLOT_TRY(threads, arguments.layout(2));
  TILEGLOT_TRY(values, arguments.layout(3));
  return to_result(make_tiled_copy(*atom, bits, threads, values));
}

}  // namespace tileglot::notation::cute
