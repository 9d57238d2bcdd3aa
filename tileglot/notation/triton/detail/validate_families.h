// SPDX-License-Identifier: Apache-2.0
// validate_families.h: finds invalid parameters in each family of encodings.
//
// What     One function per family; validate_encoding.h declares the one for all.
// Units    Parents are assumed valid.
// Source   The verifiers of Triton 3.9.0.
#pragma once

#include <string_view>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {

MaybeFault find_fault_in(const Blocked& e);
MaybeFault find_fault_in(const Slice& e);
MaybeFault find_fault_in(const DotOperand& e);
MaybeFault find_fault_in(const NvidiaMma& e);
MaybeFault find_fault_in(const AmdMfma& e);
MaybeFault find_fault_in(const AmdWmma& e);
MaybeFault find_fault_in(const Linear& e);
MaybeFault find_fault_in(const GenericLinear& e);
MaybeFault find_fault_in(const SwizzledShared& e);
MaybeFault find_fault_in(const AmdRotatingShared& e);
MaybeFault find_fault_in(const NvmmaShared& e);
MaybeFault find_fault_in(const PaddedShared& e);
MaybeFault find_fault_in(const SharedLinear& e);
MaybeFault find_fault_in(const PartitionedShared& e);
MaybeFault find_fault_in(const TensorMemory& e);
MaybeFault find_fault_in(const TensorMemoryScales& e);

/// The first number above kMaxParameter.
MaybeFault find_large_number(const Encoding& encoding);

/// Checks that the nested encoding keeps its elements in `wanted`.
MaybeFault check_storage(const Nested& inner, std::string_view key, Storage wanted,
                         std::string_view words);

}  // namespace tileglot::notation::triton
