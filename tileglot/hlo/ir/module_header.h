// SPDX-License-Identifier: Apache-2.0
// module_header.h: the header of a module, before its computations.
//
// What     The layouts of the entry computation's parameters and result, which of them share
//          memory, and how many devices run it.
// Why      The layouts at the entry are the caller's: layout assignment may choose only those that
//          are left open.
// Example  entry_computation_layout={(f32[2,3])->f32[2,3]{0,1}}: the parameter's layout is open
//          (AUTO), the result's is given. In an EntryLayout a leaf that is open has no layout.
// Source   XLA, HloModuleConfig, HloInputOutputAliasConfig.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

struct EntryLayout {
  std::vector<notation::xla::Shape> parameters = {};
  notation::xla::Shape result = {};
  friend bool operator==(const EntryLayout&, const EntryLayout&) = default;
};

enum class AliasKind : std::uint8_t { kMay, kMust };

/// The result's leaf at `output` may (or must) use the memory of the parameter's leaf at `index`.
struct InputOutputAlias {
  std::vector<std::int64_t> output = {};
  std::int64_t parameter = 0;
  std::vector<std::int64_t> index = {};
  AliasKind kind = AliasKind::kMay;
  friend bool operator==(const InputOutputAlias&, const InputOutputAlias&) = default;
};

/// The program may overwrite the parameter's leaf at `index`.
struct BufferDonor {
  std::int64_t parameter = 0;
  std::vector<std::int64_t> index = {};
  friend bool operator==(const BufferDonor&, const BufferDonor&) = default;
};

/// Texts live in the module's TextPool.
struct ModuleHeader {
  std::string_view name = {};
  std::optional<EntryLayout> entry_layout =
      {};  ///< nothing: that of the entry's parameters and root
  std::vector<InputOutputAlias> aliases = {};
  std::vector<BufferDonor> donors = {};
  bool is_scheduled = false;
  bool alias_passthrough_parameters = false;
  std::int64_t replica_count = 1;
  std::int64_t partition_count = 1;
  std::vector<bool> sharding_to_parameters = {};  ///< allow_spmd_sharding_propagation_to_parameters
  std::vector<bool> sharding_to_output = {};
  std::string_view frontend_attributes = {};        ///< {..}, as it was written
  std::string_view origin_recovery_table = {};      ///< likewise
  std::vector<std::string_view> stack_frames = {};  ///< lines of the tables FileNames and others
  std::vector<std::string_view> unknown = {};       ///< name=value of unknown attributes
};

}  // namespace tileglot::hlo
