// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/refusal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/inverse/recast.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr const char* kLargestInteger =
    "sizes, strides and offsets are signed 64-bit integers, at most 9223372036854775807";
constexpr const char* kCoordinateForms =
    "give one integer for the whole shape, one for each mode, or nest it as the shape is";
constexpr const char* kLayoutForm = "write shape:stride, as in (4,2):(2,1)";

constexpr const char* kPositiveExtents = "a layout with an extent of 0 has no elements";
constexpr const char* kPositiveTarget = "a target has 1 or more elements";
constexpr const char* kPositiveStrides = "the operation is defined for strides of 0 or more";
constexpr const char* kInjective =
    "a complement needs each offset once, and so does the left inverse of more than 64 elements, "
    "those of stride 0 apart";
constexpr const char* kLeavesItsOffsets =
    "what comes after the inner layout leaves its offsets, and beyond them its inverse is wrong";
constexpr const char* kBeginBeyond =
    "let each mode begin where those of smaller strides end; a table of any inverse is `convert "
    "--to table`";
constexpr const char* kNested =
    "in ascending order, each stride must be a multiple of extent * stride of the mode before; "
    "only "
    "a complement up to one number leaves holes";

constexpr const char* kComposable =
    "no shape:stride has these offsets; let strides and extents divide one another";
constexpr const char* kDecidable =
    "up to 1048576 elements are tried, 4096 in a constant expression";

constexpr const char* kOnlyInCpp = "without --semantics cute-cpp the values decide";

struct Words {
  Reason reason;
  const char* code;
  const char* sentence;  ///< {0} and {1} are the numbers of the refusal
  const char* help;
};

constexpr Words kNothing{Reason::kNone, "cute.none", "nothing was refused", ""};

constexpr Words kWords[] = {
    {Reason::kProductTooLarge, "cute.overflow", "{0} * {1} does not fit a signed 64-bit integer",
     kLargestInteger},
    {Reason::kSumTooLarge, "cute.overflow", "{0} + {1} does not fit a signed 64-bit integer",
     kLargestInteger},
    {Reason::kDivisionByZero, "cute.division_by_zero", "{0} is divided by an extent of 0",
     "a shape with an extent of 0 has no elements; only coordinate 0 can be split over it"},
    {Reason::kTooManyLeaves, "cute.too_many_leaves",
     "a tuple of {0} integers is larger than the {1} there is room for",
     "coalesce the layout, or write it with fewer modes"},
    {Reason::kTooDeep, "cute.too_deep", "tuples nested {0} deep; {1} is the limit",
     "remove parentheses that hold a single mode"},
    {Reason::kNoSuchMode, "cute.mode", "there is no mode {0}; the rank is {1}",
     "modes are counted from 0"},
    {Reason::kNegativeExtent, "cute.extent", "extent {1} (integer {0} of the shape) is negative",
     "an extent is 0 or more; a stride may be negative"},
    {Reason::kNotCongruent, "cute.congruent", "shape and stride differ in structure at integer {0}",
     "write one stride for each extent, nested in the same way"},
    {Reason::kCoordinateRank, "cute.coordinate",
     "the coordinate has another rank than the shape at integer {0}", kCoordinateForms},
    {Reason::kCoordinateIsTuple, "cute.coordinate",
     "the coordinate has a tuple at integer {0}, where the shape has an integer", kCoordinateForms},
    {Reason::kCoordinateOverNothing, "cute.coordinate",
     "the coordinate {0} is for a shape without integers", "the only coordinate of () is 0"},
    {Reason::kNotANumber, "cute.syntax", "byte {0} should begin an integer or a tuple",
     kLayoutForm},
    {Reason::kUnbalanced, "cute.syntax", "byte {0} should be a comma, a colon or a parenthesis",
     kLayoutForm},
    {Reason::kBasisPath, "cute.basis", "a scaled basis has no room for mode {1} at level {0}",
     "a basis has at most 5 levels of modes 0 to 62"},
    {Reason::kBasisArithmetic, "cute.basis", "scaled bases cannot be combined so",
     "bases add along one path only, and a basis times a basis is nothing"},
    {Reason::kNoElements, "cute.no_elements", "integer {0} is {1}; an extent is 1 or more",
     "give 1 or more"},
    {Reason::kNegativeStride, "cute.negative_stride", "the stride at integer {0} is {1}",
     kPositiveStrides},
    {Reason::kNotInjective, "cute.not_injective", "integers {0} and {1} reach one offset twice",
     kInjective},
    {Reason::kNoWayBack, "cute.no_inverse",
     "no layout takes all offsets up to {0} back to their elements",
     "let each stride be a multiple of the smaller ones; a table of any inverse is `convert --to "
     "table`"},
    {Reason::kBeyondLayout, "cute.no_inverse",
     "the inverse would name index {0} of a layout of {1} elements", kLeavesItsOffsets},
    {Reason::kQuotientTooLarge, "cute.overflow", "{0} / {1} does not fit a signed 64-bit integer",
     kLargestInteger},
    {Reason::kNoCount, "cute.rank", "{0} is not a number of modes", "a tuple has 0 modes or more"},
    {Reason::kSplitsUndecided, "cute.too_large_to_decide",
     "no inverse of the {0} elements was found, and not all were tried",
     "let strides divide one another, and modes not overlap; otherwise up to 64 elements, those of "
     "stride 0 apart, are tried, 65536 times"},
    {Reason::kNotAligned, "cute.not_aligned",
     "the stride at integer {0} and the {1} elements to be one do not divide one another",
     "choose a number of elements that divides each stride, or that each stride divides"},
    {Reason::kNoUnitStride, "cute.no_unit_stride",
     "no stride is 1, so no mode walks on through the {0} parts of each element",
     "a layout of smaller elements needs a mode of stride 1"},
    {Reason::kTileDoesNotDivide, "cute.not_tiled", "a tile of {1} does not divide the extent {0}",
     "give a shape that is a whole number of tiles along each mode"},
    {Reason::kNotOnto, "cute.not_onto", "only the first {0} of {1} numbers are reached",
     "threads and values must each be numbered from 0 without a gap"},
    {Reason::kNotNested, "cute.no_complement",
     "the stride at integer {1} is not a multiple of where the mode at integer {0} ends", kNested},
    {Reason::kNoStridedLeaf, "cute.composition",
     "mode {0} of the right layout is not strided in the left one at step {1}", kComposable},
    {Reason::kLeavesCarry, "cute.composition",
     "the modes of the right layout carry into one another at index {0}", kComposable},
    {Reason::kTooLargeToDecide, "cute.too_large_to_decide",
     "no rule decides about {1} elements, and they are too many to try", kDecidable},
    {Reason::kTilerRank, "cute.tiler_rank", "a tiler of {0} or more modes is applied to {1}",
     "give at most one entry for each mode"},
    {Reason::kNoSwizzle, "cute.bad_swizzle", "{0} bits shifted by {1} are not a swizzle",
     "Sw<B,M,S> has B and M of 0 or more, |S| of at least B, and at most 63 bits in all"},
    {Reason::kTiledRank, "cute.tiled", "{0} modes where a tiled instruction has {1}",
     "atoms and their tile go along M, N and K; a matrix has the sides of its operand"},
    {Reason::kNotWholeInstructions, "cute.tiled",
     "{0} threads or values are not a multiple of the {1} that one instruction takes",
     "arrange whole instructions"},
    {Reason::kNotWholeElements, "cute.tiled",
     "elements of {0} bits do not divide the {1} bits that a thread moves",
     "write the bits of an element that the instruction moves whole"},
    {Reason::kNotInRegisters, "cute.tiled",
     "the instruction takes the operand from shared or tensor memory, not from registers",
     "smem_descriptor has the descriptor of shared memory; tcgen05.ld reads tensor memory"},
    {Reason::kNotReferenceOrder, "cute.tiled", "this end of the copy is not the one in registers",
     "retile what ldmatrix writes, what stmatrix reads, and either end of a plain copy"},
    {Reason::kNotAFragment, "cute.tiled",
     "the layout has {1} registers, and a thread of the tile has {0}",
     "give the layout of partition_fragment: (values, rest of each side), whole tiles along each"},
    {Reason::kSwizzled, "cute.swizzled",
     "a swizzle of {0} bits and shift {1} comes before the layout", "ask is_plain first"},
    {Reason::kExtentDiffers, "cute.extents", "an extent is {0}, not {1}",
     "the extents of an mdspan are the sizes of the layout's modes"},
    {Reason::kNoFactor, "cute.factor", "elements are joined or split by {0}",
     "a factor, or a number of bits, is 1 or more"},
    {Reason::kNoSuchThread, "cute.thread", "there is no thread {0} of {1}",
     "threads are counted from 0"},
    {Reason::kNumberTooLarge, "cute.syntax",
     "the number at byte {0} does not fit a signed 64-bit integer", kLargestInteger},
    {Reason::kSwizzleMasks, "cute.bad_swizzle",
     "bits {0:#x} xored into bits {1:#x} are not a swizzle: not two runs of one length, apart",
     "Sw<B,M,S> xors B neighbouring bits into B neighbouring bits, at least B away"},
    {Reason::kSwizzleShifts, "cute.bad_swizzle",
     "swizzles that shift by {0} and by {1} are not one swizzle",
     "only swizzles of one shift merge; write the other one as the outer of `A o 0 o B`"},
    {Reason::kSwizzleReadsOwn, "cute.bad_swizzle",
     "the outer swizzle reads bits {0:#x}, which the inner one changes",
     "the two in a row are not a single swizzle"},
    {Reason::kSwizzleNotPushed, "cute.swizzle_not_pushed",
     "no swizzle after the layout does what this one before it does to index {0}",
     "the layout must send the bits that are read, and those that change, each to a run of bits"},
    {Reason::kNoPowerOfTwo, "cute.power_of_two", "{0} is not a power of two",
     "a swizzle works on bits, so it is recast by powers of two only"},
    {Reason::kOffsetNotDivisible, "cute.offset", "the offset {0} is not a multiple of {1}",
     "the part would begin inside an element"},
    {Reason::kOffsetNotZero, "cute.offset", "the offset is {0}, and only 0 has an answer here",
     "begin at offset 0 and add the offset afterwards"},
    {Reason::kSwizzleHasNoShape, "cute.unsupported",
     "a composed layout that ends in a swizzle has no shape", "write A o offset o shape:stride"},
    {Reason::kNotAnInverse, "cute.no_inverse", "offset {0} would come back as {1}",
     kLeavesItsOffsets},
    {Reason::kProfilesDiffer, "cute.profile", "the tuples differ in structure at integer {0}",
     "write both nested in the same way"},
    {Reason::kRanksDiffer, "cute.rank", "the rank is {0} where {1} is wanted",
     "the rank of a tuple is the number of its modes; an integer has rank 1"},
    {Reason::kNoSuchRange, "cute.mode", "modes {0} to {1} are not part of the tuple",
     "the first of a range is counted from 0 and included, the last is not"},
    {Reason::kNotDivisible, "cute.divisibility", "neither of {0} and {1} divides the other",
     "choose a tile that divides the extent, or is a multiple of it"},
    {Reason::kCppStride, "cute.cpp_stride",
     "C++ CuTe asks that the stride {0} be a multiple of the extent {1}, or below it", kOnlyInCpp},
    {Reason::kCppShape, "cute.cpp_shape",
     "C++ CuTe asks that the {1} steps inside a mode divide the extent {0}", kOnlyInCpp},
    {Reason::kCppOverlap, "cute.cpp_overlap",
     "the stride {0} is below the {1} offsets filled before it, so C++ CuTe finds no gap",
     kInjective},
    {Reason::kCppDynamicStride, "cute.cpp_dynamic_stride",
     "{0} of the {1} strides that are left are dynamic, and C++ CuTe sorts static ones only",
     kOnlyInCpp},
    {Reason::kCppRank, "cute.cpp_rank",
     "C++ CuTe does not compile the pairs of {0} modes with an integer", kOnlyInCpp},
};

const Words& words_of(Reason reason) {
  for (const Words& words : kWords) {
    if (words.reason == reason) return words;
  }
  return kNothing;
}

std::string modes_of(const IntTuple& tuple) {
  const int count = rank(tuple);
  return fmt::format("{} mode{}", count, count == 1 ? "" : "s");
}

/// A coordinate and the part of the shape that it covers; either may be a tuple or an integer.
struct Pair {
  IntTuple coordinate;
  IntTuple shape;
};

/// Descends to the innermost pair that does not match: the first such mode, repeatedly.
Pair innermost_misfit(Pair pair) {
  int index = 0;
  while (!pair.coordinate.is_scalar && !pair.shape.is_scalar &&
         rank(pair.coordinate) == rank(pair.shape) && index < rank(pair.shape)) {
    const Pair inner{*mode(pair.coordinate, index), *mode(pair.shape, index)};
    if (weakly_congruent(inner.coordinate, inner.shape)) {
      ++index;
    } else {
      pair = inner;
      index = 0;
    }
  }
  return pair;
}

core::Error misfit_error(const Pair& pair) {
  const std::string coordinate = print(pair.coordinate);
  const std::string shape = print(pair.shape);
  if (pair.shape.is_scalar) {
    return {{.code = "cute.coordinate",
             .message = fmt::format("the coordinate {} is a tuple, but its extent {} is an integer",
                                    coordinate, shape),
             .help = "write one integer there"}};
  }
  return {{.code = "cute.coordinate",
           .message = fmt::format("the coordinate {} has {}, the shape {} has {}", coordinate,
                                  modes_of(pair.coordinate), shape, modes_of(pair.shape)),
           .help = kCoordinateForms}};
}

/// The mode at a slot, 4:2.
std::string print_leaf(const Layout<>& layout, int slot) {
  return fmt::format("{}:{}", print(layout.shape.at(slot)), print(layout.stride.at(slot)));
}

core::Error meeting_error(core::Error error, const Layout<>& layout, int a, int b) {
  const std::int64_t common =
      std::lcm(layout.stride.values[a], layout.stride.values[b]);  // fits: both reach it
  error->message = fmt::format("the modes {} and {} of {} reach one offset twice",
                               print_leaf(layout, a), print_leaf(layout, b), print(layout));
  error->witness = fmt::format("offset {} is {} * {} and {} * {}", common,
                               common / layout.stride.values[a], layout.stride.values[a],
                               common / layout.stride.values[b], layout.stride.values[b]);
  return error;
}

constexpr std::size_t kShownPairs = 8;

constexpr std::size_t kShownIndices = 4;

/// "8 to 3 or 5": an offset and the indices that have it.
std::string print_choices(std::int64_t offset, std::vector<std::int64_t> indices) {
  const bool is_long = indices.size() > kShownIndices;
  if (is_long) indices.resize(kShownIndices);
  return fmt::format("{} to {}{}", offset, fmt::join(indices, " or "), is_long ? " or .." : "");
}

/// The last few offsets up to `obstacle`, each with its indices, one of which it must map back to.
std::string print_way_back(const Layout<>& layout, std::int64_t obstacle) {
  std::map<std::int64_t, std::vector<std::int64_t>> indices_of;
  for (std::int64_t i = 0; i < size(layout)->value; ++i)
    indices_of[crd2idx(Integer(i), layout)->value].push_back(i);
  std::vector<std::string> pairs;
  for (const auto& [offset, indices] : indices_of) {
    if (offset <= obstacle) pairs.push_back(print_choices(offset, indices));
  }
  const bool is_long = pairs.size() > kShownPairs;
  if (is_long) pairs.erase(pairs.begin(), pairs.end() - kShownPairs);
  return fmt::format("{}{}", is_long ? ".., " : "", fmt::join(pairs, ", "));
}

/// True if each stride is a multiple of the smaller ones.
bool strides_divide(const LeavesByStride& leaves) {
  for (int i = 1; i < leaves.count(); ++i) {
    if (leaves.leaf(i).stride.value % leaves.leaf(i - 1).stride.value != 0) return false;
  }
  return true;
}

/// Precondition: at most 64 elements, and no negative stride.
core::Error way_back_error(core::Error error, const Layout<>& layout, std::int64_t obstacle) {
  error->message = fmt::format("no layout takes all offsets of {} up to {} back to their elements",
                               print(layout), obstacle);
  error->witness = fmt::format("offsets and indices: {}", print_way_back(layout, obstacle));
  if (strides_divide(LeavesByStride(layout))) error->help = kBeginBeyond;
  return error;
}

core::Error nesting_error(core::Error error, const Layout<>& layout, int a, int b) {
  const std::int64_t end = layout.shape.values[a] * layout.stride.values[a];
  const std::int64_t stride = layout.stride.values[b];
  error->message = fmt::format("the stride of {} is not a multiple of {}, where {} of {} ends",
                               print_leaf(layout, b), end, print_leaf(layout, a), print(layout));
  error->witness = fmt::format("{} = {} * {} + {}", stride, stride / end, end, stride % end);
  return error;
}

/// The error for modes whose steps inside a block of n elements only together add up to one beyond
/// it. One mode alone may step out, through whole elements.
core::Error together_error(core::Error error, const Layout<>& layout, int last, std::int64_t n) {
  std::vector<std::string> modes;
  std::vector<std::string> terms;
  std::int64_t sum = 0;
  for (int slot = 0; slot <= last; ++slot) {
    const std::int64_t stride = layout.stride.values[slot];
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] < 2 || !steps_inside(n, stride))
      continue;
    const std::int64_t span = span_inside(n, layout.shape.values[slot], stride);
    modes.push_back(print_leaf(layout, slot));
    terms.push_back(fmt::format("{}", span));
    sum += span;
  }
  error->message =
      fmt::format("the steps of {} of {} that stay inside one of {} elements lead out of it in sum",
                  fmt::join(modes, ", "), print(layout), n);
  error->witness =
      fmt::format("{} = {}, where each alone is below {}", fmt::join(terms, " + "), sum, n);
  return error;
}

/// The first mode of more than one element that steps forwards inside n elements.
std::optional<int> forwards_inside(const Layout<>& layout, std::int64_t n) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    const std::int64_t stride = layout.stride.values[slot];
    const bool moves = !layout.shape.is_empty(slot) && layout.shape.values[slot] > 1;
    if (moves && stride > 0 && steps_inside(n, stride)) return slot;
  }
  return std::nullopt;
}

core::Error both_ways_error(core::Error error, const Layout<>& layout, int back, int ahead,
                            std::int64_t n) {
  error->message =
      fmt::format("{} and {} of {} go both ways inside one of {} elements",
                  print_leaf(layout, back), print_leaf(layout, ahead), print(layout), n);
  error->witness =
      fmt::format("offset {} is in the {} elements that end at 0, {} in those that begin at 0",
                  layout.stride.values[back], n, layout.stride.values[ahead]);
  return error;
}

/// Why the modes up to `slot`, each compatible with n alone, are not compatible with n together.
core::Error inside_error(core::Error error, const Layout<>& layout, int slot, std::int64_t n) {
  const auto ahead = forwards_inside(layout, n);
  return layout.stride.values[slot] < 0 && ahead
             ? both_ways_error(std::move(error), layout, slot, *ahead, n)
             : together_error(std::move(error), layout, slot, n);
}

core::Error alignment_error(core::Error error, const Layout<>& layout, int slot, std::int64_t n) {
  const std::int64_t stride = layout.stride.values[slot];
  if (stride % n == 0 || n % stride == 0) return inside_error(std::move(error), layout, slot, n);
  error->message = fmt::format("{} and the stride of {} in {} do not divide one another", n,
                               print_leaf(layout, slot), print(layout));
  const auto [larger, smaller] = std::abs(stride) > n ? std::pair(stride, n) : std::pair(n, stride);
  error->witness =
      fmt::format("{} = {} * {} + {}", larger, larger / smaller, smaller, larger % smaller);
  return error;
}

/// The mode of more than one element whose step is the shortest, if there is one.
std::optional<int> nearest_leaf(const Layout<>& layout) {
  std::optional<int> nearest;
  const auto step = [&layout](int slot) {
    const std::int64_t stride = layout.stride.values[slot];
    return stride < 0 ? ~stride : stride;  // of two equal distances, backwards counts as shorter
  };
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.shape.values[slot] < 2) continue;
    if (!nearest || step(slot) < step(*nearest)) nearest = slot;
  }
  return nearest;
}

/// Names where the parts of the second element begin, which do not follow those of the first.
core::Error apart_error(core::Error error, const Layout<>& layout, std::int64_t n) {
  for (int slot = 0; slot < layout.shape.slots; ++slot) {
    if (layout.shape.is_empty(slot) || layout.stride.values[slot] != 1) continue;
    error->message = fmt::format(
        "no stride of {} is 1 at compile time, and C++ CuTe knows no other", print(layout));
    return error;
  }
  error->message = fmt::format(
      "no mode of {} has stride 1, to walk on through the {} parts of each "
      "element",
      print(layout), n);
  const auto nearest = nearest_leaf(layout);
  if (!nearest) {
    error->witness = "no mode has 2 elements or more";
    return error;
  }
  const core::Checked next = core::checked_mul(layout.stride.values[*nearest], n);
  if (!next) {
    error->witness = fmt::format("along {} the second element is at offset {}",
                                 print_leaf(layout, *nearest), layout.stride.values[*nearest]);
    return error;
  }
  error->witness = fmt::format("along {} the {} parts from 0 on are followed by those from {} on",
                               print_leaf(layout, *nearest), n, *next);
  return error;
}

core::Error nothing_error(core::Error error, const Refusal& refusal, const Layout<>& layout) {
  error->help = has_zero(layout.shape) ? kPositiveExtents : kPositiveTarget;
  error->message =
      has_zero(layout.shape)
          ? fmt::format("the mode {} of {} has no elements",
                        print_leaf(layout, int(has_elements(layout.shape).first)), print(layout))
          : fmt::format("the target has {} elements", refusal.second);
  return error;
}

}  // namespace

core::Error to_error(const Refusal& refusal) {
  const Words& words = words_of(refusal.reason);
  return {{.code = words.code,
           .message = fmt::format(fmt::runtime(words.sentence), refusal.first, refusal.second),
           .help = words.help}};
}

core::Error layout_error(const Refusal& refusal, const Layout<>& layout) {
  core::Error error = to_error(refusal);
  switch (refusal.reason) {
    case Reason::kNotInjective:
      return meeting_error(std::move(error), layout, int(refusal.first), int(refusal.second));
    case Reason::kNotNested:
      return nesting_error(std::move(error), layout, int(refusal.first), int(refusal.second));
    case Reason::kNoWayBack: return way_back_error(std::move(error), layout, refusal.first);
    case Reason::kNotAligned:
      return alignment_error(std::move(error), layout, int(refusal.first), refusal.second);
    case Reason::kNoUnitStride: return apart_error(std::move(error), layout, refusal.first);
    case Reason::kNegativeStride:
      error->message = fmt::format("the mode {} of {} goes backwards",
                                   print_leaf(layout, int(refusal.first)), print(layout));
      error->witness =
          fmt::format("its second element is at offset {}, below the first", refusal.second);
      return error;
    case Reason::kNoElements: return nothing_error(std::move(error), refusal, layout);
    case Reason::kCppOverlap:
    case Reason::kCppDynamicStride:
      error->message = fmt::format("in {}: {}", print(layout, Marks::kShow), error->message);
      return error;
    default: return error;
  }
}

core::Error elements_error(const Layout<>& layout) {
  return layout_error(has_elements(layout.shape), layout);
}

core::Error elements_error(const IntTuple& shape) {
  const Refusal refused = has_elements(shape);
  core::Error error = to_error(refused);
  error->message = fmt::format("the extent 0 (integer {} of the shape {}) has no elements",
                               refused.first, print(shape));
  error->help = kPositiveExtents;
  return error;
}

core::Error coordinate_error(const Refusal& refusal, const IntTuple& coordinate,
                             const IntTuple& shape) {
  if (refusal.reason == Reason::kNoElements && has_zero(shape)) return elements_error(shape);
  const bool misfit =
      refusal.reason == Reason::kCoordinateRank || refusal.reason == Reason::kCoordinateIsTuple;
  return misfit ? misfit_error(innermost_misfit({coordinate, shape})) : to_error(refusal);
}

}  // namespace tileglot::notation::cute
