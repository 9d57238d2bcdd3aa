// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/operand/operand_error.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/operand/canonical_operand.h"
#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/operand/smem_atom.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"

namespace tileglot::notation::cute {
namespace {

constexpr std::string_view kType = "cute.operand_type";
constexpr std::string_view kShape = "cute.operand_shape";

core::Error shape_error(std::string message, std::string_view help) {
  return {{.code = std::string(kShape), .message = std::move(message), .help = std::string(help)}};
}

core::Error type_error(std::string message, std::string_view help) {
  return {{.code = std::string(kType), .message = std::move(message), .help = std::string(help)}};
}

/// "byte 144", or "byte 0, bit 4" of elements smaller than a byte.
std::string byte_text(std::int64_t bits) {
  const std::int64_t byte = core::floor_div(bits, 8);
  const std::int64_t bit = core::floor_mod(bits, 8);
  return bit == 0 ? fmt::format("byte {}", byte) : fmt::format("byte {}, bit {}", byte, bit);
}

/// " with SBO 1024": what the expected address was computed from.
std::string offsets_text(const CanonicalOperand& operand) {
  std::string text;
  const auto add = [&text](std::string_view name, const std::optional<std::int64_t>& bytes) {
    if (bytes) text += fmt::format("{} {} {}", text.empty() ? " with" : " and", name, *bytes);
  };
  add("LBO", operand.leading_bytes);
  add("SBO", operand.stride_bytes);
  return text;
}

/// "where a K-major 128B operand with SBO 1024 has byte 144", or that none has the element there.
std::string expected_text(const CanonicalOperand& nearest, const Misfit& at) {
  if (at.expected_bits) {
    return fmt::format("where a {} operand{} has {}", operand_text(nearest), offsets_text(nearest),
                       byte_text(*at.expected_bits));
  }
  const OperandShape element{at.mn, at.k};
  const bool is_stride = element == first_with_stride(nearest.major, nearest.swizzle, nearest.bits);
  const bool is_leading =
      element == first_with_leading(nearest.major, nearest.swizzle, nearest.bits);
  if (!is_stride && !is_leading) return "where no operand begins";
  return fmt::format("where no {} of a {} operand has it", is_stride ? "SBO" : "LBO",
                     operand_text(nearest));
}

/// What to write instead. Elements of 32 bits may have been meant for the swizzle of their own.
std::string elsewhere_help(const OperandAnswer& answer, SmemMma instruction) {
  std::string help =
      "tile an atom over the shape: eval 'tile_to_shape(smem_atom(K, 128B, f16), (128,64))'";
  if (!answer.misfit.expected_bits) {
    help =
        fmt::format("start, LBO and SBO are multiples of 16 bytes up to {}", kDescriptorBytes - 16);
  }
  if (answer.operand.first.bits == 32 && instruction == SmemMma::kTcgen05) {
    help +=
        "; the 128B swizzle of 32-byte units (128B_BASE32B) of MN-major tf32 is not supported here";
  }
  return help;
}

core::Error elsewhere(const OperandAnswer& answer, SmemMma instruction) {
  const Misfit& at = answer.misfit;
  return {
      {.code = "cute.operand",
       .message =
           fmt::format("no descriptor of {} gives the addresses of the layout", name(instruction)),
       .help = elsewhere_help(answer, instruction),
       .witness = fmt::format("element ({},{}) is at {}, {}", at.mn, at.k, byte_text(at.found_bits),
                              expected_text(answer.operand.first, at))}};
}

core::Error major_error(const OperandAnswer& answer, SmemMma instruction) {
  const std::string message =
      fmt::format("{} reads MN-major operands of {} bits, and this {} operand has elements of {}",
                  name(instruction), instruction == SmemMma::kWgmma ? "16" : "8 or 16",
                  operand_text(answer.operand.first), answer.first);
  const bool has_own = answer.first == 32 && instruction == SmemMma::kTcgen05;
  return type_error(message, has_own ? "tcgen05 reads MN-major elements of 32 bits in the 128B "
                                       "swizzle of 32-byte units (128B_BASE32B), which is not "
                                       "supported; use a K-major atom"
                                     : "use a K-major atom");
}

core::Error too_many(const OperandAnswer& answer) {
  return shape_error(
      fmt::format("{} elements of the instructions after the first would have to be compared with "
                  "a {} operand; the limit is {}",
                  answer.first, operand_text(answer.operand.first), answer.second),
      "give the layout the swizzle of that operand, or ask about the part of one instruction");
}

}  // namespace

std::string operand_text(const CanonicalOperand& operand) {
  if (operand.swizzle == SmemSwizzle::kNone) {
    return fmt::format("{}-major unswizzled", name(operand.major));
  }
  return fmt::format("{}-major {}", name(operand.major), name(operand.swizzle));
}

std::string descriptor_text(const CanonicalOperand& operand, SmemMma instruction) {
  return fmt::format("0x{:016x}", descriptor(operand, instruction));
}

core::Error operand_error(const OperandAnswer& answer, SmemMma instruction) {
  const std::int64_t first = answer.first;
  const std::int64_t second = answer.second;
  switch (answer.unfit) {
    case Unfit::kNone: break;
    case Unfit::kElementBits:
      return type_error(
          fmt::format("{} does not read elements of {} bits from shared memory", name(instruction),
                      first),
          instruction == SmemMma::kWgmma
              ? "operands of wgmma have elements of 8, 16 or 32 bits"
              : "operands of tcgen05 have elements of 4, 8, 16 or 32 bits; those of 6 bits are "
                "stored as 8");
    case Unfit::kNoLayout:
      return shape_error("the layout is composed of more than a swizzle and a shape:stride",
                         "write it as (64,64):(64,1) or Sw<3,3,3> o 0 o (64,64):(64,1)");
    case Unfit::kCoordinates:
      return shape_error("the layout has scaled bases, so it gives coordinates and not offsets",
                         "give the layout of the shared memory itself");
    case Unfit::kRank:
      return shape_error(fmt::format("the layout has rank {}, and an operand has 2 modes", first),
                         "mode 0 is M or N, and mode 1 is K; each may be nested");
    case Unfit::kMn:
      return shape_error(
          fmt::format("mode 0, M or N, has {} elements; an operand has a multiple of {}", first,
                      second),
          "an instruction takes a multiple of 8 rows");
    case Unfit::kK:
      return shape_error(
          fmt::format("mode 1, K, has {} elements; an operand has a multiple of {}", first, second),
          "an instruction takes 32 bytes along K");
    case Unfit::kNegativeOffset:
      return shape_error(fmt::format("the layout begins at offset {}", first),
                         "an operand begins at offset 0 or above");
    case Unfit::kTooFar:
      return shape_error(
          fmt::format(
              "the layout reaches {} elements; a descriptor reaches {}, which take {} bytes", first,
              second, kDescriptorBytes),
          "ask about one tile in shared memory");
    case Unfit::kUneven:
      return shape_error(fmt::format("mode {} does not divide into equal instructions of {}{}",
                                     first, first == 0 ? "at least " : "", second),
                         "nest its extents so that instructions begin where one of them does");
    case Unfit::kStep:
      return shape_error(
          fmt::format("along mode {} the next instruction begins {} bytes after another", first,
                      core::floor_div(second, 8)),
          "a descriptor begins at a multiple of 16 bytes, and later ones after earlier ones");
    case Unfit::kElsewhere: return elsewhere(answer, instruction);
    case Unfit::kMajor: return major_error(answer, instruction);
    case Unfit::kTooMany: return too_many(answer);
  }
  return shape_error("the layout is an operand", "");
}

core::Result<SmemOperand> smem_operand(const CuteLayout& layout, SmemMma instruction,
                                       std::int64_t bits, const std::optional<Major>& major) {
  const OperandAnswer answer = find_operand(layout, instruction, bits, major);
  if (!answer.ok()) return core::fail(operand_error(answer, instruction));
  return answer.operand;
}

}  // namespace tileglot::notation::cute
