// SPDX-License-Identifier: Apache-2.0
// operand_law_test.cc: find_operand against a search over all descriptors.
//
// What     The search takes every swizzle, major mode, LBO and SBO that is a distance in the
//          layout's own table of addresses, packs them as a descriptor, and compares the address of
//          every element that the descriptor gives. find_operand must accept exactly the layouts
//          for which one fits, and otherwise agree as long as the best of them.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

/// The address in bits that a descriptor gives an element, by the words of the PTX ISA: 16-byte
/// units are the elements of a matrix with rows along M or N and columns along K.
class ByDescriptor {
 public:
  ByDescriptor(std::uint64_t word, SmemMma instruction, Major major, std::int64_t bits)
      : start_(bytes(word)),
        leading_(bytes(word >> 16)),
        stride_(bytes(word >> 32)),
        is_k_(major == Major::kK),
        bits_(bits) {
    const auto type =
        static_cast<std::size_t>(instruction == SmemMma::kWgmma ? word >> 62 : word >> 61);
    constexpr std::int64_t kWgmma[] = {0, 128, 64, 32};
    constexpr std::int64_t kTcgen05[] = {0, -1, 128, -1, 64, -1, 32, -1};
    swizzle_ = instruction == SmemMma::kWgmma ? kWgmma[type] : kTcgen05[type];
  }

  std::int64_t at(std::int64_t mn, std::int64_t k) const {
    const std::int64_t unit = 128 / bits_;
    const std::int64_t row = is_k_ ? mn : mn / unit;
    const std::int64_t column = is_k_ ? k / unit : k;
    const std::int64_t inside = (is_k_ ? k : mn) % unit * bits_;
    return 8 * swizzled(start_ + (is_k_ ? k_major(row, column) : mn_major(row, column))) + inside;
  }

 private:
  static std::int64_t bytes(std::uint64_t field) {
    return static_cast<std::int64_t>(field & 0x3fff) * 16;
  }
  /// Rows of 8 are stride_ apart. Unswizzled, the second column is leading_ from the first;
  /// swizzled, columns are adjacent in rows of the swizzle's bytes.
  std::int64_t k_major(std::int64_t row, std::int64_t column) const {
    const std::int64_t group = row / 8 * stride_;
    if (swizzle_ == 0) return group + row % 8 * 16 + column * leading_;
    return group + row % 8 * swizzle_ + column * 16;
  }
  /// Unswizzled, rows are stride_ and 8 columns leading_ apart. Swizzled, as many rows as fill the
  /// swizzle's bytes are adjacent, and such rows leading_ and 8 columns stride_ apart.
  std::int64_t mn_major(std::int64_t row, std::int64_t column) const {
    if (swizzle_ == 0) return row * stride_ + column / 8 * leading_ + column % 8 * 16;
    const std::int64_t rows = swizzle_ / 16;
    return row % rows * 16 + row / rows * leading_ + column % 8 * swizzle_ + column / 8 * stride_;
  }
  /// Bits 7 and up of the address are xored into bits 4 and up: 3 of 128, 2 of 64, 1 of 32 bytes.
  std::int64_t swizzled(std::int64_t address) const {
    const std::int64_t mask = swizzle_ / 16 - (swizzle_ == 0 ? 0 : 1);
    return address ^ ((address >> 7 & mask) << 4);
  }

  std::int64_t start_;
  std::int64_t leading_;
  std::int64_t stride_;
  bool is_k_;
  std::int64_t bits_;
  std::int64_t swizzle_ = 0;
};

std::int64_t any_number(std::int64_t from, std::int64_t to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

std::int64_t address_in(const CuteLayout& layout, std::int64_t mn, std::int64_t k,
                        std::int64_t bits) {
  const IntTuple at = *core::tuple_of(mn, k);
  return std::visit([&](const auto& l) { return crd2idx(at, l)->value; }, layout) * bits;
}

/// Bytes of any distance that a field can hold.
std::int64_t any_bytes() { return 16 * any_number(0, *rc::gen::element<std::int64_t>(4, 64, 512)); }

/// The modes of a layout, leaf by leaf.
struct Modes {
  std::vector<Leaf> mn;
  std::vector<Leaf> k;
};

void push(std::vector<Leaf>& mode, std::int64_t extent, std::int64_t step) {
  mode.push_back({Integer(extent), Integer(step)});
}

Layout<> layout_of_mode(const std::vector<Leaf>& mode) {
  IntTuple shape;
  IntTuple step;
  for (const Leaf& leaf : mode) {
    shape = *append(shape, IntTuple(leaf.extent));
    step = *append(step, IntTuple(leaf.stride));
  }
  return {shape, step};
}

/// The form that the table of canonical_operand.h gives, in elements.
Modes any_modes(Major major, SmemSwizzle swizzle, std::int64_t bits, int flaw) {
  const std::int64_t unit = 128 / bits;
  const std::int64_t wide = run_units(swizzle);
  const bool is_plain = swizzle == SmemSwizzle::kNone;
  const std::int64_t leading = any_bytes() * 8 / bits;
  const std::int64_t stride = any_bytes() * 8 / bits;
  const std::int64_t further = any_number(1, 2);  // instructions along K
  const std::int64_t padding = flaw == 1 ? unit * any_number(1, 4) : 0;
  const std::int64_t run = wide * unit + padding;
  Modes modes;
  if (major == Major::kK) {
    push(modes.mn, 8, run);
    push(modes.mn, flaw == 7 ? 1 : any_number(1, 3), stride);
    push(modes.k, unit, 1);
    push(modes.k, 2, is_plain ? leading : unit);
    const std::int64_t swizzled = any_number(0, 1) == 0 ? 2 * unit : any_bytes() * 8 / bits;
    push(modes.k, further, is_plain ? 2 * leading : swizzled);
    return modes;
  }
  const std::int64_t groups = wide * unit >= 64 ? any_number(1, 2) : 64 / unit / wide;
  push(modes.mn, wide * unit, 1);
  push(modes.mn, groups, is_plain ? stride : leading);
  push(modes.k, 8, run);
  push(modes.k, further * std::max<std::int64_t>(2 * unit / 8, 1), is_plain ? leading : stride);
  return modes;
}

/// An operand; `flaw` changes one thing about it.
CuteLayout any_operand(Major major, SmemSwizzle swizzle, std::int64_t bits, int flaw) {
  Modes modes = any_modes(major, swizzle, bits, flaw);
  std::vector<Leaf>& changed = *rc::gen::arbitrary<bool>() ? modes.mn : modes.k;
  if (flaw == 2) {
    Leaf& leaf = changed[static_cast<std::size_t>(any_number(0, std::ssize(changed) - 1))];
    leaf.stride.value = any_number(0, 1) == 0 ? any_number(-4, 70) : leaf.stride.value + 128 / bits;
  }
  if (flaw == 3) std::swap(modes.mn, modes.k);
  const Layout<> first = layout_of_mode(modes.mn);
  const Layout<> second = layout_of_mode(modes.k);
  const Layout<> inner = *make_layout(*core::tuple_of(first.shape, second.shape),
                                      *core::tuple_of(first.stride, second.stride));
  Swizzle s = *upcast(bits, swizzle_of_bits(swizzle));
  if (flaw == 4) s.bits = static_cast<int>(any_number(0, 3));
  if (flaw == 7) s.bits = 3;  // felt by further instructions at most
  if (flaw == 5) s.base = static_cast<int>(any_number(0, 6));
  std::int64_t offset = any_number(0, 2) == 0 ? any_bytes() * 8 / bits : 0;
  if (flaw == 6) offset = any_number(0, 64);
  return compose(s, core::static_integer(offset), inner);
}

/// The most elements on which a descriptor gives the layout's addresses, and those that give all.
struct Found {
  std::int64_t longest = 0;
  std::set<std::pair<Major, SmemSwizzle>> fits = {};
};

/// All descriptors of which the layout's own distances are LBO and SBO.
class Search {
 public:
  Search(const CuteLayout& layout, OperandShape shape, std::int64_t bits)
      : shape_(shape), bits_(bits) {
    for (std::int64_t k = 0; k < shape.k; ++k) {
      for (std::int64_t mn = 0; mn < shape.mn; ++mn) {
        table_.push_back(address_in(layout, mn, k, bits));
      }
    }
    for (const Major major : kMajors) {
      for (const SmemSwizzle swizzle : kSmemSwizzles) try_all(major, swizzle);
    }
  }

  const Found& found() const { return found_; }

 private:
  void try_all(Major major, SmemSwizzle swizzle) {
    const Swizzle undo = swizzle_of_bits(swizzle);
    const auto start = descriptor_bytes(apply(undo, table_[0]));
    if (!start) return;
    std::set<std::int64_t> distances{0};
    for (const std::int64_t address : table_) {
      if (const auto d = descriptor_bytes(apply(undo, address) - *start * 8)) distances.insert(*d);
    }
    const bool reads_leading = major == Major::kMn || swizzle == SmemSwizzle::kNone;
    for (const std::int64_t leading : distances) {
      if (!reads_leading && leading != 0) return;
      try_strides({major, swizzle, bits_, *start, leading, {}}, distances);
    }
  }

  void try_strides(const CanonicalOperand& operand, const std::set<std::int64_t>& distances) {
    const auto all = static_cast<std::int64_t>(table_.size());
    for (const std::int64_t stride : distances) {
      const std::int64_t agrees = agreement(by(operand, stride));
      found_.longest = std::max(found_.longest, agrees);
      if (agrees == all) {
        found_.fits.insert({operand.major, operand.swizzle});
        return;
      }
      // No other SBO helps where SBO does not count.
      const std::int64_t mn = agrees % shape_.mn;
      const std::int64_t k = agrees / shape_.mn;
      if (by(operand, 0).at(mn, k) == by(operand, 32768).at(mn, k)) return;
    }
  }

  ByDescriptor by(CanonicalOperand operand, std::int64_t stride) const {
    operand.stride_bytes = stride;
    return ByDescriptor(descriptor(operand, SmemMma::kTcgen05), SmemMma::kTcgen05, operand.major,
                        bits_);
  }

  /// How many elements the descriptor has in place before the first that is elsewhere.
  std::int64_t agreement(const ByDescriptor& tried) const {
    std::int64_t agrees = 0;
    for (const std::int64_t address : table_) {
      if (tried.at(agrees % shape_.mn, agrees / shape_.mn) != address) break;
      ++agrees;
    }
    return agrees;
  }

  OperandShape shape_;
  std::int64_t bits_;
  std::vector<std::int64_t> table_;
  Found found_;
};

/// Every instruction's descriptor gives the address of every element of it.
void expect_rebuilds(const CuteLayout& layout, const SmemOperand& operand, SmemMma instruction) {
  const auto [mn, k] = operand.instruction;
  const std::int64_t bits = operand.first.bits;
  const Swizzle undo = swizzle_of_bits(operand.first.swizzle);
  for (std::int64_t i = 0; i < operand.count.mn * operand.count.k; ++i) {
    const std::int64_t mn_begin = i % operand.count.mn * mn;
    const std::int64_t k_begin = i / operand.count.mn * k;
    CanonicalOperand one = operand.first;
    const auto start = descriptor_bytes(apply(undo, address_in(layout, mn_begin, k_begin, bits)));
    ASSERT_TRUE(start.has_value());
    one.start_bytes = *start;
    if (i == 0) {
      ASSERT_EQ(one, operand.first);
    }
    const ByDescriptor by(descriptor(one, instruction), instruction, one.major, bits);
    for (std::int64_t j = 0; j < mn * k; ++j) {
      ASSERT_EQ(by.at(j % mn, j / mn),
                address_in(layout, mn_begin + j % mn, k_begin + j / mn, bits));
    }
  }
}

/// The descriptor of the instruction that has the misfit gives another address for it.
void expect_elsewhere(const CuteLayout& layout, const OperandAnswer& answer, SmemMma instruction) {
  const Misfit& at = answer.misfit;
  CanonicalOperand one = answer.operand.first;
  const std::int64_t mn = at.mn % answer.operand.instruction.mn;
  const std::int64_t k = at.k % answer.operand.instruction.k;
  const auto start = descriptor_bytes(
      apply(swizzle_of_bits(one.swizzle), address_in(layout, at.mn - mn, at.k - k, one.bits)));
  ASSERT_EQ(start.has_value(), at.expected_bits.has_value());
  if (!start) return;
  one.start_bytes = *start;
  const ByDescriptor by(descriptor(one, instruction), instruction, one.major, one.bits);
  EXPECT_EQ(by.at(mn, k), at.expected_bits);
}

struct Seen {
  int accepted = 0;
  int elsewhere = 0;
  int other = 0;
};

void expect_as_searched(const CuteLayout& layout, SmemMma instruction, std::int64_t bits,
                        Seen& seen) {
  const OperandAnswer answer = find_operand(layout, instruction, bits);
  const bool is_compared =
      answer.ok() || answer.unfit == Unfit::kElsewhere || answer.unfit == Unfit::kMajor;
  if (!is_compared) {
    ++seen.other;
    return;
  }
  const auto [mn, k] = answer.operand.instruction;
  const Found found = Search(layout, answer.operand.instruction, bits).found();
  const CanonicalOperand& operand = answer.operand.first;
  const Misfit& at = answer.misfit;
  if (answer.unfit == Unfit::kElsewhere) {
    ++seen.elsewhere;
    EXPECT_EQ(at.found_bits, address_in(layout, at.mn, at.k, bits));
    EXPECT_NE(at.expected_bits, at.found_bits);
    if (at.mn < mn && at.k < k) {
      EXPECT_TRUE(found.fits.empty());
      EXPECT_EQ(found.longest, at.k * mn + at.mn);
    } else {
      expect_elsewhere(layout, answer, instruction);
    }
    return;
  }
  EXPECT_EQ(found.fits,
            (std::set<std::pair<Major, SmemSwizzle>>{{operand.major, operand.swizzle}}));
  if (!answer.ok()) return;
  ++seen.accepted;
  expect_rebuilds(layout, answer.operand, instruction);
}

TEST(OperandLaw, OperandsAreThoseThatADescriptorGives) {
  Seen seen;
  core::check_law("operand_is_what_a_descriptor_gives", 5000, [&seen] {
    const auto bits = *rc::gen::element<std::int64_t>(4, 8, 16, 32);
    const auto flaw = static_cast<int>(any_number(-3, 7));
    const auto major = flaw == 7 ? Major::kK : *rc::gen::elementOf(kMajors);
    const auto swizzle = flaw == 7 ? SmemSwizzle::k32B : *rc::gen::elementOf(kSmemSwizzles);
    const CuteLayout layout = any_operand(major, swizzle, bits, flaw);
    const SmemMma instruction =
        bits == 4 || *rc::gen::arbitrary<bool>() ? SmemMma::kTcgen05 : SmemMma::kWgmma;
    SCOPED_TRACE(std::visit([](const auto& l) { return print(l); }, layout));
    expect_as_searched(layout, instruction, bits, seen);
  });
  std::cout << seen.accepted << " accepted, " << seen.elsewhere << " not, " << seen.other
            << " of another form\n";
  EXPECT_GT(seen.accepted, core::law_minimum(100));
  EXPECT_GT(seen.elsewhere, core::law_minimum(100));
}

}  // namespace
}  // namespace tileglot::notation::cute
