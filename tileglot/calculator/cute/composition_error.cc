// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/composition_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/flat_modes.h"
#include "tileglot/notation/cute/algebra/leaf_search.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/algebra/tiler_walk.h"
#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/as_cpp/tiling.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"
#include "tileglot/notation/cute/layout/leaf_list.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::calculator {
namespace {

namespace cute = notation::cute;
namespace cute_cpp = cute::cute_cpp;
using core::IntTuple;
using core::Refusal;
constexpr std::int64_t kShownOffsets = 8;

/// The offset that a layout would have to give at an index, and the actual one.
struct Contradiction {
  std::int64_t at = 0;
  std::int64_t wanted = 0;
  std::int64_t is = 0;
};

std::string print_leaf(const cute::LeafList& list, int i) {
  return fmt::format("{}:{}", cute::print(list.extent_at(i)), cute::print(list.stride_at(i)));
}

std::string print_contradiction(const Contradiction& c) {
  return fmt::format("at {} it would have to be {} and is {}", c.at, c.wanted, c.is);
}

/// One leaf s:d of B in the part of A that it moves in; offsets of A are plain integers.
class LeafInPart {
 public:
  LeafInPart(const cute::FlatModes& a, std::int64_t extent, std::int64_t stride)
      : a_(a), extent_(extent), stride_(stride) {}

  std::int64_t offset(std::int64_t c) const { return cute::offset_at(a_, c * stride_)->value; }

  /// The offset that a layout would have to give at step c, which search_leaf found impossible.
  Contradiction contradiction(std::int64_t c) const {
    cute::Tries tries;
    std::int64_t unit = 1;
    for (std::int64_t s = extent_; s > 1;) {
      const std::int64_t n = cute::length_of_run(a_, s, unit * stride_, tries);
      const std::int64_t inside = c / unit % n * unit;
      if (c == n * unit && s % n != 0) return {c, n * offset(unit), offset(c)};
      if (inside != 0) return {c, offset(c - inside) + offset(inside), offset(c)};
      unit *= n;
      s /= n;
    }
    return {c, offset(c), offset(c)};
  }

  std::string first_offsets() const {
    std::vector<std::int64_t> shown;
    for (std::int64_t c = 0; c < extent_ && c < kShownOffsets; ++c) shown.push_back(offset(c));
    return fmt::format("offsets {}{}", fmt::join(shown, ", "),
                       extent_ > kShownOffsets ? ", .." : "");
  }

 private:
  const cute::FlatModes& a_;
  std::int64_t extent_;
  std::int64_t stride_;
};

/// The mode of A that a leaf carries out of unevenly, as in "the 6 of 6:1".
std::string print_modes(const cute::FlatModes& a) {
  std::vector<std::string> modes;
  modes.reserve(static_cast<std::size_t>(a.count));
  for (int k = 0; k < a.count; ++k) modes.push_back(fmt::format("{}:{}", a.extent[k], a.stride[k]));
  return fmt::format("{}", fmt::join(modes, ", "));
}

core::Error leaf_error(core::Error error, const Refusal& refusal, const cute::Layout<>& part,
                       const cute::LeafList& leaves) {
  const int i = int(refusal.first);
  const cute::FlatModes modes(part, 0, part.shape.slots);
  const LeafInPart leaf(modes, leaves.extent[i], leaves.stride[i]);
  error->message = fmt::format("the mode {} has no stride in {}: {} steps of {} leave {} unevenly",
                               print_leaf(leaves, i), cute::print(part), leaves.extent[i],
                               leaves.stride[i], print_modes(modes));
  error->witness = fmt::format("{}: {}", leaf.first_offsets(),
                               print_contradiction(leaf.contradiction(refusal.second)));
  return error;
}

/// The error for leaves of B that carry: the offsets of the separate leaves do not add up.
core::Error carry_error(core::Error error, std::int64_t index, const cute::Layout<>& a,
                        const cute::Layout<>& b) {
  const cute::FlatModes modes(a, 0, a.shape.slots);
  const IntTuple natural = *cute::idx2crd(index, b.shape);
  Contradiction found{index, 0, 0};
  std::int64_t sum = 0;
  for (int slot = 0; slot < natural.slots; ++slot) {
    if (natural.is_empty(slot)) continue;
    const std::int64_t step = natural.values[slot] * b.stride.values[slot];
    found.wanted += cute::offset_at(modes, step)->value;
    sum += step;
  }
  found.is = cute::offset_at(modes, sum)->value;
  error->message =
      fmt::format("the modes of {} carry into one another in {}", cute::print(b), cute::print(a));
  error->witness =
      fmt::format("index {} is the coordinate {} and {} in {}: {}", index, cute::print(natural),
                  sum, cute::print(a), print_contradiction(found));
  return error;
}

/// A mode as a separate layout.
cute::Layout<> layout_of(const cute::Layout<>& layout, const cute::Element& element) {
  cute::Layout<> mode;
  cute::LayoutWriter writer(mode);
  writer.modes(layout, element.begin, element.end,
               element.consumed + (element.is_tuple && !element.is_whole ? 1 : 0));
  (void)writer.finish(!element.is_tuple);
  return mode;
}

enum class Use : std::uint8_t { kCompose, kDivide, kMultiply };

/// Searches the tiles for the first one that is refused, and makes its error.
struct ErrorOfTile {
  const cute::Layout<>& layout;
  const cute::Tiler& tiler;
  const Algebra& algebra;
  Use use = Use::kCompose;
  std::optional<core::Error> found = {};

  void open(bool) const {}
  void close(bool) const {}
  void untouched(const cute::Element&) const {}
  Refusal tile(const cute::Tile& tile, const cute::Element& mode) {
    if (tile.keeps || found) return {};
    const cute::Layout<> a = layout_of(layout, mode);
    const cute::Layout<> b =
        layout_of(tiler.layouts, cute::element_at(tiler.layouts.shape, tile.begin, 0));
    if (use == Use::kMultiply) return look_at_copies(a, b);
    return use == Use::kDivide ? look_at_tiles(a, b) : look_at(a, b);
  }
  /// The refusal may come from the rest of tile `b`, from the tile itself, or from both together.
  Refusal look_at_tiles(const cute::Layout<>& a, const cute::Layout<>& b) {
    const auto rest = algebra.rest_for_tiles(a, b);
    if (!rest) {
      const bool is_empty = rest.refusal.reason == core::Reason::kNoElements && !has_zero(b.shape);
      found = is_empty ? cute::elements_error(a) : cute::layout_error(rest.refusal, b);
      return rest.refusal;
    }
    if (const Refusal refused = look_at(a, b); refused != Refusal{}) return refused;
    const auto shape = cute::tuple_of(b.shape, rest->shape);
    const auto stride = cute::tuple_of(b.stride, rest->stride);
    if (!shape || !stride) return shape.refusal;
    const Refusal refused = look_at(a, cute::Layout<>{*shape, *stride});
    if (refused != Refusal{}) {
      (*found)->message = fmt::format("tiles {} of {} begin at {}: {}", cute::print(b),
                                      cute::print(a), cute::print(*rest), (*found)->message);
    }
    return refused;
  }
  /// Copies of `block` begin at the elements of `order` in the offsets that the block leaves free.
  Refusal look_at_copies(const cute::Layout<>& block, const cute::Layout<>& order) {
    const auto free = algebra.free_for_copies(block, order);
    if (!free) {
      const bool is_empty =
          free.refusal.reason == core::Reason::kNoElements && !has_zero(block.shape);
      found = is_empty ? cute::elements_error(order) : cute::layout_error(free.refusal, block);
      return free.refusal;
    }
    const Refusal refused = look_at(*free, order);
    if (refused != Refusal{}) {
      (*found)->message =
          fmt::format("{} cannot count copies of {}, which begin at {}: {}", cute::print(order),
                      cute::print(block), cute::print(*free), (*found)->message);
    }
    return refused;
  }
  Refusal look_at(const cute::Layout<>& a, const cute::Layout<>& b) {
    const auto r = algebra.composition(a, b);
    if (!r) found = composition_error(r.refusal, a, b);
    return r.refusal;
  }
};

core::Error error_of_tiles(const Refusal& refusal, ErrorOfTile search) {
  (void)cute::for_each_tile(search.tiler, search.layout, search);
  return search.found ? *std::move(search.found) : cute::to_error(refusal);
}

/// The error for two numbers that C++ requires to divide one another.
core::Error cpp_error(core::Error error, const Refusal& refusal, const cute::Layout<>& a,
                      const cute::Layout<>& b) {
  error->message = fmt::format("{} in {}: {}", cute::print(b), cute::print(a), error->message);
  if (refusal.second != 0 && refusal.first % refusal.second != 0) {
    error->witness = fmt::format("{} = {} * {} + {}", refusal.first, refusal.first / refusal.second,
                                 refusal.second, refusal.first % refusal.second);
  }
  return error;
}

/// For offsets that are tuples: the error names the layouts, not numbers.
core::Error basis_error(core::Error error, const cute::Layout<>& a, const cute::Layout<>& b) {
  error->message = fmt::format("{} in {}: {}", cute::print(b), cute::print(a), error->message);
  return error;
}

constexpr std::int64_t kMostNumbers = 65536;

/// A number that no element of the tile has, or that two have.
std::string number_witness(const cute::Layout<>& tile, std::int64_t elements) {
  if (elements > kMostNumbers) return "";
  std::map<std::int64_t, std::int64_t> index_of;
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t number = cute::crd2idx(core::Integer(i), tile)->value;
    const auto [before, is_new] = index_of.emplace(number, i);
    if (is_new) continue;
    return fmt::format("{} and {} of the tile {} have number {}",
                       cute::print(*cute::idx2crd(before->second, tile.shape)),
                       cute::print(*cute::idx2crd(i, tile.shape)), cute::print(tile), number);
  }
  std::int64_t missing = 0;
  while (index_of.contains(missing)) ++missing;
  return fmt::format("no element of the tile {} has number {}", cute::print(tile), missing);
}

}  // namespace

const Algebra kExactAlgebra{
    .composition = [](const cute::Layout<>& a,
                      const cute::Layout<>& b) { return cute::composition(a, b); },
    .rest_for_tiles =
        [](const cute::Layout<>& a, const cute::Layout<>& b) {
          return cute::complement(b, a.shape, cute::Holes::kRefuse);
        },
    .free_for_copies = cute::free_for_copies};

const Algebra kCppAlgebra{
    .composition = [](const cute::Layout<>& a,
                      const cute::Layout<>& b) { return cute_cpp::composition(a, b); },
    .rest_for_tiles = cute_cpp::rest_for_tiles,
    .free_for_copies = cute_cpp::free_for_copies};

core::Error composition_error(const Refusal& refusal, const cute::Layout<>& a,
                              const cute::Layout<>& b) {
  core::Error error = cute::to_error(refusal);
  cute::LeafList leaves;
  leaves.push(b, 0, b.shape.slots);
  const bool plain = !leaves.has_basis && !has_basis(a.stride);
  switch (refusal.reason) {
    case core::Reason::kNoStridedLeaf: {
      const auto part = cute::part_along(a, {leaves.path[refusal.first]});
      const bool has_numbers = part.ok() && !has_basis(part->stride);
      return has_numbers ? leaf_error(error, refusal, *part, leaves) : basis_error(error, a, b);
    }
    case core::Reason::kLeavesCarry:
      return plain ? carry_error(error, refusal.first, a, b) : basis_error(error, a, b);
    case core::Reason::kNoElements: return has_zero(a.shape) ? cute::elements_error(a) : error;
    case core::Reason::kCppStride:
    case core::Reason::kCppShape: return cpp_error(error, refusal, a, b);
    default: return error;
  }
}

core::Error composition_error(const Refusal& refusal, const cute::Layout<>& a,
                              const cute::Tiler& tiler, const Algebra& algebra) {
  return error_of_tiles(refusal, {.layout = a, .tiler = tiler, .algebra = algebra});
}

core::Error divide_error(const Refusal& refusal, const cute::Layout<>& a, const cute::Tiler& tiler,
                         const Algebra& algebra) {
  return error_of_tiles(refusal,
                        {.layout = a, .tiler = tiler, .algebra = algebra, .use = Use::kDivide});
}

core::Error product_error(const Refusal& refusal, const cute::Layout<>& block,
                          const cute::Tiler& tiler, const Algebra& algebra) {
  return error_of_tiles(
      refusal, {.layout = block, .tiler = tiler, .algebra = algebra, .use = Use::kMultiply});
}

core::Error product_error(const Refusal& refusal, const cute::Layout<>& block,
                          const cute::Layout<>& order, const Algebra& algebra) {
  const auto tiler = cute::tiler_of(order);
  return tiler ? product_error(refusal, block, *tiler, algebra) : cute::to_error(refusal);
}

core::Error tile_to_shape_error(const Refusal& refusal, const cute::Layout<>& tile,
                                const IntTuple& shape, const IntTuple& order,
                                const Algebra& algebra) {
  if (has_zero(shape)) return cute::elements_error(shape);
  const auto block = cute::padded(tile, cute::rank(shape));
  const auto counts =
      block ? cute::tiles_along(*block, shape) : core::Outcome<IntTuple>(block.refusal);
  const auto copies = counts ? cute::make_ordered_layout(*counts, order)
                             : core::Outcome<cute::Layout<>>(counts.refusal);
  if (!copies) return cute::to_error(refusal);
  core::Error error = product_error(refusal, tile, *copies, algebra);
  error->message = fmt::format("to fill {}: {}", cute::print(shape), error->message);
  return error;
}

core::Error layout_tv_error(const Refusal& refusal, const cute::Layout<>& threads,
                            const cute::Layout<>& values, const Algebra& algebra) {
  const auto tile = cute::raked_product(threads, values);
  if (!tile || &algebra == &kCppAlgebra) return product_error(refusal, threads, values, algebra);
  core::Error error = cute::layout_error(refusal, *tile);
  if (refusal.reason != core::Reason::kNotOnto) {
    error->message =
        fmt::format("threads {} with values {} are the tile {}: {}", cute::print(threads),
                    cute::print(values), cute::print(*tile), error->message);
    return error;
  }
  error->witness = number_witness(*tile, refusal.second);
  return error;
}

}  // namespace tileglot::calculator
