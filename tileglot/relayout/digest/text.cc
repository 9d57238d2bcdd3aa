// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/relayout/digest/detail/array_bits.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {
namespace {

constexpr std::string_view kName = "tg1:";
constexpr std::size_t kSumDigits = 16;

/// Reads a text from left to right, exactly: nothing is skipped.
class DigestReader {
 public:
  explicit DigestReader(std::string_view text) : text_(text) {}

  core::Status expect(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) {
      return wrong(at_, fmt::format("expected '{}'", token));
    }
    at_ += token.size();
    return {};
  }

  bool looking_at(char c) const { return at_ < text_.size() && text_[at_] == c; }

  core::Result<std::int64_t> number(std::string_view what) {
    const std::size_t begin = at_;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (digits.empty()) return wrong(begin, fmt::format("expected {}", what));
    if (digits.size() > 1 && digits.front() == '0')
      return wrong(begin, fmt::format("{} has a leading 0", what));
    std::int64_t value = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
      return wrong(begin, fmt::format("{} is above 2^63-1", what));
    return value;
  }

  core::Result<std::uint64_t> sum() {
    const std::string_view digits = text_.substr(at_, kSumDigits);
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (digits.size() < kSumDigits || !std::ranges::all_of(digits, is_digit))
      return wrong(at_, "expected two sums of 16 digits each, 0-9 and a-f");
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    at_ += kSumDigits;
    return value;
  }

  core::Status end() const {
    if (at_ == text_.size()) return {};
    return wrong(at_, "expected the end of the text");
  }

  tl::unexpected<core::Error> wrong(std::size_t at, std::string what) const {
    return core::fail({.code = "digest.text",
                       .message = fmt::format("{} in a digest", what),
                       .span = core::Span{at, std::max(at_, at + 1)},
                       .help = "a digest is written as tg1:BITS[EXTENTS]:ELEMENTS:SUMS, as in "
                               "tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0"});
  }

  std::size_t position() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// The bits of an element and the extents of the array.
core::Status read_array(DigestReader& reader, Digest& digest) {
  const std::size_t begin = reader.position();
  TILEGLOT_TRY(bits, reader.number("the bits of an element"));
  if (!detail::are_element_bits(bits)) {
    return reader.wrong(begin, fmt::format("{} bits of an element", bits));
  }
  digest.element_bits = static_cast<int>(bits);
  TILEGLOT_TRY_STATUS(reader.expect("["));
  while (!reader.looking_at(']')) {
    if (!digest.extents.empty()) TILEGLOT_TRY_STATUS(reader.expect(","));
    if (digest.extents.size() == detail::kMaxRank)
      return reader.wrong(reader.position(), fmt::format("more than {} extents", detail::kMaxRank));
    TILEGLOT_TRY(extent, reader.number("an extent"));
    digest.extents.push_back(extent);
  }
  TILEGLOT_TRY_STATUS(reader.expect("]:"));
  if (!detail::array_bits(digest.extents, digest.element_bits))
    return reader.wrong(begin, "an array of more than 2^63-1 bits");
  return {};
}

}  // namespace

std::string print(const Digest& digest) {
  return fmt::format("{}{}[{}]:{}:{:016x}{:016x}", kName, digest.element_bits,
                     fmt::join(digest.extents, ","), digest.elements, digest.first, digest.second);
}

core::Result<Digest> parse_digest(std::string_view text) {
  DigestReader reader(text);
  Digest digest;
  TILEGLOT_TRY_STATUS(reader.expect(kName));
  TILEGLOT_TRY_STATUS(read_array(reader, digest));
  const std::size_t begin = reader.position();
  TILEGLOT_TRY(elements, reader.number("the number of elements"));
  if (elements > digest.all_elements()) {
    return reader.wrong(
        begin, fmt::format("{} elements, of an array of {},", elements, digest.all_elements()));
  }
  TILEGLOT_TRY_STATUS(reader.expect(":"));
  TILEGLOT_TRY(first, reader.sum());
  TILEGLOT_TRY(second, reader.sum());
  TILEGLOT_TRY_STATUS(reader.end());
  digest.elements = elements;
  digest.first = first;
  digest.second = second;
  return digest;
}

}  // namespace tileglot::relayout::digest
