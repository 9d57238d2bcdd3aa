// SPDX-License-Identifier: Apache-2.0
// Sends and receives: they share a channel with their end, and transfers to the host share one
// only if they are alike.
#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {
namespace {

using core::Status;

constexpr std::string_view kCheck = "VerifyChannels";

bool is_host(const Module& module, InstructionId id) {
  return flag_of(module[id], AttributeKey::kIsHostTransfer);
}

Status verify_end(const Module& module, InstructionId start, InstructionId end) {
  const auto* const one = attribute_of<std::int64_t>(module[start], AttributeKey::kChannelId);
  const auto* const other = attribute_of<std::int64_t>(module[end], AttributeKey::kChannelId);
  if (other == nullptr || *one != *other) {
    return wrong(
        module, end, kCheck,
        fmt::format("its channel_id is not that of {}, which is {}", module[start].name, *one));
  }
  if (is_host(module, start) == is_host(module, end)) return {};
  return wrong(module, end, kCheck,
               fmt::format("is_host_transfer is not that of {}", module[start].name));
}

Status verify_ends(const Module& module, InstructionId id) {
  const bool sends = module[id].opcode == Opcode::kSend;
  const Opcode end = sends ? Opcode::kSendDone : Opcode::kRecvDone;
  for (const Use use : module.uses(id)) {
    if (module[use.user].opcode == end) TILEGLOT_TRY_STATUS(verify_end(module, id, use.user));
  }
  return {};
}

/// The same operation on the same shapes.
bool is_alike(const Module& module, InstructionId a, InstructionId b) {
  return module[a].opcode == module[b].opcode && compatible(module.shape_of(a), module.shape_of(b));
}

}  // namespace

Status verify_channels(const Module& module) {
  std::unordered_map<std::int64_t, InstructionId> first_of_channel;
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      const Instruction& instruction = module[id];
      const auto* const channel = attribute_of<std::int64_t>(instruction, AttributeKey::kChannelId);
      const bool starts =
          instruction.opcode == Opcode::kSend || instruction.opcode == Opcode::kRecv;
      if (!starts || channel == nullptr) continue;
      TILEGLOT_TRY_STATUS(verify_ends(module, id));
      if (!is_host(module, id)) continue;
      const auto [first, is_new] = first_of_channel.try_emplace(*channel, id);
      if (is_new || is_alike(module, first->second, id)) continue;
      return wrong(module, id, kCheck,
                   fmt::format("it shares channel {} to the host with {}, which differs", *channel,
                               module[first->second].name));
    }
  }
  return {};
}

}  // namespace tileglot::hlo
