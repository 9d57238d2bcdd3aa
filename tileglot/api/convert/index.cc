// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/source_text.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/text/evaluate.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/linear/layout/apply.h"
#include "tileglot/notation/linear/layout/evaluator.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/xla/address/explain.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/largest_part.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
namespace xla = notation::xla;

constexpr std::size_t kListed = 16;

/// One requested position: its lines and its JSON.
struct Entry {
  std::string text;
  Json json;
};

std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  return map::coordinate_text(numbers);
}

/// 1*12 + 1*4 + 0*2 + 1*1 = 17
std::string sum_text(std::span<const std::int64_t> factors, std::span<const std::int64_t> strides,
                     std::int64_t sum) {
  std::vector<std::string> products;
  products.reserve(factors.size());
  for (std::size_t i = 0; i < factors.size(); ++i) {
    products.push_back(fmt::format("{}*{}", factors[i], strides[i]));
  }
  return fmt::format("  sum       {} = {}\n",
                     products.empty() ? "0" : fmt::format("{}", fmt::join(products, " + ")), sum);
}

Json json_of(const xla::BoundedIndex& index) {
  return {{"index", index.index}, {"bounds", index.bounds}};
}

void add_tile(const xla::TileStep& step, Entry& entry) {
  entry.text += fmt::format("  {:<8}  tile {}, inside {}, bounds {}\n", "T" + xla::print(step.tile),
                            tuple_text(step.tile_index.index), tuple_text(step.inside.index),
                            tuple_text(step.result.bounds));
  entry.json["tiles"].push_back({{"tile", xla::print(step.tile)},
                                 {"merged", json_of(step.merged)},
                                 {"tile_index", json_of(step.tile_index)},
                                 {"inside", json_of(step.inside)},
                                 {"bounds", step.result.bounds}});
}

void add_steps(const xla::Explanation& steps, Entry& entry) {
  entry.text += fmt::format("  physical  {} of {}, major to minor\n",
                            tuple_text(steps.physical.index), tuple_text(steps.physical.bounds));
  entry.json["physical"] = json_of(steps.physical);
  entry.json["tiles"] = Json::array();
  for (const xla::TileStep& step : steps.tiles) add_tile(step, entry);
  entry.text += sum_text(steps.final_index.index, steps.strides, steps.offset);
  entry.json["final"] = json_of(steps.final_index);
  entry.json["strides"] = steps.strides;
}

void add_steps(const cute::OffsetExplanation& steps, Entry& entry) {
  std::vector<std::int64_t> coordinates;
  std::vector<std::int64_t> strides;
  for (const cute::OffsetStep& step : steps.steps) {
    coordinates.push_back(step.coordinate);
    strides.push_back(step.stride);
  }
  const std::string natural = cute::print(steps.natural);
  entry.text +=
      fmt::format("  natural   {}\n", natural) + sum_text(coordinates, strides, steps.offset);
  entry.json["natural"] = natural;
  entry.json["coordinates"] = coordinates;
  entry.json["strides"] = strides;
}

std::string stage_text(const cute::Stage& stage) {
  return stage.is_swizzle ? cute::print(stage.swizzle) : cute::print(stage.layout);
}

/// The inner layout's result, plus the offset, through the outer stage.
core::Status add_outer_steps(const cute::ComposedLayout& composed, std::int64_t inside,
                             Entry& entry) {
  const std::int64_t moved = composed.offset.value + inside;
  TILEGLOT_TRY(offset, cute::to_result(cute::apply(composed.outer, cute::Integer(moved))));
  const std::string outer = stage_text(composed.outer);
  entry.text += fmt::format("  offset    {} + {} = {}\n", composed.offset.value, inside, moved);
  entry.text += fmt::format("  outer     {} at {} = {}\n", outer, moved, offset.value);
  entry.json["inner_offset"] = inside;
  entry.json["added_offset"] = composed.offset.value;
  entry.json["outer"] = outer;
  return {};
}

core::Status explain_cute(const bridge::AnyLayout& layout, const cute::IntTuple& coordinate,
                          Entry& entry) {
  const auto* composed = std::get_if<cute::ComposedLayout>(&layout);
  const auto& inner =
      composed != nullptr ? composed->inner.layout : std::get<cute::Layout<>>(layout);
  TILEGLOT_TRY(steps, cute::explain_offset(inner, coordinate));
  add_steps(steps, entry);
  return composed == nullptr ? core::Status{} : add_outer_steps(*composed, steps.offset, entry);
}

/// The part that holds x, and then the steps inside it.
core::Status explain_split(const xla::Shape& shape, const std::vector<std::int64_t>& x,
                           Entry& entry) {
  TILEGLOT_TRY(evaluator, xla::SplitEvaluator::of(shape));
  TILEGLOT_TRY(part_shape, xla::largest_part(shape));
  const std::int64_t number = evaluator.address(x).part;
  const std::vector<std::int64_t> begin = evaluator.part(number).begin;
  std::vector<std::int64_t> inside = x;
  for (std::size_t d = 0; d < x.size(); ++d) inside[d] -= begin[d];
  TILEGLOT_TRY(steps, xla::explain(part_shape, inside));
  entry.text +=
      fmt::format("  part      {} of {}, from {} on; in it {} of {}\n", number, evaluator.parts(),
                  tuple_text(begin), tuple_text(inside), xla::print(part_shape));
  entry.json["begin"] = begin;
  entry.json["part_shape"] = xla::print(part_shape);
  add_steps(steps, entry);
  return {};
}

core::Status explain_xla(const xla::Shape& shape, const std::vector<std::int64_t>& x,
                         Entry& entry) {
  if (xla::has_splits(shape)) return explain_split(shape, x, entry);
  TILEGLOT_TRY(steps, xla::explain(shape, x));
  add_steps(steps, entry);
  return {};
}

/// The basis vectors that are xored: those of the bits set in x.
core::Status explain_linear(const linear::Layout& layout, const std::vector<std::int64_t>& x,
                            Entry& entry) {
  entry.json["vectors"] = Json::array();
  for (std::size_t k = 0; k < x.size(); ++k) {
    const linear::Dimension& in = layout.ins()[k];
    for (int i = 0; i < in.bits; ++i) {
      if ((x[k] >> i & 1) == 0) continue;
      const auto vector = linear::unpacked(layout, layout.column(in.begin + i));
      const std::string name(in.name.view());
      const std::int64_t value = std::int64_t{1} << i;
      entry.text += fmt::format("  {:<9} {:>5} -> {}\n", name, value, tuple_text(vector));
      entry.json["vectors"].push_back({{"input", name}, {"value", value}, {"vector", vector}});
    }
  }
  entry.text += "  xor of all, each output by itself\n";
  return {};
}

/// The function as a sum; strides, tags and memrefs have no other steps.
core::Status explain_strided(const bridge::AnyLayout& layout, Entry& entry) {
  TILEGLOT_TRY(map, bridge::to_map(layout));
  const std::string sum = map::to_text(map);
  entry.text += fmt::format("  sum       {}\n", sum);
  entry.json["sum"] = sum;
  return {};
}

core::Status explain(const bridge::AnyLayout& layout, const std::string& text,
                     const std::vector<std::int64_t>& x, Entry& entry) {
  if (const auto* shape = std::get_if<xla::Shape>(&layout)) return explain_xla(*shape, x, entry);
  if (const auto* l = std::get_if<linear::Layout>(&layout)) return explain_linear(*l, x, entry);
  if (std::holds_alternative<notation::strided::AnyLayout>(layout)) {
    return explain_strided(layout, entry);
  }
  TILEGLOT_TRY(coordinate, cute::parse_coordinate(text));
  return explain_cute(layout, coordinate, entry);
}

/// One number as is, several as a tuple.
std::string output_text(const std::vector<std::int64_t>& output) {
  return output.size() == 1 ? fmt::format("{}", output[0]) : tuple_text(output);
}

Entry output_entry(const linear::Evaluator& evaluator, const std::vector<std::int64_t>& x) {
  const std::int64_t number = evaluator.offset(x);  // row-major
  const std::vector<std::int64_t> output = evaluator.coordinate(number);
  return {output_text(output), {{"coordinate", x}, {"output", output}, {"output_number", number}}};
}

/// Where x is: the offset, or for a split array (part, offset in the part), or the output of a
/// linear layout.
core::Result<Entry> place_entry(const bridge::AnyLayout& layout, const bridge::Evaluator& evaluator,
                                const std::vector<std::int64_t>& x) {
  if (const auto* l = std::get_if<linear::Layout>(&layout)) {
    TILEGLOT_TRY(by_vectors, linear::Evaluator::of(*l));
    return output_entry(by_vectors, x);
  }
  const auto* shape = std::get_if<xla::Shape>(&layout);
  if (shape == nullptr || !xla::has_splits(*shape)) {
    const std::int64_t offset = evaluator.offset(x);
    return Entry{fmt::format("{}", offset), {{"coordinate", x}, {"offset", offset}}};
  }
  TILEGLOT_TRY(address, xla::split_address(*shape, x));
  return Entry{tuple_text({address.part, address.offset}),
               {{"coordinate", x}, {"part", address.part}, {"offset", address.offset}}};
}

core::Result<Entry> offset_entry(const bridge::AnyLayout& layout,
                                 const bridge::Evaluator& evaluator, const std::string& text,
                                 bool explained) {
  TILEGLOT_TRY(x, bridge::parse_coordinate(text, layout));
  TILEGLOT_TRY(place, place_entry(layout, evaluator, x));
  Entry entry{place.text + "\n", place.json};
  if (!explained) return entry;
  entry.text = fmt::format("{} -> {}\n", tuple_text(x), place.text);
  TILEGLOT_TRY_STATUS(explain(layout, text, x, entry));
  return entry;
}

core::Error outside(core::Scanner& scanner, const std::vector<std::int64_t>& place,
                    const map::IndexMap& map) {
  std::vector<std::string> sizes;
  for (const map::Dim& dim : map.codomain())
    sizes.push_back(fmt::format("{} of {}", dim.name, dim.extent));
  return {{.code = "index.offset",
           .message = fmt::format("{} is outside the layout", tuple_text(place)),
           .span = scanner.span_from(0),
           .help = fmt::format("its places are: {}", fmt::join(sizes, ", "))}};
}

/// A position of several numbers, (part, offset) or (dim0, dim1), as its row-major number.
core::Result<std::int64_t> parse_place(core::Scanner& scanner, const map::IndexMap& map) {
  const bool in_parentheses = scanner.accept("(");
  std::vector<std::int64_t> place;
  std::int64_t number = 0;
  bool is_inside = true;
  for (const map::Dim& dim : map.codomain()) {
    if (!place.empty()) TILEGLOT_TRY_STATUS(scanner.expect(",", "between two numbers of a place"));
    TILEGLOT_TRY(entry, scanner.integer(dim.name));
    place.push_back(entry);
    is_inside = is_inside && entry >= 0 && entry < dim.extent;
    if (is_inside) number = number * dim.extent + entry;
  }
  if (in_parentheses) TILEGLOT_TRY_STATUS(scanner.expect(")", "after the place"));
  if (!is_inside) return core::fail(outside(scanner, place, map));
  return number;
}

core::Status expect_end(core::Scanner& scanner) {
  if (scanner.at_end()) return {};
  return core::fail({.code = "scan.trailing",
                     .message = fmt::format("the offset ends before {}", scanner.found()),
                     .span = scanner.here()});
}

core::Result<std::int64_t> parse_offset(const std::string& text, const map::IndexMap& map,
                                        const map::Range& offsets) {
  core::Scanner scanner(text);
  if (map.codomain().size() != 1) {
    TILEGLOT_TRY(position, parse_place(scanner, map));
    TILEGLOT_TRY_STATUS(expect_end(scanner));
    return position;
  }
  TILEGLOT_TRY(offset, scanner.integer("an offset"));
  TILEGLOT_TRY_STATUS(expect_end(scanner));
  if (offset >= offsets.lo && offset <= offsets.hi) return offset;
  const bool is_empty = offsets.hi < offsets.lo;
  return core::fail(
      {.code = "index.offset",
       .message = fmt::format("offset {} is outside the layout", offset),
       .span = scanner.span_from(0),
       .help = is_empty ? "the layout has no elements, so no offset is in it"
                        : fmt::format("its offsets go from {} to {}", offsets.lo, offsets.hi)});
}

Entry preimages_entry(std::int64_t offset, const map::Preimages& preimages,
                      std::string_view nothing) {
  Entry entry;
  entry.json = {
      {"offset", offset}, {"count", preimages.count}, {"coordinates", preimages.coordinates}};
  if (preimages.count == 0) {
    entry.text = fmt::format("{}\n", nothing);
    return entry;
  }
  std::vector<std::string> texts;
  texts.reserve(preimages.coordinates.size());
  for (const map::Coordinate& x : preimages.coordinates) texts.push_back(tuple_text(x));
  entry.text = fmt::format("{}", fmt::join(texts, " "));
  const auto listed = static_cast<std::int64_t>(texts.size());
  entry.text += preimages.count > listed ? fmt::format(" ... {} in all\n", preimages.count) : "\n";
  return entry;
}

/// True for the positions of a split array, as opposed to the index of a tensor.
bool is_split(const map::IndexMap& map) {
  return map.codomain().size() == 2 && map.codomain()[0].name == "split";
}

core::Result<Entry> inverse_entry(const map::IndexMap& map, const map::Inverse& inverse,
                                  const map::Range& offsets, const std::string& text) {
  TILEGLOT_TRY(offset, parse_offset(text, map, offsets));
  TILEGLOT_TRY(preimages, inverse(offset, kListed));
  const bool is_memory = map.codomain().size() == 1 || is_split(map);
  Entry entry = preimages_entry(offset, preimages, is_memory ? "padding" : "nowhere");
  if (is_split(map)) {
    entry.json["part"] = offset / map.codomain()[1].extent;
    entry.json["offset"] = offset % map.codomain()[1].extent;
  }
  return entry;
}

void append(Answer& answer, Entry entry) {
  answer.text += entry.text;
  answer.json["results"].push_back(std::move(entry.json));
}

/// JSON's [2,3] and [3] are the place (2,3) and the place 3, as long as they were.
std::string place_text(std::string place) {
  if (!place.starts_with('[') || !place.ends_with(']')) return place;
  const bool is_one = place.find_first_of(",]") == place.size() - 1;
  std::replace(place.begin(), place.end(), '[', is_one ? ' ' : '(');
  std::replace(place.begin(), place.end(), ']', is_one ? ' ' : ')');
  return place;
}

Reply inverse_index(const IndexRequest& request, const bridge::AnyLayout& layout) {
  TILEGLOT_TRY(map, core::with_line(bridge::to_map(layout), request.layout));
  const map::Inverse inverse(map);
  const map::Range offsets = value::offsets_of(map);
  Answer answer{.json = {{"layout", bridge::print(layout)}, {"results", Json::array()}}};
  for (const std::string& place : request.places) {
    TILEGLOT_TRY(entry,
                 core::with_line(inverse_entry(map, inverse, offsets, place_text(place)), place));
    append(answer, std::move(entry));
  }
  return answer;
}

}  // namespace

Reply index(const IndexRequest& request) {
  TILEGLOT_TRY(tensor, value::read_tensor(request.tensor));
  TILEGLOT_TRY(layout, value::read_layout(request.layout, request.notation, tensor));
  if (request.inverse) return inverse_index(request, layout);
  TILEGLOT_TRY(evaluator, core::with_line(bridge::Evaluator::of(layout), request.layout));
  Answer answer{.json = {{"layout", bridge::print(layout)}, {"results", Json::array()}}};
  for (const std::string& place : request.places) {
    TILEGLOT_TRY(
        entry, core::with_line(offset_entry(layout, evaluator, place_text(place), request.explain),
                               place));
    append(answer, std::move(entry));
  }
  return answer;
}

}  // namespace tileglot::api
