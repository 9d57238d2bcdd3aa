// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/advise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/advice/access/distributed.h"
#include "tileglot/advice/access/memory.h"
#include "tileglot/advice/conversion.h"
#include "tileglot/advice/remark/remarks.h"
#include "tileglot/advice/report.h"
#include "tileglot/analysis/padding_breakdown.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/notation/xla/address/rounded_extents.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/validate/largest_part.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/target.h"

namespace tileglot::advice {
namespace {

namespace linear = notation::linear;
namespace xla = notation::xla;

/// The most orders listed, the best first.
constexpr std::size_t kMostOrders = 4;
/// The most orders tried: all of seven dimensions; of up to ten, all choices for a tile of four.
constexpr std::size_t kMostTried = 5040;

/// All parts of a split array together; each is allocated the size of the largest.
core::Result<std::int64_t> physical_bytes(const xla::Shape& shape) {
  TILEGLOT_TRY(each, xla::array_size(shape));
  if (!xla::has_splits(shape)) return each;
  TILEGLOT_TRY(evaluator, xla::SplitEvaluator::of(shape));
  if (const auto all = core::checked_mul(each, evaluator.parts())) return *all;
  return core::fail({.code = "xla.too_large",
                     .message = fmt::format("{} parts of {} bytes are more bytes than a signed "
                                            "64-bit integer can count",
                                            evaluator.parts(), each)});
}

core::Result<Sizes> sizes_of(const xla::Shape& shape) {
  TILEGLOT_TRY(logical, xla::byte_size_of_elements(shape));
  TILEGLOT_TRY(physical, physical_bytes(shape));
  return Sizes{.logical = logical, .physical = physical};
}

/// For a layout without packing information: whole bytes, as in files.
core::Result<Sizes> sizes_of(const map::IndexMap& map, const std::optional<core::ElementType>& type,
                             bool asks_of_bytes) {
  const std::int64_t bytes = type ? core::npy_bits(*type) / 8 : 1;
  const core::Checked logical = core::checked_mul(map.size(), bytes);
  const core::Checked physical = core::checked_mul(map.codomain_size(), bytes);
  if (logical && physical) return Sizes{*logical, *physical, type.has_value()};
  return core::fail(
      {.code = "map.overflow",
       .message = "the layout takes more bytes than a signed 64-bit integer can count",
       .help = asks_of_bytes ? "accesses are looked at up to offset 2^40; ask about one tile of it"
                             : "leave out --dtype to count in elements"});
}

std::string layout_text(const xla::Shape& shape) {
  return xla::print(xla::layout_or_default(shape));
}

/// The largest number of most minor dimensions that a tile of the layout cuts or combines.
std::size_t tiled_rank(const xla::Layout& layout) {
  std::size_t most = 0;
  for (const xla::Tile& tile : layout.tiles) most = std::max(most, tile.entries.size());
  return std::min(most, layout.minor_to_major.size());
}

/// Calls visit with every order that keeps the first `fixed` dimensions and has any of the others,
/// in any order, in the positions up to `open`; the rest keep their order. Makes at most `left`
/// calls.
template <class Visit>
void for_each_order(const std::vector<std::int64_t>& order, std::size_t fixed, std::size_t open,
                    std::size_t& left, const Visit& visit) {
  if (fixed == open) {
    --left;
    return visit(order);
  }
  for (std::size_t k = fixed; k < order.size() && left > 0; ++k) {
    std::vector<std::int64_t> next = order;
    const auto at = next.begin() + std::ptrdiff_t(fixed);
    const auto chosen = next.begin() + std::ptrdiff_t(k);
    std::rotate(at, chosen, chosen + 1);
    for_each_order(next, fixed + 1, open, left, visit);
  }
}

/// Orders that take less than `physical`, over every choice of the dimensions in the tiles. Empty
/// for a split array: another order splits other dimensions.
std::vector<Choice> better_orders(const xla::Shape& shape, std::int64_t physical) {
  std::vector<Choice> choices;
  if (xla::has_splits(shape)) return choices;
  const xla::Layout layout = xla::layout_or_default(shape);
  std::size_t left = kMostTried;
  for_each_order(layout.minor_to_major, 0, tiled_rank(layout), left,
                 [&](const std::vector<std::int64_t>& order) {
                   xla::Shape reordered = shape;
                   reordered.layout->minor_to_major = order;
                   const auto bytes = xla::array_size(reordered);
                   if (bytes && *bytes < physical)
                     choices.push_back({"", layout_text(reordered), *bytes});
                 });
  std::ranges::sort(choices, {}, [](const Choice& c) { return std::pair(c.bytes, c.layout); });
  choices.resize(std::min(choices.size(), kMostOrders));
  return choices;
}

std::vector<Choice> tpu_tilings(const xla::Shape& shape) {
  std::vector<Choice> choices;
  for (const xla::TpuTiling tiling : xla::kTpuTilings) {
    const auto tiled = xla::with_tpu_tiling(shape, tiling);
    if (!tiled) continue;
    if (const auto bytes = physical_bytes(*tiled))
      choices.push_back({std::string(xla::name_of(tiling)), layout_text(*tiled), *bytes});
  }
  return choices;
}

/// What the first tile pads, without the tail; a map does not show a tile around a dimension of 1.
core::Result<analysis::PaddingBreakdown> padding_breakdown(xla::Shape shape,
                                                           const map::IndexMap& map) {
  shape.layout->tail_padding_alignment = 1;
  TILEGLOT_TRY(rounded, xla::rounded_extents(shape));
  TILEGLOT_TRY(positions, xla::owned_elements(shape));
  analysis::PaddingBreakdown breakdown{
      .elements = map.size(), .rounded = 1, .positions = positions};
  for (std::size_t k = 0; k < rounded.size(); ++k) {
    breakdown.dimensions.push_back({.extent = map.extent(k), .padded_extent = rounded[k]});
    // Exceeds 64 bits only in an array without elements.
    breakdown.rounded = core::saturating_mul(breakdown.rounded, rounded[k]);
  }
  return breakdown;
}

/// The dimensions that the first tile cuts.
std::vector<std::size_t> tiled_dimensions(const xla::Layout& layout) {
  if (layout.tiles.empty()) return {};
  const std::size_t count = std::min(layout.tiles[0].entries.size(), layout.minor_to_major.size());
  return {layout.minor_to_major.begin(),
          layout.minor_to_major.begin() + static_cast<std::ptrdiff_t>(count)};
}

core::Result<std::optional<Parts>> parts_of(const xla::Shape& shape) {
  if (!xla::has_splits(shape)) return std::nullopt;
  TILEGLOT_TRY(parts, xla::split_parts(shape));
  TILEGLOT_TRY(bytes, xla::array_size(shape));
  return Parts{std::move(parts), bytes};
}

core::Result<std::optional<Tail>> tail_of(xla::Shape shape, std::int64_t physical) {
  const std::int64_t alignment = shape.layout->tail_padding_alignment;
  if (alignment == 1) return std::nullopt;
  shape.layout->tail_padding_alignment = 1;
  TILEGLOT_TRY(without, physical_bytes(shape));
  return Tail{.alignment = alignment, .bytes = physical - without};
}

bool asks(const AccessRequest& accesses) { return accesses.access || accesses.memory; }

/// Refuses options about accesses if no access is named.
core::Status check_no_accesses(const AccessRequest& accesses) {
  if (!accesses.suggest && !accesses.explain && !accesses.banks && !accesses.bank_width) return {};
  return core::fail(
      {.code = "access.missing",
       .message =
           "--suggest, --explain, --banks and --bank-width need an access, and none is given",
       .help = "add --access, as in --access ldmatrix"});
}

core::Status check_known(const Elements& elements) {
  if (!elements.type.empty()) return {};
  return core::fail({.code = "access.type",
                     .message = "how many bytes an element has is not known, and lanes touch bytes",
                     .help = "add --dtype, as in --dtype f16"});
}

/// Adds the rules about lanes to the report, if requested.
core::Result<Report> with_rules(Report report, const Memory& memory,
                                const AccessRequest& accesses) {
  if (!asks(accesses)) {
    TILEGLOT_TRY_STATUS(check_no_accesses(accesses));
    return report;
  }
  TILEGLOT_TRY_STATUS(check_known(memory.elements));
  TILEGLOT_TRY(rules, check_accesses(memory, accesses));
  report.rules = std::move(rules);
  return report;
}

/// For a layout without packing information, sized as in sizes_of.
Elements elements_of(const std::optional<core::ElementType>& type) {
  if (!type) return {};
  return {core::npy_bits(*type), std::string(core::name(*type)), core::bits(*type)};
}

Elements elements_of(const xla::Shape& shape) {
  const auto type = xla::element_type_of(shape.type);
  const std::int64_t bits = xla::element_size_bits(shape);
  return {bits, type ? std::string(core::name(*type)) : "element", type ? core::bits(*type) : bits};
}

core::Result<Report> report_on(const xla::Shape& array, const Request& request) {
  const std::string& source = request.layout;
  xla::Shape shape = array;
  shape.layout = xla::layout_or_default(array);
  TILEGLOT_TRY(sizes, core::with_line(sizes_of(shape), source));
  TILEGLOT_TRY(part, core::with_line(xla::largest_part(shape), source));
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(part), source));
  TILEGLOT_TRY(breakdown, core::with_line(padding_breakdown(part, map), source));
  TILEGLOT_TRY(tail, core::with_line(tail_of(shape, sizes.physical), source));
  if (asks(request.accesses)) {
    TILEGLOT_TRY_STATUS(check_size(map, request.accesses));
  }
  TILEGLOT_TRY(parts, core::with_line(parts_of(shape), source));
  TILEGLOT_TRY(remarks, remarks_on(shape, request.use));
  Report report{.layout = xla::print(shape),
                .sizes = sizes,
                .parts = std::move(parts),
                .breakdown = std::move(breakdown),
                .tiled = tiled_dimensions(*shape.layout),
                .tail = tail,
                .orders = better_orders(shape, sizes.physical),
                .tpu_tilings = tpu_tilings(shape),
                .remarks = std::move(remarks)};
  const bridge::AnyLayout memory = part;
  return with_rules(std::move(report), {memory, map, elements_of(part), {}, {}}, request.accesses);
}

core::Result<Report> report_on_strides(const bridge::AnyLayout& layout, const Request& request,
                                       const std::optional<bridge::Tensor>& tensor) {
  TILEGLOT_TRY(type, value::agreed_type(layout, request.dtype, tensor));
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(layout), request.layout));
  const bool asks_of_lanes = asks(request.accesses);
  if (asks_of_lanes) {
    // Checked before anything slow.
    TILEGLOT_TRY_STATUS(check_known(elements_of(type)));
    TILEGLOT_TRY_STATUS(check_size(map, request.accesses));
  }
  TILEGLOT_TRY(sizes, core::with_line(sizes_of(map, type, asks_of_lanes), request.layout));
  TILEGLOT_TRY(injectivity, core::with_line(map::injectivity(map), request.layout));
  const bool is_linear = bridge::notation_of(layout) == bridge::Notation::kLinear;
  Report report{.layout = bridge::print(layout), .sizes = sizes, .injectivity = injectivity};
  if (!is_linear) {
    // An input of a linear layout takes no room in memory.
    TILEGLOT_TRY(breakdown, core::with_line(analysis::padding_breakdown(map), request.layout));
    report.breakdown = std::move(breakdown);
  }
  if (!is_linear || !asks_of_lanes) {
    return with_rules(std::move(report), {layout, map, elements_of(type), tensor, injectivity},
                      request.accesses);
  }
  TILEGLOT_TRY(memory, core::with_line(bridge::memory_map(layout), request.layout));
  return with_rules(std::move(report), {layout, memory, elements_of(type), tensor, {}},
                    request.accesses);
}

/// Lanes hold elements; the layout takes no memory, so there are no sizes to report.
core::Result<Report> report_on_distributed(const linear::Layout& layout, const Request& request,
                                           const std::optional<bridge::Tensor>& tensor) {
  TILEGLOT_TRY(type, value::agreed_type(layout, request.dtype, tensor));
  const Elements elements = elements_of(type);
  if (asks(request.accesses)) TILEGLOT_TRY_STATUS(check_known(elements));
  TILEGLOT_TRY(rules,
               check_distributed({layout, request.layout, elements, tensor}, request.accesses));
  Report report{.layout = linear::print(layout), .rules = std::move(rules)};
  if (!request.use.convert_to) return report;
  TILEGLOT_TRY(conversion,
               conversion_of(layout, {*request.use.convert_to, type ? core::bits(*type) : 0, tensor,
                                      request.accesses.explain}));
  report.conversion = std::move(conversion);
  return report;
}

/// True if the use needs an XLA shape. The conversion of a distributed layout to another does not,
/// and neither does a GPU as target, which is about lanes; everything else does.
core::Result<bool> asks_of_shapes(const UseRequest& use, bool is_distributed) {
  if (use.reduce || use.convolution || (use.convert_to && !is_distributed)) return true;
  if (!use.target) return false;
  TILEGLOT_TRY(target, core::with_line(value::parse_target(*use.target), *use.target));
  return target.kind != value::Target::Kind::kGpu;
}

}  // namespace

core::Result<Report> advise(const Request& request) {
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  TILEGLOT_TRY(layout, value::read_layout(request.layout, request.notation, tensor, request.dtype));
  if (const auto* shape = std::get_if<xla::Shape>(&layout)) {
    TILEGLOT_TRY_STATUS(value::agreed_type(layout, request.dtype));
    return report_on(*shape, request);
  }
  const auto* linear_layout = std::get_if<linear::Layout>(&layout);
  const bool is_distributed = linear_layout != nullptr && bridge::is_distributed(*linear_layout);
  TILEGLOT_TRY(of_shapes, asks_of_shapes(request.use, is_distributed));
  if (of_shapes) {
    return core::fail(
        {.code = "advice.shape",
         .message = "advice is about an XLA shape, which has an element type and dimensions",
         .help = "convert the layout first, with convert --to xla --dtype T"});
  }
  if (is_distributed) return report_on_distributed(*linear_layout, request, tensor);
  return report_on_strides(layout, request, tensor);
}

}  // namespace tileglot::advice
