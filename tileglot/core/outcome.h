// SPDX-License-Identifier: Apache-2.0
// outcome.h: a value, or the plain numbers of a refusal, usable in constant expressions.
//
// What     Outcome<T> is a T or a Refusal {reason, two numbers}. Both are plain data: no heap, no
//          text, no exception.
// Why      The same code runs in static_assert, in kernels and in the command line, so it cannot
//          build sentences. It reports which rule was broken and by which numbers; the package that
//          knows the wording turns that into a core::Error once.
// Example  constexpr auto refused = mode(tuple, 5); refused.ok() = false; refused.refusal.reason =
//          Reason::kNoSuchMode.
//          [tests: int_tuple_test.cc, "a mode that does not exist is refused"]
// Errors   None of its own: notation/cute/text/refusal.h has the sentence of every reason.
#pragma once

#include <cstdint>

namespace tileglot::core {

/// Which rule was broken. `first` and `second` are the numbers of the Refusal.
enum class Reason : std::uint8_t {
  kNone,
  kProductTooLarge,    ///< first * second does not fit int64
  kSumTooLarge,        ///< first + second does not fit int64
  kDivisionByZero,     ///< first divided by zero
  kTooManyLeaves,      ///< first leaves of the allowed second
  kTooDeep,            ///< depth first of the allowed second
  kNoSuchMode,         ///< mode first of a tuple of rank second
  kNegativeExtent,     ///< the extent at leaf first is second
  kNotCongruent,       ///< the tuples differ in structure at leaf first
  kCoordinateRank,     ///< leaf first of a coordinate: its tuple has another rank than the shape
  kCoordinateIsTuple,  ///< leaf first of a coordinate: a tuple, the shape has an integer there
  kCoordinateOverNothing,  ///< first, not zero, is the coordinate of a shape without leaves
  kNotANumber,             ///< a text has something else at byte first
  kUnbalanced,             ///< a text misses or has too many of ( ) , : at byte first
  kNumberTooLarge,         ///< the number at byte first of a text does not fit int64
  kBasisPath,              ///< level first of a scaled basis, mode second: too large to store
  kNoSwizzle,              ///< bits first and shift second do not form a swizzle
  kBasisArithmetic,        ///< the operation is undefined for scaled bases at leaf first
  kNoElements,          ///< the extent at leaf first, or a target, is second, and must be positive
  kNegativeStride,      ///< the stride at leaf first is second
  kNotInjective,        ///< leaves first and second reach one offset twice
  kNotNested,           ///< leaf second does not begin at a multiple of where leaf first ends
  kSwizzleMasks,        ///< masks first (read) and second (changed) do not form a swizzle
  kSwizzleShifts,       ///< swizzles of shift first and second do not merge
  kSwizzleReadsOwn,     ///< a swizzle reads bits first that the one before changes
  kSwizzleNotPushed,    ///< no swizzle after the layout does what one before does to index first
  kNoPowerOfTwo,        ///< first should be a power of two
  kOffsetNotDivisible,  ///< offset first is not a multiple of second
  kOffsetNotZero,       ///< the operation needs offset 0, not first
  kSwizzleHasNoShape,   ///< a composed layout that ends in a swizzle has no shape
  kNotAnInverse,        ///< index first comes back as second
  kProfilesDiffer,      ///< two tuples differ in structure at leaf first
  kRanksDiffer,         ///< rank first, where second is required
  kNoSuchRange,         ///< modes [first, second) are not in the tuple
  kNotDivisible,        ///< of first and second, neither divides the other
  kNoWayBack,           ///< no layout maps the offsets up to first back to their elements
  kBeyondLayout,        ///< an inverse would name index first of a layout of second elements
  kQuotientTooLarge,    ///< first / second does not fit int64
  kNoCount,             ///< first is not a number of modes
  kSplitsUndecided,     ///< first elements; above second no inverse is searched by trial
  kNotAligned,          ///< the stride at leaf first and second do not divide one another
  kNoUnitStride,        ///< elements are split into first, but no stride is 1
  kTileDoesNotDivide,   ///< extent first of a shape is not a multiple of second, a tile's
  kNotOnto,             ///< only first of second numbers are reached in order
  kNoStridedLeaf,       ///< composition: leaf first of B is not strided in A at its step second
  kLeavesCarry,         ///< composition: the leaves of B carry into one another at index first
  kTooLargeToDecide,    ///< leaf first, or all where it is -1: second elements are too many
  kTilerRank,           ///< a tuple of first tiles over second modes
  kTiledRank,           ///< first modes where a tiled instruction has second
  kNoSuchThread,        ///< thread first of second
  kNotWholeInstructions,  ///< first threads or values; an instruction takes second
  kNotWholeElements,      ///< elements of first bits; a thread moves second bits
  kNotInRegisters,        ///< the operand of an instruction is in memory
  kNotReferenceOrder,     ///< the end of a copy is not in the order of its registers
  kNotAFragment,          ///< a thread has first registers; the layout has second
  kSwizzled,              ///< a swizzle of first bits and shift second precedes the layout
  kExtentDiffers,         ///< the extent is first where second is stated
  kNoFactor,              ///< first is not positive, and elements are joined or split by it
  kCppStride,         ///< C++ requires stride first to be a multiple of extent second, or below it
  kCppShape,          ///< C++ requires second, the steps inside a mode, to divide extent first
  kCppOverlap,        ///< C++: stride first is below the second offsets filled before
  kCppDynamicStride,  ///< C++ sorts static strides only; first of second are dynamic
  kCppRank,           ///< C++ does not compile: a tuple of first modes pairs with an integer
};

struct Refusal {
  Reason reason = Reason::kNone;
  std::int64_t first = 0;
  std::int64_t second = 0;
  /// Compared after every step, mostly with kNone, which has no numbers.
  friend constexpr bool operator==(const Refusal& a, const Refusal& b) {
    if (a.reason != b.reason) return false;
    return a.reason == Reason::kNone || (a.first == b.first && a.second == b.second);
  }
};

/// A T, or why there is none; then `value` is T{}. Read it through * and -> after checking ok().
template <class T>
struct Outcome {
  T value{};
  Refusal refusal{};

  constexpr Outcome() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): `return value;` and `return refusal;` are the
  // point of the type.
  constexpr Outcome(const T& v) : value(v) {}
  constexpr Outcome(const Refusal& r) : refusal(r) {}

  constexpr bool ok() const { return refusal.reason == Reason::kNone; }
  constexpr explicit operator bool() const { return ok(); }
  constexpr const T& operator*() const { return value; }
  constexpr const T* operator->() const { return &value; }
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace tileglot::core

/// Returns the refusal of EXPR from the calling constexpr function; otherwise NAME is its value.
#define TILEGLOT_TRY_VALUE(NAME, EXPR)                     \
  const auto NAME##_outcome = (EXPR);                      \
  if (!NAME##_outcome.ok()) return NAME##_outcome.refusal; \
  const auto& NAME = NAME##_outcome.value
