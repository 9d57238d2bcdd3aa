// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name_list.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

constexpr int kMaxViewBits = 20;
constexpr std::uint64_t kMaxViewNumbers = std::uint64_t{1} << kMaxViewBits;

std::uint64_t size_of(const Layout& layout, const Name& in) {
  const Dimension* d = layout.find_in(in);
  return d == nullptr ? 1 : std::uint64_t{1} << d->bits;
}

std::uint64_t in_place(const Layout& layout, const Name& in, std::uint64_t value) {
  const Dimension* d = layout.find_in(in);
  return d == nullptr ? 0 : placed(value, *d);
}

std::size_t digits(std::uint64_t number) { return std::to_string(number).size(); }

/// The blanks that pad a number to the width of its size.
std::string padding(std::uint64_t number, std::uint64_t size) {
  return std::string(digits(size) - digits(number), ' ');
}

core::Status check_viewable(const Layout& layout, std::span<const Name> known) {
  for (const Dimension& in : layout.ins()) {
    if (std::ranges::find(known, in.name) != known.end()) continue;
    return fail({.code = "linear.no_dimension",
                 .message = fmt::format("this view cannot show the input {}; the layout has {}",
                                        in.name.view(), name_list(layout.ins())),
                 .help = "distributed views show register, lane, warp and block; shared views show "
                         "offset and block"});
  }
  const int bits = std::max(layout.in_bits(), layout.out_bits());
  const std::uint64_t outs = std::max<std::uint64_t>(layout.outs().size(), 1);
  if (bits <= kMaxViewBits && (outs << bits) <= kMaxViewNumbers) return {};
  return fail({.code = "linear.too_many_values",
               .message = fmt::format("a view of 2^{} places of {} numbers, and at most {} numbers "
                                      "are shown",
                                      bits, outs, kMaxViewNumbers),
               .help = "resize the layout first, or ask linear.apply for single inputs"});
}

/// Each coordinate of a flat output, padded.
std::vector<std::string> coordinates(const Layout& layout, std::uint64_t flat) {
  std::vector<std::string> list;
  for (const Dimension& out : layout.outs()) {
    const std::uint64_t value = part_of(flat, out);
    list.push_back(padding(value, std::uint64_t{1} << out.bits) + std::to_string(value));
  }
  return list;
}

/// The last dimension is the fastest.
std::size_t row_major(const Layout& layout, std::uint64_t flat) {
  std::uint64_t index = 0;
  for (const Dimension& out : layout.outs()) index = (index << out.bits) | part_of(flat, out);
  return static_cast<std::size_t>(index);
}

/// How many of the last dimensions restart at a row-major index.
std::size_t beginning_at(const Layout& layout, std::size_t index) {
  std::size_t count = 0;
  std::uint64_t stride = 1;
  for (std::size_t k = layout.outs().size(); k > 0; --k) {
    stride <<= layout.outs()[k - 1].bits;
    if (index % stride != 0) break;
    ++count;
  }
  return count;
}

/// Entries at the elements of the tensor, row by row, in nested brackets.
std::string bracketed(const Layout& layout, const std::vector<std::string>& entries,
                      std::string_view separator) {
  const std::size_t rank = layout.outs().size();
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t opened = beginning_at(layout, i);
    const std::size_t closed = beginning_at(layout, i + 1);
    if (opened > 0) text += std::string(opened, '[') + std::string(rank - opened, ' ');
    text += entries[i] + std::string(closed, ']');
    text += closed > 0 ? "\n" : separator;
  }
  return text;
}

void add_entry(std::string& entries, const std::string& thread_value) {
  if (!entries.empty()) entries += '|';
  entries += thread_value;
}

/// The inputs of a distributed layout by number.
class Hardware {
 public:
  explicit Hardware(const Layout& layout) : layout_(layout) {}

  std::uint64_t blocks() const { return size_of(layout_, kBlock); }
  std::uint64_t warps() const { return size_of(layout_, kWarp); }
  std::uint64_t lanes() const { return size_of(layout_, kLane); }
  std::uint64_t registers() const { return size_of(layout_, kRegister); }

  /// The flat output of one place.
  std::uint64_t at(std::uint64_t block, std::uint64_t warp, std::uint64_t lane,
                   std::uint64_t reg) const {
    return apply_flat(layout_, in_place(layout_, kBlock, block) | in_place(layout_, kWarp, warp) |
                                   in_place(layout_, kLane, lane) |
                                   in_place(layout_, kRegister, reg));
  }

  std::string thread_value(std::uint64_t block, std::uint64_t thread, std::uint64_t reg) const {
    const std::string before = blocks() > 1 ? fmt::format("B{}:", block) : "";
    const std::string blanks = (blocks() > 1 ? padding(block, blocks()) : "") +
                               padding(thread, lanes() * warps()) + padding(reg, registers());
    return fmt::format("{}{}T{}:{}", before, blanks, thread, reg);
  }

 private:
  const Layout& layout_;
};

std::string tensor_view(const Layout& layout) {
  const Hardware hardware(layout);
  std::vector<std::string> entries(std::size_t{1} << layout.out_bits());
  for (std::uint64_t block = 0; block < hardware.blocks(); ++block) {
    for (std::uint64_t thread = 0; thread < hardware.warps() * hardware.lanes(); ++thread) {
      for (std::uint64_t reg = 0; reg < hardware.registers(); ++reg) {
        const std::uint64_t element =
            hardware.at(block, thread / hardware.lanes(), thread % hardware.lanes(), reg);
        add_entry(entries[row_major(layout, element)], hardware.thread_value(block, thread, reg));
      }
    }
  }
  return bracketed(layout, entries, ", ");
}

/// One row per register of a warp: the coordinates in every lane.
std::string warp_rows(const Layout& layout, const Hardware& hardware, std::uint64_t block,
                      std::uint64_t warp) {
  std::string text;
  for (std::uint64_t reg = 0; reg < hardware.registers(); ++reg) {
    std::vector<std::string> row;
    for (std::uint64_t lane = 0; lane < hardware.lanes(); ++lane) {
      const auto at = coordinates(layout, hardware.at(block, warp, lane, reg));
      row.push_back(fmt::format("({})", fmt::join(at, ",")));
    }
    text += fmt::format("{}\n", fmt::join(row, ", "));
  }
  return text;
}

std::string hardware_view(const Layout& layout) {
  const Hardware hardware(layout);
  std::string text;
  for (std::uint64_t block = 0; block < hardware.blocks(); ++block) {
    if (hardware.blocks() > 1) text += fmt::format("Block{}:\n", block);
    for (std::uint64_t warp = 0; warp < hardware.warps(); ++warp)
      text += fmt::format("Warp{}:\n", warp) + warp_rows(layout, hardware, block, warp);
  }
  return text;
}

std::string shared_tensor_view(const Layout& layout) {
  std::vector<std::string> stored(std::size_t{1} << layout.out_bits());
  for (std::uint64_t block = 0; block < size_of(layout, kBlock); ++block) {
    for (std::uint64_t offset = 0; offset < size_of(layout, kOffset); ++offset) {
      const std::uint64_t element =
          apply_flat(layout, in_place(layout, kBlock, block) | in_place(layout, kOffset, offset));
      if (offset < stored.size()) {
        add_entry(stored[static_cast<std::size_t>(offset)],
                  fmt::format("({})", fmt::join(coordinates(layout, element), ":")));
      }
    }
  }
  return bracketed(layout, stored, ",");
}

std::string shared_hardware_view(const Layout& layout) {
  std::string text;
  for (std::uint64_t block = 0; block < size_of(layout, kBlock); ++block) {
    text += fmt::format("Block: {}:\n", block);
    for (std::uint64_t offset = 0; offset < size_of(layout, kOffset); ++offset) {
      const std::uint64_t element =
          apply_flat(layout, in_place(layout, kBlock, block) | in_place(layout, kOffset, offset));
      text +=
          fmt::format("Offset: {} -> ({})\n", offset, fmt::join(coordinates(layout, element), ","));
    }
  }
  return text;
}

}  // namespace

Result<std::string> distributed_view(const Layout& layout, View view) {
  const Name known[] = {kRegister, kLane, kWarp, kBlock};
  TILEGLOT_TRY_STATUS(check_viewable(layout, known));
  return view == View::kTensor ? tensor_view(layout) : hardware_view(layout);
}

Result<std::string> shared_view(const Layout& layout, View view) {
  const Name known[] = {kOffset, kBlock};
  TILEGLOT_TRY_STATUS(check_viewable(layout, known));
  return view == View::kTensor ? shared_tensor_view(layout) : shared_hardware_view(layout);
}

}  // namespace tileglot::notation::linear
