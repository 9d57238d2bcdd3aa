// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/parse.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/limits.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/validate.h"

namespace tileglot::notation::xla {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Span;
using core::Status;

constexpr std::string_view kAsteriskOperator = "\xE2\x88\x97";  // U+2217, the documents' `*`

/// What XLA calls a type that the text names as another notation does, or how types are written.
std::string help_for_type(std::string_view name) {
  const auto known = core::parse_element_type(name);
  const auto ours = known ? primitive_type_of(*known) : std::nullopt;
  if (ours) return fmt::format("XLA calls {} {}", core::printable(name), name_of(*ours));
  if (!known && known.error().help.starts_with("did you mean")) return known.error().help;
  return "types are written as in f32[2,3], bf16[8], s4[5], pred[], token[]";
}

Error limit_error(std::string_view what, std::size_t limit, Span span) {
  return {.code = "xla.limit",
          .message = fmt::format("more than {} {}", limit, what),
          .span = span,
          .help = "no XLA shape in use comes near this limit"};
}

/// An all upper-case word in lower case; other words as they are.
std::string folded(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'a' && c <= 'z') return std::string(name);
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// XLA reads 2^63 to 2^64-1 as the negative number with the same bits.
std::optional<std::int64_t> wrapped_integer(std::string_view digits) {
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
  return std::bit_cast<std::int64_t>(value);
}

/// An array or a buffer's array; tuples have validated their own elements.
Status validate_element(const Shape& shape, const ShapePlaces& places) {
  if (shape.type == PrimitiveType::kBuffer) {
    return validate_element(shape.elements[0], places.elements[0]);
  }
  if (!is_array(shape) || !shape.layout) return {};
  return validate_layout(*shape.layout, shape, places.layout);
}

/// Where XLA's program would abort, nothing in the text makes up for it.
bool ends_the_parse(const Error& error) {
  return error.code == "xla.limit" || error.code == "xla.tile" || error.code == "xla.tail" ||
         error.code == "xla.not_array";
}

/// Reads shapes and layouts from a scanner. Functions fill what they have read even where they
/// fail: inside a layout XLA goes on after most errors and keeps what it has.
class Reader {
 public:
  Reader(core::Scanner& scanner, ParseOptions options) : scanner_(scanner), options_(options) {}

  Status shape(Shape& out, ShapePlaces& places);
  Status layout(Layout& out, LayoutPlaces& places);
  Status end(std::string_view of_what);

 private:
  // Shapes.
  Status tuple(Shape& out, ShapePlaces& places);
  Status buffer(Shape& out, ShapePlaces& places);
  Status array(Shape& out, ShapePlaces& places);
  Status dimensions(Shape& out, ShapePlaces& places);
  Result<Dimension> dimension();
  Status array_layout(Shape& out, ShapePlaces& places);
  Status only_arrays_have_it(const Shape& out, const ShapePlaces& places, Span after);
  bool at_buffer();
  bool at_layout();

  // Layouts.
  Status minor_to_major(Layout& out, LayoutPlaces& places);
  Status attributes(Layout& out, LayoutPlaces& places);
  Status level_types();
  Status tiles(Layout& out, LayoutPlaces& places);
  Status tile(Tile& out, TilePlaces& places);
  Result<TileEntry> tile_entry();
  Status tail_padding(Layout& out, LayoutPlaces& places);
  Status marked_type(std::optional<PrimitiveType>& out, std::optional<Span>& place);
  Status number_in_brackets(std::string_view what, std::int64_t& out, std::optional<Span>& place);
  Status splits(Layout& out, LayoutPlaces& places);
  Status split(SplitConfig& out);
  Status physical_shape(Layout& out, LayoutPlaces& places);
  Status closing_brace();

  // Words and numbers.
  Result<PrimitiveType> type();
  Result<std::int64_t> integer(std::string_view what);
  bool keyword(std::string_view word);
  std::size_t start();
  /// Keeps the first error inside a layout's attributes and goes on, unless it ends the parse.
  Status tolerate(Status status);

  bool published() const { return options_.spelling == Spelling::kPublished; }

  core::Scanner& scanner_;
  ParseOptions options_;
  std::size_t depth_ = 0;
  std::size_t shapes_ = 0;
  std::optional<Error> tolerated_ = {};
};

std::size_t Reader::start() {
  scanner_.skip_space();
  return scanner_.position();
}

bool Reader::keyword(std::string_view word) {
  const std::size_t begin = start();
  if (scanner_.name() == word) return true;
  scanner_.rewind(begin);
  return false;
}

Result<std::int64_t> Reader::integer(std::string_view what) {
  const std::size_t begin = start();
  auto value = scanner_.integer(what);
  if (value || value.error().code != "scan.integer_too_large") return value;
  const std::size_t length = scanner_.position() - begin;
  const auto wrapped = wrapped_integer(scanner_.text().substr(begin, length));
  if (wrapped) return *wrapped;
  return value;
}

Result<PrimitiveType> Reader::type() {
  const std::size_t begin = start();
  const std::string_view word = scanner_.name();
  const auto found = primitive_type_named(published() ? folded(word) : std::string(word));
  if (found) return *found;
  if (word.empty()) {
    return fail({.code = "xla.type",
                 .message = fmt::format("expected a type, found {}", scanner_.found()),
                 .span = scanner_.here(),
                 .help = help_for_type(word)});
  }
  const Span span = scanner_.span_from(begin);
  scanner_.rewind(begin);
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is no XLA type", core::printable(word)),
               .span = span,
               .help = help_for_type(word)});
}

Status Reader::tolerate(Status status) {
  if (status) return {};
  if (ends_the_parse(status.error())) return status;
  if (!tolerated_) tolerated_ = status.error();
  return {};
}

Status Reader::end(std::string_view of_what) {
  if (scanner_.at_end()) return {};
  const bool empty_layout = scanner_.looking_at("{");
  return fail(
      {.code = "xla.trailing",
       .message = fmt::format("nothing may follow the {}, found {}", of_what, scanner_.found()),
       .span = scanner_.here(),
       .help = empty_layout ? "a layout starts with a number or a colon: {1,0} or {:T(256)}" : ""});
}

Status Reader::shape(Shape& out, ShapePlaces& places) {
  const std::size_t begin = start();
  if (depth_ == kMaxDepth)
    return fail(limit_error("levels of nesting", kMaxDepth, scanner_.here()));
  if (shapes_ == kMaxShapes) return fail(limit_error("shapes", kMaxShapes, scanner_.here()));
  ++depth_;
  ++shapes_;
  Status status = at_buffer()            ? buffer(out, places)
                  : scanner_.accept("(") ? tuple(out, places)
                                         : array(out, places);
  --depth_;
  places.whole = scanner_.span_from(begin);
  return status;
}

bool Reader::at_buffer() {
  const std::size_t begin = start();
  const bool result = scanner_.name() == "b" && scanner_.looking_at("(");
  scanner_.rewind(begin);
  return result;
}

bool Reader::at_layout() {
  const std::size_t begin = start();
  bool result = scanner_.accept("{") && scanner_.looking_at(":");
  if (!result && scanner_.position() > begin) result = integer("").has_value();
  scanner_.rewind(begin);
  return result;
}

Status Reader::buffer(Shape& out, ShapePlaces& places) {
  scanner_.name();
  scanner_.accept("(");
  Shape held;
  ShapePlaces held_places;
  TILEGLOT_TRY_STATUS(shape(held, held_places));
  if (!is_array(held)) {
    return fail({.code = "xla.buffer",
                 .message = fmt::format("a buffer holds an array, not a {}", name_of(held.type)),
                 .span = held_places.whole,
                 .help = "write b(f32[2])"});
  }
  out = {.type = PrimitiveType::kBuffer, .elements = {std::move(held)}};
  places.elements.push_back(std::move(held_places));
  return scanner_.expect(")", "after the array of a buffer");
}

Status Reader::tuple(Shape& out, ShapePlaces& places) {
  out.type = PrimitiveType::kTuple;
  if (scanner_.accept(")")) return {};
  do {
    Shape element;
    ShapePlaces element_places;
    TILEGLOT_TRY_STATUS(shape(element, element_places));
    TILEGLOT_TRY_STATUS(validate_element(element, element_places));
    out.elements.push_back(std::move(element));
    places.elements.push_back(std::move(element_places));
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of the tuple");
}

Status Reader::array(Shape& out, ShapePlaces& places) {
  TILEGLOT_TRY(element_type, type());
  TILEGLOT_TRY_STATUS(dimensions(out, places));
  const Span after = scanner_.here();
  out.type = element_type;
  if (!is_array(out)) return only_arrays_have_it(out, places, after);
  if (out.dimensions.empty() || options_.missing_layout == MissingLayout::kRowMajor) {
    out.layout = descending_layout(rank(out));
  }
  return at_layout() ? array_layout(out, places) : Status{};
}

Status Reader::only_arrays_have_it(const Shape& out, const ShapePlaces& places, Span after) {
  const bool has_layout = at_layout();
  if (out.dimensions.empty() && !has_layout) return {};
  return fail({.code = "xla.not_array",
               .message = fmt::format("a value of type {} has no {}", name_of(out.type),
                                      has_layout ? "layout" : "dimensions"),
               .span = has_layout ? after : places.dimensions[0],
               .help = fmt::format("write {}[]", name_of(out.type))});
}

Status Reader::dimensions(Shape& out, ShapePlaces& places) {
  TILEGLOT_TRY_STATUS(scanner_.expect("[", "after the type"));
  if (scanner_.accept("]")) return {};
  do {
    if (rank(out) == kMaxRank) return fail(limit_error("dimensions", kMaxRank, scanner_.here()));
    const std::size_t begin = start();
    TILEGLOT_TRY(read, dimension());
    out.dimensions.push_back(read);
    places.dimensions.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return scanner_.expect("]", "at the end of the dimensions");
}

Result<Dimension> Reader::dimension() {
  if (scanner_.accept("?")) return Dimension{.bound = std::nullopt, .dynamic = true};
  const bool dynamic = scanner_.accept("<=");
  const std::size_t begin = start();
  TILEGLOT_TRY(bound, integer("a dimension"));
  if (bound >= 0) return Dimension{.bound = bound, .dynamic = dynamic};
  return fail({.code = "xla.dimension",
               .message = fmt::format(
                   "a dimension cannot have the size {}",
                   core::printable(scanner_.text().substr(begin, scanner_.position() - begin))),
               .span = scanner_.span_from(begin),
               .help = "sizes are 0 to 9223372036854775807; ? stands for an unknown one"});
}

Status Reader::array_layout(Shape& out, ShapePlaces& places) {
  Layout read;
  TILEGLOT_TRY_STATUS(layout(read, places.layout));
  if (read.minor_to_major.size() != rank(out) || read.physical_shape) {
    return validate_layout(read, out, places.layout);
  }
  out.layout = std::move(read);
  return {};
}

Status Reader::layout(Layout& out, LayoutPlaces& places) {
  const std::size_t begin = start();
  const std::optional<Error> outer = std::exchange(tolerated_, std::nullopt);
  TILEGLOT_TRY_STATUS(scanner_.expect("{", "at the start of the layout"));
  TILEGLOT_TRY_STATUS(minor_to_major(out, places));
  if (scanner_.accept(":")) TILEGLOT_TRY_STATUS(attributes(out, places));
  TILEGLOT_TRY_STATUS(closing_brace());
  places.whole = scanner_.span_from(begin);
  tolerated_ = outer;
  return {};
}

Status Reader::closing_brace() {
  if (scanner_.accept("}")) return {};
  if (tolerated_) return fail(*tolerated_);
  return fail(
      {.code = "xla.layout",
       .message = fmt::format("expected '}}' at the end of the layout, found {}", scanner_.found()),
       .span = scanner_.here(),
       .help = "attributes follow one colon, each at most once, in the order T L # * E S SC P M"});
}

Status Reader::minor_to_major(Layout& out, LayoutPlaces& places) {
  if (scanner_.looking_at("}") || scanner_.looking_at(":")) return {};
  do {
    if (out.minor_to_major.size() == kMaxRank) {
      return fail(limit_error("entries of minor_to_major", kMaxRank, scanner_.here()));
    }
    const std::size_t begin = start();
    TILEGLOT_TRY(entry, integer("a dimension of minor_to_major"));
    out.minor_to_major.push_back(entry);
    places.minor_to_major.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return {};
}

Status Reader::attributes(Layout& out, LayoutPlaces& places) {
  if (keyword("D")) TILEGLOT_TRY_STATUS(tolerate(level_types()));
  if (keyword("T") || (published() && scanner_.looking_at("("))) {
    TILEGLOT_TRY_STATUS(tolerate(tiles(out, places)));
  }
  if (keyword("L")) TILEGLOT_TRY_STATUS(tolerate(tail_padding(out, places)));
  if (scanner_.accept("#")) TILEGLOT_TRY_STATUS(marked_type(out.index_type, places.index_type));
  if (scanner_.accept("*")) TILEGLOT_TRY_STATUS(marked_type(out.pointer_type, places.pointer_type));
  if (keyword("E")) {
    std::int64_t bits = 0;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("an element size", bits, places.element_size)));
    if (bits != 0) out.element_size_bits = bits;
  }
  std::optional<Span> place;
  if (keyword("S")) {
    std::int64_t space = 0;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("a memory space", space, place)));
    out.memory_space = static_cast<std::int8_t>(space);  // XLA keeps the low 8 bits
  }
  if (keyword("SC")) TILEGLOT_TRY_STATUS(tolerate(splits(out, places)));
  if (keyword("P")) TILEGLOT_TRY_STATUS(tolerate(physical_shape(out, places)));
  if (keyword("M")) {
    std::int64_t& bytes = out.dynamic_shape_metadata_prefix_bytes;
    TILEGLOT_TRY_STATUS(tolerate(number_in_brackets("a number of bytes", bytes, place)));
  }
  return {};
}

Status Reader::level_types() {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "after D"));
  if (scanner_.accept(")")) return {};
  do {
    if (!keyword("D") && !keyword("C") && !keyword("S") && !keyword("H")) {
      return fail({.code = "xla.layout",
                   .message = fmt::format("expected a level type, found {}", scanner_.found()),
                   .span = scanner_.here(),
                   .help = "level types are D, C, S and H, each with + or ~ behind it or not"});
    }
    scanner_.accept("+");
    scanner_.accept("~");
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of the level types");
}

Status Reader::tiles(Layout& out, LayoutPlaces& places) {
  do {
    if (out.tiles.size() == kMaxTiles)
      return fail(limit_error("tiles", kMaxTiles, scanner_.here()));
    out.tiles.emplace_back();
    places.tiles.emplace_back();
    const std::size_t begin = start();
    Status status = tile(out.tiles.back(), places.tiles.back());
    places.tiles.back().whole = scanner_.span_from(begin);
    if (!status) return status;
  } while (scanner_.looking_at("("));
  return {};
}

Status Reader::tile(Tile& out, TilePlaces& places) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "at the start of a tile"));
  if (scanner_.accept(")")) return {};
  do {
    if (out.entries.size() == kMaxTileEntries) {
      return fail(limit_error("entries in a tile", kMaxTileEntries, scanner_.here()));
    }
    const std::size_t begin = start();
    TILEGLOT_TRY(entry, tile_entry());
    out.entries.push_back(entry);
    places.entries.push_back(scanner_.span_from(begin));
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of a tile");
}

Result<TileEntry> Reader::tile_entry() {
  if (scanner_.accept("*")) return kCombine;
  if (published() && scanner_.accept(kAsteriskOperator)) return kCombine;
  const std::size_t begin = start();
  TILEGLOT_TRY(size, integer("a tile size"));
  if (size >= 0) return TileEntry{size};
  // XLA's own mark for `*` is the smallest integer, the documents' is -1; XLA aborts at others.
  if (size == core::kInt64Min || (published() && size == -1)) return kCombine;
  return fail(
      {.code = "xla.tile",
       .message = fmt::format("a tile cannot have the size {}", size),
       .span = scanner_.span_from(begin),
       .help = "write a positive size, or * to merge a dimension into the next more minor one"});
}

Status Reader::tail_padding(Layout& out, LayoutPlaces& places) {
  std::int64_t& alignment = out.tail_padding_alignment;
  Status status = number_in_brackets("an alignment", alignment, places.tail_padding_alignment);
  if (alignment >= 1) return status;
  return fail(
      {.code = "xla.tail",
       .message = fmt::format("the tail padding alignment must be at least 1, not {}", alignment),
       .span = places.tail_padding_alignment,
       .help = "leave L out for no alignment, or write L(n) with n >= 1"});
}

Status Reader::marked_type(std::optional<PrimitiveType>& out, std::optional<Span>& place) {
  TILEGLOT_TRY_STATUS(tolerate(scanner_.expect("(", "before the type")));
  const std::size_t begin = start();
  auto read = type();
  if (read) {
    out = *read;
    place = scanner_.span_from(begin);
  } else if (!scanner_.looking_at(")")) {
    TILEGLOT_TRY_STATUS(tolerate(fail(read.error())));
  }
  return tolerate(scanner_.expect(")", "after the type"));
}

Status Reader::number_in_brackets(std::string_view what, std::int64_t& out,
                                  std::optional<Span>& place) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", fmt::format("before {}", what)));
  const std::size_t begin = start();
  TILEGLOT_TRY(value, integer(what));
  out = value;
  place = scanner_.span_from(begin);
  return scanner_.expect(")", fmt::format("after {}", what));
}

Status Reader::splits(Layout& out, LayoutPlaces& places) {
  do {
    out.split_configs.emplace_back();
    const std::size_t begin = start();
    Status status = split(out.split_configs.back());
    places.split_configs.push_back(scanner_.span_from(begin));
    if (!status) return status;
  } while (scanner_.looking_at("("));
  return {};
}

Status Reader::split(SplitConfig& out) {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "at the start of a split"));
  TILEGLOT_TRY(dimension, integer("the dimension of a split"));
  out.dimension = dimension;
  TILEGLOT_TRY_STATUS(scanner_.expect(":", "after the dimension of a split"));
  if (scanner_.accept(")")) return {};
  do {
    TILEGLOT_TRY(index, integer("the index of a split"));
    out.indices.push_back(index);
  } while (scanner_.accept(","));
  return scanner_.expect(")", "at the end of a split");
}

Status Reader::physical_shape(Layout& out, LayoutPlaces& places) {
  const std::size_t begin = start();
  const auto read = std::make_shared<Shape>();
  out.physical_shape = read;
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the physical shape"));
  ShapePlaces unused;
  TILEGLOT_TRY_STATUS(tolerate(shape(*read, unused)));
  Status closed = scanner_.expect(")", "after the physical shape");
  places.physical_shape = scanner_.span_from(begin);
  return closed;
}

Status check_length(std::string_view text) {
  if (text.size() <= kMaxTextBytes) return {};
  return fail(limit_error("bytes of text", kMaxTextBytes, Span{kMaxTextBytes, kMaxTextBytes + 1}));
}

}  // namespace

Result<PlacedShape> parse_shape_at(core::Scanner& scanner, ParseOptions options) {
  PlacedShape read;
  TILEGLOT_TRY_STATUS(Reader(scanner, options).shape(read.shape, read.places));
  return read;
}

Result<PlacedShape> parse_placed_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY_STATUS(check_length(text));
  core::Scanner scanner(text);
  PlacedShape read;
  Reader reader(scanner, options);
  TILEGLOT_TRY_STATUS(reader.shape(read.shape, read.places));
  TILEGLOT_TRY_STATUS(reader.end("shape"));
  return read;
}

Result<PlacedLayout> parse_placed_layout(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY_STATUS(check_length(text));
  core::Scanner scanner(text);
  PlacedLayout read;
  Reader reader(scanner, options);
  TILEGLOT_TRY_STATUS(reader.layout(read.layout, read.places));
  TILEGLOT_TRY_STATUS(reader.end("layout"));
  return read;
}

Result<Shape> parse_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_shape(text, options));
  return std::move(read.shape);
}

Result<Layout> parse_layout(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_layout(text, options));
  return std::move(read.layout);
}

Result<Shape> parse_valid_shape(std::string_view text, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_shape(text, options));
  TILEGLOT_TRY_STATUS(validate(read.shape, read.places));
  return std::move(read.shape);
}

Result<Shape> parse_valid_layout(std::string_view text, const Shape& shape, ParseOptions options) {
  TILEGLOT_TRY(read, parse_placed_layout(text, options));
  Shape result = shape;
  result.layout = std::move(read.layout);
  TILEGLOT_TRY_STATUS(validate(result, {.whole = read.places.whole, .layout = read.places}));
  return result;
}

}  // namespace tileglot::notation::xla
