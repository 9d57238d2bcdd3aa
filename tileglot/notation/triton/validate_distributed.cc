// SPDX-License-Identifier: Apache-2.0
// validate_distributed.cc: blocked encodings, encodings given by bases, slices and operands.
#include "tileglot/notation/triton/detail/validate_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/checked.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

template <bool Generic>
std::array<std::pair<std::string_view, const Bases*>, 4> parts(const DistributedBases<Generic>& e) {
  return {{{"register", &e.register_bases},
           {"lane", &e.lane_bases},
           {"warp", &e.warp_bases},
           {"block", &e.block_bases}}};
}

template <bool Generic>
MaybeFault check_bases_shape(const DistributedBases<Generic>& e) {
  const std::int64_t dimensions = rank(e);
  if (auto fault = check_rank("register", dimensions)) return fault;
  for (const auto& [key, bases] : parts(e)) {
    if (auto fault = check_lengths(key, *bases, dimensions)) return fault;
  }
  return std::nullopt;
}

template <bool Generic>
Bases all_of(const DistributedBases<Generic>& e) {
  return joined({&e.register_bases, &e.lane_bases, &e.warp_bases, &e.block_bases});
}

MaybeFault check_k_width(bool holds, const DotOperand& e, std::string_view rule) {
  return demand(
      holds, "kWidth", "triton.operand",
      fmt::format("an operand of {} cannot have kWidth {}", mnemonic(*e.parent), e.k_width),
      std::string(rule));
}

struct OperandOf {
  const DotOperand& e;

  MaybeFault operator()(const Blocked& /*parent*/) const {
    return check_k_width(e.k_width == 0, e, "leave kWidth out");
  }
  MaybeFault operator()(const NvidiaMma& parent) const {
    return first_of({check_k_width(core::is_power_of_two(e.k_width), e, "it is 1, 2, 4, .."),
                     demand(parent.version_major == 2 || e.op_idx == 0, "opIdx", "triton.operand",
                            "operand B of version 3, wgmma, is in shared memory and has no "
                            "registers")});
  }
  MaybeFault operator()(const AmdMfma& /*parent*/) const {
    return check_k_width(core::is_power_of_two(e.k_width), e, "it is 1, 2, 4, ..");
  }
  MaybeFault operator()(const AmdWmma& parent) const {
    const std::int64_t k = e.k_width;
    if (parent.version == 1) return check_k_width(k == 8 || k == 16, e, "version 1 has 8 and 16");
    if (parent.version == 2) {
      return check_k_width(k == 4 || k == 8 || k == 16, e, "version 2 has 4, 8 and 16");
    }
    return check_k_width(core::is_power_of_two(k), e, "it is 1, 2, 4, ..");
  }
  template <class Other>
  MaybeFault operator()(const Other& /*parent*/) const {
    return demand(false, "parent", "triton.parent",
                  fmt::format("{} is not an encoding of a matrix product", mnemonic(*e.parent)));
  }
};

}  // namespace

MaybeFault find_fault_in(const Blocked& e) {
  const auto rank = std::ssize(e.order);
  return first_of(
      {check_rank("order", rank), check_length("sizePerThread", e.size_per_thread, rank),
       check_length("threadsPerWarp", e.threads_per_warp, rank),
       check_length("warpsPerCTA", e.warps_per_cta, rank), check_order("order", e.order),
       check_powers_of_two("sizePerThread", e.size_per_thread),
       check_powers_of_two("threadsPerWarp", e.threads_per_warp),
       check_powers_of_two("warpsPerCTA", e.warps_per_cta), check_cga(e.cga, rank)});
}

MaybeFault find_fault_in(const Slice& e) {
  const std::int64_t parent_rank = rank(*e.parent);
  return first_of({check_storage(e.parent, "parent", Storage::kDistributed, "tensors"),
                   demand(parent_rank >= 2, "parent", "triton.rank",
                          "a slice of an encoding with one dimension has none"),
                   demand(e.dim >= 0 && e.dim < parent_rank, "dim", "triton.rank",
                          fmt::format("dimension {} is sliced away, and the parent has {}", e.dim,
                                      parent_rank))});
}

MaybeFault find_fault_in(const Linear& e) {
  if (auto fault = check_bases_shape(e)) return fault;
  return demand(is_permutation(all_of(e), rank(e)), "register", "triton.bases",
                "apart from zeros, the bases are not a permutation of bits",
                "each 1, 2, 4, .. of a dimension appears once; generic_linear may mix them");
}

MaybeFault find_fault_in(const GenericLinear& e) {
  if (auto fault = check_bases_shape(e)) return fault;
  for (const auto& [key, bases] : parts(e)) {
    if (key == "warp" || std::ranges::all_of(*bases, moves_in_one_dimension)) continue;
    return demand(false, key, "triton.bases",
                  fmt::format("a basis of {} moves along several dimensions at once", key),
                  "in generic_linear only the bases of warp may");
  }
  return demand(is_onto(all_of(e), rank(e)), "register", "triton.bases",
                "the bases do not reach every element");
}

MaybeFault find_fault_in(const DotOperand& e) {
  if (auto fault = demand(e.op_idx == 0 || e.op_idx == 1, "opIdx", "triton.operand",
                          fmt::format("a product has operands 0 and 1, not {}", e.op_idx))) {
    return fault;
  }
  return std::visit(OperandOf{e}, e.parent->family());
}

}  // namespace tileglot::notation::triton
