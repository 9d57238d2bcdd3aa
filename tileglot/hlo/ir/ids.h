// SPDX-License-Identifier: Apache-2.0
// ids.h: the numbers by which a module names its parts.
//
// What     An InstructionId, ComputationId or ShapeId is an index into the tables of one module.
// Why      Four bytes instead of a pointer. They stay valid when a table grows and when a module is
//          copied, and the compiler does not mix them up.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::hlo {

enum class InstructionId : std::uint32_t {};
enum class ComputationId : std::uint32_t {};
enum class ShapeId : std::uint32_t {};

constexpr std::size_t index_of(InstructionId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t index_of(ComputationId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t index_of(ShapeId id) { return static_cast<std::size_t>(id); }

}  // namespace tileglot::hlo
