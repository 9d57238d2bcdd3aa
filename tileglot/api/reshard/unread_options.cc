// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/unread_options.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/reshard/reshard.h"
#include "tileglot/core/error.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"
#include "tileglot/placement/words.h"

namespace tileglot::api {
namespace {

using placement::Needs;

core::Status unread(std::string message, std::string help) {
  return core::fail(
      {.code = "reshard.option", .message = std::move(message), .help = std::move(help)});
}

/// {replicated} is on the devices of a mesh if --ranks does not say how many there are.
bool reads_mesh(Needs side, const ReshardRequest& request) {
  return side == Needs::kMesh || (side == Needs::kDevices && !request.ranks);
}

core::Status check_meshes(const ReshardRequest& request, Needs from, Needs to) {
  if (!request.to_mesh.empty() && !reads_mesh(to, request)) {
    return unread(
        fmt::format("--to-mesh '{}' has no effect: --to does not use a mesh", request.to_mesh),
        "leave out --to-mesh, or write --to by the mesh: P('x', None) or [Shard(0)]");
  }
  if (request.mesh.empty() || reads_mesh(from, request)) return {};
  if (!request.to_mesh.empty()) {
    return unread(
        fmt::format("--mesh '{}' has no effect: --from does not use a mesh, and --to is on "
                    "--to-mesh",
                    request.mesh),
        "leave out --mesh, or write --from by the mesh: P('x', None) or [Shard(0)]");
  }
  if (reads_mesh(to, request)) return {};
  return unread(
      fmt::format("--mesh '{}' has no effect: neither --from nor --to uses a mesh", request.mesh),
      "leave out --mesh, or write a side by the mesh: P('x', None) or [Shard(0)]");
}

core::Status check_ranks(std::int64_t ranks, const placement::Side& side, std::string_view option) {
  const std::int64_t devices = side.spread()->places().size();
  if (devices == ranks) return {};
  return unread(fmt::format("--ranks {} does not fit {}, which is on {} device{} by itself", ranks,
                            option, devices, devices == 1 ? "" : "s"),
                "leave out --ranks; only {replicated} needs it");
}

}  // namespace

core::Status check_options(const ReshardRequest& request, const placement::Side& source,
                           const placement::Side& target) {
  TILEGLOT_TRY(from, placement::needs_of(request.from));
  TILEGLOT_TRY(to, placement::needs_of(request.to));
  TILEGLOT_TRY_STATUS(check_meshes(request, from, to));
  if (!request.ranks || from == Needs::kDevices || to == Needs::kDevices) return {};
  TILEGLOT_TRY_STATUS(check_ranks(*request.ranks, source, "--from"));
  return check_ranks(*request.ranks, target, "--to");
}

}  // namespace tileglot::api
