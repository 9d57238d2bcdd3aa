// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/validate_encoding.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/detail/validate_families.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

const Nested* parent_of(const Encoding& encoding) {
  if (const auto* slice = std::get_if<Slice>(&encoding.family())) return &slice->parent;
  if (const auto* dot = std::get_if<DotOperand>(&encoding.family())) return &dot->parent;
  const auto* pieces = std::get_if<PartitionedShared>(&encoding.family());
  return pieces == nullptr ? nullptr : &pieces->partition_layout;
}

}  // namespace

MaybeFault check_storage(const Nested& inner, std::string_view key, Storage wanted,
                         std::string_view words) {
  return demand(
      storage(*inner) == wanted, key, "triton.parent",
      fmt::format("{} is {}, which is not an encoding of {}", key, mnemonic(*inner), words));
}

MaybeFault find_fault(const Encoding& encoding) {
  if (auto fault = find_large_number(encoding)) return fault;
  const Nested* parent = parent_of(encoding);
  if (parent != nullptr && !*parent) {
    return demand(false, "parent", "triton.parent",
                  fmt::format("{} has no encoding inside it", mnemonic(encoding)));
  }
  return std::visit([](const auto& family) { return find_fault_in(family); }, encoding.family());
}

core::Status validate(const Encoding& encoding) {
  const Nested* parent = parent_of(encoding);
  if (parent != nullptr && *parent) TILEGLOT_TRY_STATUS(validate(**parent));
  if (auto fault = find_fault(encoding)) return core::fail(std::move(fault->error));
  return {};
}

}  // namespace tileglot::notation::triton
