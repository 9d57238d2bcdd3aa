// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/mdspan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/detail/number_list.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::notation::strided {
namespace {

constexpr std::array<std::string_view, 3> kPolicies{"layout_left", "layout_right", "layout_stride"};

using Numbers = std::vector<std::int64_t>;

class Reader {
 public:
  explicit Reader(std::string_view text) : scanner_(text) {}

  core::Result<Policy> policy();
  /// The extents; nullopt where the policy is alone.
  core::Result<std::optional<Numbers>> extents();
  core::Result<Numbers> strides();
  core::Status end();

 private:
  std::string_view name() {
    scanner_.accept("std::");
    return scanner_.name();
  }
  /// Reads `(` or `{` and returns its closing token.
  core::Result<std::string_view> open(std::string_view where);
  core::Result<Numbers> numbers(std::string_view what);

  core::Scanner scanner_;
  std::string_view close_ = {};  ///< of the mapping's arguments
};

core::Result<Policy> Reader::policy() {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  const std::string_view found = name();
  const auto at = std::ranges::find(kPolicies, found);
  if (at != kPolicies.end()) return static_cast<Policy>(at - kPolicies.begin());
  return core::fail(
      {.code = "strided.policy",
       .message = fmt::format("'{}' is not a layout policy of mdspan", found.substr(0, 64)),
       .span = scanner_.span_from(begin),
       .help = "the policies are layout_left, layout_right and layout_stride"});
}

core::Result<std::string_view> Reader::open(std::string_view where) {
  if (scanner_.accept("{")) return std::string_view("}");
  TILEGLOT_TRY_STATUS(scanner_.expect("(", where));
  return std::string_view(")");
}

core::Result<Numbers> Reader::numbers(std::string_view what) {
  TILEGLOT_TRY(close, open("before the numbers"));
  return detail::read_numbers(scanner_, what, close);
}

core::Result<std::optional<Numbers>> Reader::extents() {
  if (scanner_.at_end()) return std::optional<Numbers>();
  TILEGLOT_TRY_STATUS(scanner_.expect("::", "after the policy"));
  const std::string_view mapping = scanner_.name();
  if (mapping != "mapping") {
    return core::fail(
        {.code = "scan.expected",
         .message = fmt::format("expected 'mapping' after '::', found '{}'", mapping.substr(0, 64)),
         .span = scanner_.here(),
         .help = "write layout_right::mapping(extents(3,5))"});
  }
  TILEGLOT_TRY(close, open("after 'mapping'"));
  close_ = close;
  const std::string_view type = name();
  if (type != "extents" && type != "dextents") {
    return core::fail({.code = "scan.expected",
                       .message = fmt::format("expected 'extents', found '{}'", type.substr(0, 64)),
                       .span = scanner_.here(),
                       .help = "write layout_right::mapping(extents(3,5))"});
  }
  if (!scanner_.accept("<")) {
    TILEGLOT_TRY(plain, numbers("an extent"));
    return std::optional(plain);
  }
  name();  // the index type
  Numbers arguments;
  if (scanner_.accept(",")) {
    TILEGLOT_TRY(read, detail::read_numbers(scanner_, "an extent", ">"));
    arguments = std::move(read);
  } else {
    TILEGLOT_TRY_STATUS(scanner_.expect(">", "after the index type"));
  }
  Numbers dynamic;
  if (scanner_.looking_at("(") || scanner_.looking_at("{")) {
    TILEGLOT_TRY(read, numbers("an extent"));
    dynamic = std::move(read);
  }
  return std::optional(type == "dextents" ? dynamic : arguments);
}

core::Result<Numbers> Reader::strides() {
  TILEGLOT_TRY_STATUS(scanner_.expect(",", "after the extents of layout_stride"));
  if (name() == "array" && scanner_.accept("<")) {  // array<int, 2>
    name();
    TILEGLOT_TRY_STATUS(scanner_.expect(",", "after the type of the array"));
    TILEGLOT_TRY_STATUS(scanner_.integer("the size of the array"));
    TILEGLOT_TRY_STATUS(scanner_.expect(">", "after the size of the array"));
  }
  return numbers("a stride");
}

core::Status Reader::end() {
  if (!close_.empty()) TILEGLOT_TRY_STATUS(scanner_.expect(close_, "after the mapping"));
  return detail::expect_end(scanner_, "the mapping");
}

core::Status check_strides(const Mdspan& mapping) {
  const auto& strides = mapping.strides;
  if (strides.size() != rank(mapping.array)) {
    return core::fail(wrong_rank("the list of strides", strides.size(), mapping.array));
  }
  for (std::size_t k = 0; k < strides.size(); ++k) {
    if (strides[k] > 0) continue;
    return core::fail({.code = "strided.stride",
                       .message = fmt::format("the stride of dimension {} is {}", k, strides[k]),
                       .help = "the strides of layout_stride are above 0"});
  }
  return {};
}

}  // namespace

core::Status check(const Mdspan& mapping) {
  TILEGLOT_TRY_STATUS(check_array(mapping.array));
  if (mapping.policy == Policy::kStride) TILEGLOT_TRY_STATUS(check_strides(mapping));
  if (positions(mapping)) return {};
  return core::fail(
      {.code = "strided.too_large",
       .message = fmt::format("strides {} over {} leave the offsets that a signed "
                              "64-bit integer can hold",
                              tuple_text(mapping.strides), tuple_text(mapping.array.extents))});
}

std::int64_t offset_of(const Mdspan& mapping, std::span<const std::int64_t> x) {
  const auto& extents = mapping.array.extents;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t k = mapping.policy == Policy::kLeft ? x.size() - 1 - i : i;
    offset = mapping.policy == Policy::kStride ? offset + x[k] * mapping.strides[k]
                                               : offset * extents[k] + x[k];
  }
  return offset;
}

core::Checked positions(const Mdspan& mapping) {
  if (mapping.policy != Policy::kStride) return element_count(mapping.array.extents);
  return cosize(mapping.array.extents, mapping.strides, 0);
}

core::Result<Mdspan> parse_mdspan(std::string_view text, const std::optional<Array>& tensor) {
  Reader reader(text);
  TILEGLOT_TRY(policy, reader.policy());
  TILEGLOT_TRY(extents, reader.extents());
  std::optional<Array> own;
  if (extents) own = Array{*extents};
  TILEGLOT_TRY(array, array_for(own, tensor));
  Mdspan mapping{.array = std::move(array), .policy = policy};
  if (policy == Policy::kStride) {
    TILEGLOT_TRY(strides, reader.strides());
    mapping.strides = std::move(strides);
  }
  TILEGLOT_TRY_STATUS(reader.end());
  TILEGLOT_TRY_STATUS(check(mapping));
  return mapping;
}

std::string print(const Mdspan& mapping) {
  const std::string strides = mapping.policy == Policy::kStride
                                  ? fmt::format(", array{{{}}}", fmt::join(mapping.strides, ","))
                                  : "";
  return fmt::format("{}::mapping(extents({}){})",
                     kPolicies[static_cast<std::size_t>(mapping.policy)],
                     fmt::join(mapping.array.extents, ","), strides);
}

}  // namespace tileglot::notation::strided
