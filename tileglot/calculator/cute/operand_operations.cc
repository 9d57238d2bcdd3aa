// SPDX-License-Identifier: Apache-2.0
// operand_operations.cc: the shared memory that wgmma and tcgen05 read, and its descriptors.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/cute/atoms/value_type.h"
#include "tileglot/notation/cute/operand/operand_error.h"
#include "tileglot/notation/cute/operand/smem_atom.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"
#include "tileglot/value/operand_json.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
using core::fail;
using core::Result;

/// A word and what it means.
template <class Meaning>
struct Word {
  std::string_view text;
  Meaning meaning;
};

constexpr std::array<Word<cute::Major>, 4> kMajorWords{{{"K", cute::Major::kK},
                                                        {"MN", cute::Major::kMn},
                                                        {"M", cute::Major::kMn},
                                                        {"N", cute::Major::kMn}}};

constexpr std::array<Word<cute::SmemSwizzle>, 8> kSwizzleWords{
    {{"none", cute::SmemSwizzle::kNone},
     {"32B", cute::SmemSwizzle::k32B},
     {"64B", cute::SmemSwizzle::k64B},
     {"128B", cute::SmemSwizzle::k128B},
     {"INTER", cute::SmemSwizzle::kNone},
     {"SW32", cute::SmemSwizzle::k32B},
     {"SW64", cute::SmemSwizzle::k64B},
     {"SW128", cute::SmemSwizzle::k128B}}};

constexpr std::array<Word<cute::SmemMma>, 2> kInstructionWords{
    {{"wgmma", cute::SmemMma::kWgmma}, {"tcgen05", cute::SmemMma::kTcgen05}}};

/// Argument i as one of the words; `help` lists those to write.
template <class Meaning, std::size_t Count>
Result<Meaning> word_argument(const Arguments& arguments, std::size_t i,
                              const std::array<Word<Meaning>, Count>& words, std::string_view what,
                              std::string_view help) {
  const std::string text = arguments.text(i);
  for (const auto& word : words) {
    if (word.text == text) return word.meaning;
  }
  return fail({.code = "cute.arguments",
               .message = fmt::format("'{}' is not {}", core::printable(text), what),
               .help = std::string(help)});
}

Result<std::int64_t> bits_argument(const Arguments& arguments, std::size_t i) {
  // tf32, e4m3 and other types that instructions have and tensors do not.
  if (const auto type = cute::type_by_name(arguments.text(i))) return cute::bits_of(*type);
  TILEGLOT_TRY(type, core::parse_element_type(arguments.text(i)));
  return core::bits(type);
}

core::Status check_bits(std::int64_t bits) {
  constexpr std::array<std::int64_t, 4> kBits{4, 8, 16, 32};
  if (std::find(kBits.begin(), kBits.end(), bits) != kBits.end()) return {};
  return fail({.code = "cute.operand_type",
               .message = fmt::format(
                   "neither wgmma nor tcgen05 reads elements of {} bits from shared memory", bits),
               .help = bits == 6 ? "elements of 6 bits fill a byte there: write u8"
                                 : "elements have 8, 16 or 32 bits, of tcgen05 4 too: write a type "
                                   "such as f16 or tf32"});
}

Result<cute::SmemMma> instruction_argument(const Arguments& arguments, std::size_t i) {
  if (arguments.count() <= i) return cute::SmemMma::kWgmma;
  return word_argument(arguments, i, kInstructionWords, "an instruction with descriptors",
                       "write wgmma or tcgen05");
}

Result<Value> apply_smem_atom(const Arguments& arguments) {
  TILEGLOT_TRY(major,
               word_argument(arguments, 0, kMajorWords, "a major mode", "write K, M, N or MN"));
  TILEGLOT_TRY(swizzle, word_argument(arguments, 1, kSwizzleWords, "a swizzle of shared memory",
                                      "write none, 32B, 64B or 128B"));
  TILEGLOT_TRY(bits, bits_argument(arguments, 2));
  TILEGLOT_TRY_STATUS(check_bits(bits));
  return to_value(cute::smem_atom(major, swizzle, bits));
}

Result<Value> apply_smem_descriptor(const Arguments& arguments) {
  TILEGLOT_TRY(layout, any_layout_argument(arguments, 0));
  TILEGLOT_TRY(bits, bits_argument(arguments, 1));
  TILEGLOT_TRY(instruction, instruction_argument(arguments, 2));
  TILEGLOT_TRY(operand, cute::smem_operand(layout, instruction, bits));
  return Value(value::operand_json(operand, instruction));
}

constexpr Operation kOperandOperations[] = {
    {"smem_atom", "major, swizzle, type",
     "the tile of shared memory that wgmma and tcgen05 read: K- or MN-major, with the swizzle "
     "none, 32B, 64B or 128B",
     "smem_atom(K, 128B, f16)", apply_smem_atom},
    {"smem_descriptor", "layout, type, [instruction]",
     "the descriptor of the first instruction that reads the operand (M or N, K) by wgmma, or by "
     "tcgen05",
     "smem_descriptor(Sw<3,3,3> o 0 o (64,64):(64,1), f16)", apply_smem_descriptor},
};

}  // namespace

std::span<const Operation> operand_operations() { return kOperandOperations; }

}  // namespace tileglot::calculator
