// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/blocked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/detail/memory_digits.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/strided/any_layout.h"

namespace tileglot::bridge {
namespace {

namespace strided = notation::strided;

constexpr std::string_view kNotOnednn = "bridge.not_onednn";
constexpr std::string_view kHowTagsFill =
    "a tag fills memory, padded blocks aside; `--to strided` and `--to mlir` have gaps";
constexpr std::string_view kNotTvm = "bridge.not_tvm";
constexpr std::string_view kHowNamesFill =
    "a name fills memory, padded blocks aside, and cuts a dimension once; `--to onednn` and `--to "
    "mlir` cut it more often";

core::Error refused(std::string_view code, std::string message, std::string_view help,
                    std::string witness) {
  return {{.code = std::string(code),
           .message = std::move(message),
           .help = std::string(help),
           .witness = std::move(witness)}};
}

/// The layout itself if its map is the requested one.
template <class Layout>
core::Result<Layout> proved(const map::IndexMap& map, Layout layout, std::string_view code,
                            std::string_view help) {
  TILEGLOT_TRY(back, to_map(strided::AnyLayout(layout)));
  TILEGLOT_TRY(difference, map::first_difference(map, back));
  if (!difference) return layout;
  return core::fail(
      refused(code, fmt::format("the nearest, {}, is another function", print(layout)), help,
              fmt::format("at {} the offset is {}, there {}", map::coordinate_text(difference->at),
                          difference->left, difference->right)));
}

/// Digits of the map; none for a map without elements, which every layout satisfies.
core::Result<std::vector<MemoryDigit>> digits_or_none(const map::IndexMap& map,
                                                      std::string_view code,
                                                      std::string_view help) {
  TILEGLOT_TRY_STATUS(check_memory(map));
  if (map.size() == 0) return std::vector<MemoryDigit>();
  if (!map.is_plain()) {  // it may still have strides
    if (const auto array = to_strided(map)) {
      TILEGLOT_TRY(plain, to_map(strided::AnyLayout(*array)));
      return memory_digits(plain, code, help);
    }
  }
  return memory_digits(map, code, help);
}

/// Puts dimension k before the first larger one.
void insert_dimension(std::vector<std::size_t>& order, std::size_t k) {
  order.insert(std::ranges::find_if(order, [k](std::size_t other) { return other > k; }), k);
}

bool has_dimension(const std::vector<std::size_t>& order, std::size_t k) {
  return std::ranges::find(order, k) != order.end();
}

/// One capital for each dimension.
std::string names_of(const map::IndexMap& map) {
  std::string own;
  for (const map::Dim& dim : map.domain()) {
    const bool is_capital = dim.name.size() == 1 && dim.name[0] >= 'A' && dim.name[0] <= 'Z';
    if (is_capital && own.find(dim.name) == std::string::npos) own += dim.name;
  }
  if (own.size() == map.rank()) return own;
  if (map.rank() == 3) return "NCW";
  if (map.rank() == 4) return "NCHW";
  if (map.rank() == 5) return "NCDHW";
  return std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ").substr(0, map.rank());
}

/// The number of factors of a dimension, including those that the array's extent cannot express:
/// the digits themselves, and an outer 1 above a padded one.
std::size_t factors_of(const std::vector<MemoryDigit>& digits, std::size_t dim) {
  std::size_t count = 0;
  for (const MemoryDigit& digit : digits) {
    if (digit.dim == dim) count += digit.padded ? 2 : 1;
  }
  return count;
}

std::string cuts_text(const std::vector<MemoryDigit>& digits, std::size_t dim) {
  std::string text;
  for (const MemoryDigit& digit : digits) {
    if (digit.dim == dim) text += fmt::format("{}{}", text.empty() ? "" : " x ", digit.radix);
  }
  return text;
}

core::Status check_cuts(const std::vector<MemoryDigit>& digits, std::size_t rank) {
  for (std::size_t k = 0; k < rank; ++k) {
    const std::size_t count = factors_of(digits, k);
    if (count <= 2) continue;
    return core::fail(refused(
        kNotTvm, fmt::format("dimension {} is cut in {}, and a name cuts it once", k, count),
        kHowNamesFill, fmt::format("in memory dimension {} is {}", k, cuts_text(digits, k))));
  }
  return {};
}

}  // namespace

core::Result<strided::OnednnLayout> to_onednn(const map::IndexMap& map, ElementTypeIfKnown type) {
  TILEGLOT_TRY(digits, digits_or_none(map, kNotOnednn, kHowTagsFill));
  if (map.rank() == 0 || map.rank() > strided::kMaxOnednnRank) {
    return core::fail(refused(
        kNotOnednn,
        fmt::format("a tag has 1 to {} dimensions, not {}", strided::kMaxOnednnRank, map.rank()),
        kHowTagsFill, {}));
  }
  strided::OnednnLayout layout{.array = array_of(map, type)};
  const auto first_block = std::ranges::find_if(
      digits, [](const MemoryDigit& digit) { return !digit.is_top || digit.padded; });
  for (auto digit = digits.begin(); digit != first_block; ++digit) {
    layout.order.push_back(digit->dim);
  }
  for (auto digit = first_block; digit != digits.end(); ++digit) {
    layout.blocks.push_back({digit->dim, digit->radix});
  }
  for (std::size_t k = 0; k < map.rank(); ++k) {
    if (!has_dimension(layout.order, k)) insert_dimension(layout.order, k);
  }
  return proved(map, std::move(layout), kNotOnednn, kHowTagsFill);
}

core::Result<strided::TvmLayout> to_tvm(const map::IndexMap& map, ElementTypeIfKnown type) {
  TILEGLOT_TRY(digits, digits_or_none(map, kNotTvm, kHowNamesFill));
  if (map.rank() == 0 || map.rank() > 26) {
    return core::fail(refused(kNotTvm,
                              fmt::format("a name has 1 to 26 dimensions, not {}", map.rank()),
                              kHowNamesFill, {}));
  }
  TILEGLOT_TRY_STATUS(check_cuts(digits, map.rank()));
  strided::TvmLayout layout{.array = array_of(map, type), .names = names_of(map)};
  std::vector<bool> has_primal(map.rank(), false);
  for (const MemoryDigit& digit : digits) {
    const bool is_primal = digit.is_top && !digit.padded;
    layout.axes.push_back({digit.dim, is_primal ? std::nullopt : std::optional(digit.radix)});
    if (is_primal) has_primal[digit.dim] = true;
  }
  for (std::size_t k = 0; k < map.rank(); ++k) {
    if (has_primal[k]) continue;
    const auto above = std::ranges::find_if(
        layout.axes, [k](const strided::TvmAxis& axis) { return !axis.factor && axis.dim > k; });
    layout.axes.insert(above, {k});
  }
  return proved(map, std::move(layout), kNotTvm, kHowNamesFill);
}

}  // namespace tileglot::bridge
