// SPDX-License-Identifier: Apache-2.0
// spec_reader.h: reads one PartitionSpec of a longer text.
//
// What     read_partition_spec reads P(..) or PartitionSpec(..).
// Errors   Those of partition_spec.h.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/partition_spec.h"

namespace tileglot::notation::mesh::detail {

core::Result<PartitionSpec> read_partition_spec(core::Scanner& scanner);

}  // namespace tileglot::notation::mesh::detail
