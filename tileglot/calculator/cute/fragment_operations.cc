// SPDX-License-Identifier: Apache-2.0
// fragment_operations.cc: the registers of a tiled MMA, and the copies that fill or empty them.
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/cute/detail/tiled_arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/fragment.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/tiled/mma.h"
#include "tileglot/notation/cute/tiled/retile.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

/// Refuses an operand that is not in registers.
core::Status check_in_registers(const cute::MmaAtom& atom, cute::Operand operand) {
  constexpr std::string_view kLetters = "ABC";
  const cute::Place place = place_of(atom, operand);
  if (place == cute::Place::kRegisters) return {};
  const bool is_shared = place == cute::Place::kShared;
  return fail({.code = "cute.tiled",
               .message = fmt::format("operand {} of {} is in {} memory, not in registers",
                                      kLetters[static_cast<std::size_t>(operand)],
                                      cute::cute_name(atom), is_shared ? "shared" : "tensor"),
               .help = is_shared ? "smem_descriptor(layout, type) gives the descriptor that it "
                                   "is read by"
                                 : "tcgen05.ld brings it to registers; copy_traits has the layout "
                                   "of each load"});
}

template <cute::Operand Which>
Result<Value> apply_partition_fragment(const Arguments& arguments) {
  TILEGLOT_TRY(atom, in_argument(cute::find_mma(arguments.text(0)), arguments, 0));
  TILEGLOT_TRY_STATUS(check_in_registers(atom, Which));
  TILEGLOT_TRY(mma, tiled_mma(arguments, 4));
  TILEGLOT_TRY(thread, integer_argument(arguments, 2));
  TILEGLOT_TRY(matrix, layout_argument(arguments, 3));
  TILEGLOT_TRY(part, cute::to_result(cute::partition(mma, Which, thread, matrix)));
  // CuTe makes accumulators column-major, and orders the others as their matrix.
  if (Which == cute::Operand::kC) return to_value(cute::make_layout(part.layout.shape));
  return to_value(cute::make_fragment_like(part.layout));
}

template <cute::Operand Which>
Result<Value> apply_make_tiled_copy_for(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy_for(arguments, Which, 4));
  return text_of_tiled_copy(copy);
}

template <cute::Operand Which>
Result<Value> apply_retile(const Arguments& arguments) {
  TILEGLOT_TRY(copy, tiled_copy_for(arguments, Which, 5));
  TILEGLOT_TRY(fragment, layout_argument(arguments, 4));
  const bool is_load = is_reference_order(copy, cute::End::kDestination);
  return to_value(
      cute::retile(copy, is_load ? cute::End::kDestination : cute::End::kSource, fragment));
}

constexpr Operation kFragmentOperations[] = {
    {"make_tiled_copy_A", "copy, bits, atom, atoms, [tile]",
     "the text of a tiled copy with the threads and values of operand A of a tiled MMA",
     "make_tiled_copy_A(SM75_U32x4_LDSM_N,16,SM80_16x8x16_F32F16F16F32_TN,(2,2,1))",
     apply_make_tiled_copy_for<cute::Operand::kA>},
    {"make_tiled_copy_B", "copy, bits, atom, atoms, [tile]",
     "the text of a tiled copy with the threads and values of operand B of a tiled MMA",
     "make_tiled_copy_B(SM75_U32x2_LDSM_N,16,SM80_16x8x16_F32F16F16F32_TN,(2,2,1))",
     apply_make_tiled_copy_for<cute::Operand::kB>},
    {"make_tiled_copy_C", "copy, bits, atom, atoms, [tile]",
     "the text of a tiled copy with the threads and values of C of a tiled MMA",
     "make_tiled_copy_C(SM90_U32x4_STSM_N,16,SM90_64x32x16_F16F16F16_SS,(1,1,1))",
     apply_make_tiled_copy_for<cute::Operand::kC>},
    {"partition_fragment_A", "atom, atoms, thread, matrix, [tile]",
     "the layout of the registers that hold one thread's part of A",
     "partition_fragment_A(SM80_16x8x16_F32F16F16F32_TN,(2,2,1),0,(64,32))",
     apply_partition_fragment<cute::Operand::kA>},
    {"partition_fragment_B", "atom, atoms, thread, matrix, [tile]",
     "the layout of the registers that hold one thread's part of B",
     "partition_fragment_B(SM80_16x8x16_F32F16F16F32_TN,(2,2,1),0,(64,32))",
     apply_partition_fragment<cute::Operand::kB>},
    {"partition_fragment_C", "atom, atoms, thread, matrix, [tile]",
     "the layout of the registers that hold one thread's part of C",
     "partition_fragment_C(SM80_16x8x16_F32F16F16F32_TN,(2,2,1),0,(64,64))",
     apply_partition_fragment<cute::Operand::kC>},
    {"retile_A", "copy, bits, atom, atoms, fragment, [tile]",
     "the registers of a thread's part of A in the order in which a copy fills them",
     "retile_A(SM75_U32x4_LDSM_N,16,SM80_16x8x16_F32F16F16F32_TN,(2,2,1),(8,2,2))",
     apply_retile<cute::Operand::kA>},
    {"retile_B", "copy, bits, atom, atoms, fragment, [tile]",
     "the registers of a thread's part of B in the order in which a copy fills them",
     "retile_B(SM75_U32x4_LDSM_N,16,SM80_16x8x16_F32F16F16F32_TN,(2,2,1),(4,2,2),(32,32,16))",
     apply_retile<cute::Operand::kB>},
    {"retile_C", "copy, bits, atom, atoms, fragment, [tile]",
     "the registers of a thread's part of C in the order in which a copy reads them",
     "retile_C(SM90_U32x4_STSM_N,16,SM90_64x32x16_F16F16F16_SS,(1,1,1),(16,2,1))",
     apply_retile<cute::Operand::kC>},
};

}  // namespace

std::span<const Operation> fragment_operations() { return kFragmentOperations; }

}  // namespace tileglot::calculator
