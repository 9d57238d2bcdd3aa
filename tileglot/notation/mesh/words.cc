// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/detail/reader.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/named_sharding.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Scanner;

/// What a list of placements may begin with, before a parenthesis.
constexpr std::array<std::string_view, 10> kPlacements{
    "Shard",   "S",        "_StridedShard", "_S",           "Replicate",
    "Partial", "_Partial", "MaskPartial",   "_MaskPartial", "P"};

bool is_placement(std::string_view word) {
  return std::ranges::find(kPlacements, word) != kPlacements.end();
}

bool begins_spec(Scanner& scanner) {
  return detail::accept_call(scanner, "P") || detail::accept_call(scanner, "PartitionSpec");
}

/// RS(0) is one name, RS, and a parenthesis.
bool begins_placements(Scanner& scanner) {
  if (!scanner.accept('[')) scanner.accept('(');
  const std::string_view word = scanner.name();
  if (scanner.looking_at('(') && is_placement(word)) return true;
  const std::size_t copies = std::min(word.find_first_not_of('R'), word.size());
  const std::string_view rest = word.substr(copies);
  if (copies == 0) return false;
  if (rest.empty())
    return scanner.at_end() ||
           std::string_view(",])R_S").find(scanner.peek()) != std::string_view::npos;
  return rest == "P" || (is_placement(rest) && scanner.looking_at('('));
}

}  // namespace

bool looks_like_words(std::string_view text) {
  Scanner scanner(text);
  if (detail::accept_call(scanner, "NamedSharding") || begins_spec(scanner)) return true;
  return begins_placements(scanner);
}

Result<Words> parse_words(std::string_view text) {
  Scanner scanner(text);
  if (detail::accept_call(scanner, "NamedSharding")) {
    TILEGLOT_TRY(sharding, parse_named_sharding(text));
    return Words(std::move(sharding));
  }
  if (begins_spec(scanner)) {
    TILEGLOT_TRY(spec, parse_partition_spec(text));
    return Words(std::move(spec));
  }
  TILEGLOT_TRY(placements, parse_placements(text));
  return Words(std::move(placements));
}

std::string print(const Words& words) {
  return std::visit([](const auto& one) { return print(one); }, words);
}

Result<MeshCut> cut_on(const Words& words, const std::optional<Mesh>& mesh, std::size_t rank) {
  if (const auto* sharding = std::get_if<NamedSharding>(&words)) {
    if (mesh && *mesh != sharding->mesh) {
      return fail({.code = "mesh.two_meshes",
                   .message = fmt::format("the sharding has the mesh {}, and the mesh beside it is "
                                          "{}",
                                          print(sharding->mesh), print(*mesh)),
                   .help = "leave one of them out"});
    }
    TILEGLOT_TRY(cut, resolve(sharding->spec, sharding->mesh, rank));
    return MeshCut{.mesh = sharding->mesh, .cut = std::move(cut)};
  }
  if (!mesh) {
    return fail(
        {.code = "mesh.no_mesh",
         .message = fmt::format("{} names axes of a mesh, and there is no mesh", print(words)),
         .help = "give the mesh too, as in --mesh 'x=4 y=2'"});
  }
  const auto* spec = std::get_if<PartitionSpec>(&words);
  TILEGLOT_TRY(cut, spec != nullptr ? resolve(*spec, *mesh, rank)
                                    : resolve(std::get<Placements>(words), *mesh, rank));
  return MeshCut{.mesh = *mesh, .cut = std::move(cut)};
}

}  // namespace tileglot::notation::mesh
