// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;
using core::Result;

/// `1={0,1}` as it was written.
struct Option {
  std::optional<std::size_t> number = {};  ///< nothing: all
  xla::LayoutMode mode = {};
  core::Span number_place = {};
  core::Span mode_place = {};
};

core::Error wrong_number(std::string message, core::Span place, std::string help) {
  return {{.code = "hlo.mode_index",
           .message = std::move(message),
           .span = place,
           .help = std::move(help)}};
}

Result<std::size_t> read_number(std::string_view text, std::string_view side) {
  std::size_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = status == std::errc() && end == text.data() + text.size();
  if (is_number) return number;
  return core::fail(wrong_number(
      fmt::format("'{}' is not the number of {}", core::printable(text.substr(0, 64)),
                  side == "result" ? "a result" : "an argument"),
      {0, text.size()}, "write a number, '=', and default, auto or a layout, as in 0={0,1}"));
}

Result<Option> read_option(std::string_view text, std::string_view side) {
  Option option;
  std::size_t begin = 0;
  // A layout begins with a brace; '=' does not occur in one.
  if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
    option.number_place = {0, equals};
    TILEGLOT_TRY(number, read_number(text.substr(0, equals), side));
    option.number = number;
    begin = equals + 1;
  }
  option.mode_place = {begin, text.size()};
  auto mode = xla::parse_layout_mode(text.substr(begin));
  if (mode) {
    option.mode = *std::move(mode);
    return option;
  }
  core::Error error = std::move(mode).error();
  const core::Span within = error->span.value_or(core::Span{0, text.size() - begin});
  error->span = core::Span{begin + within.begin, begin + within.end};
  return core::fail(std::move(error));
}

/// That of the layout, if it names one; otherwise unchanged.
std::int64_t memory_space(const Option& option, const pass::EntryMode& before) {
  const xla::Layout* const layout = option.mode.user_layout();
  if (layout == nullptr || layout->memory_space == 0) return before.memory_space;
  return layout->memory_space;
}

/// The modes of one side, and which of them a text has named.
class Side {
 public:
  Side(std::string_view name, std::span<const pass::EntryLeaf> leaves,
       std::vector<pass::EntryMode>& modes)
      : name_(name), leaves_(leaves), modes_(modes), is_named_(leaves.size(), false) {}

  core::Status apply_to_all(const Option& option) {
    if (is_for_all_) {
      return core::fail(wrong_number(fmt::format("two layouts are for all {}s", name_),
                                     option.mode_place, "write one, and others by number"));
    }
    is_for_all_ = true;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (!is_named_[i]) TILEGLOT_TRY_STATUS(set(i, option));
    }
    return {};
  }

  core::Status apply_to_one(const Option& option) {
    const std::size_t number = *option.number;
    if (number >= leaves_.size()) {
      return core::fail(wrong_number(
          fmt::format("there is no {} {}: the module has {}", name_, number, leaves_.size()),
          option.number_place, "numbers begin at 0 and count arrays, tuples taken apart"));
    }
    if (is_named_[number]) {
      return core::fail(wrong_number(fmt::format("{} {} has two layouts", name_, number),
                                     option.number_place, "write one"));
    }
    is_named_[number] = true;
    return set(number, option);
  }

  Overruled overruled() && { return std::move(overruled_); }

 private:
  core::Status set(std::size_t i, const Option& option) {
    auto fits = pass::check_mode(option.mode, leaves_[i]);
    if (!fits) {
      core::Error error = std::move(fits).error();
      error->message = fmt::format("{} {}: {}", name_, i, error->message);
      error->span = option.mode_place;
      return core::fail(std::move(error));
    }
    pass::EntryMode& mode = modes_[i];
    const bool is_other = mode.source != pass::ModeSource::kNobody && mode.mode != option.mode;
    if (is_other) {
      overruled_.push_back(fmt::format("{} {} is {}, but {} says {}", name_, i, print(option.mode),
                                       name_of(mode.source), print(mode.mode)));
    }
    mode = {option.mode, pass::ModeSource::kCaller, memory_space(option, mode)};
    return {};
  }

  std::string_view name_;
  std::span<const pass::EntryLeaf> leaves_;
  std::vector<pass::EntryMode>& modes_;
  std::vector<bool> is_named_;
  bool is_for_all_ = false;
  Overruled overruled_ = {};
};

}  // namespace

Result<Overruled> apply_layout_options(std::span<const std::string> texts, std::string_view side,
                                       std::span<const pass::EntryLeaf> leaves,
                                       std::vector<pass::EntryMode>& modes) {
  Side applied(side, leaves, modes);
  // By number first: the others apply to the rest.
  for (const bool is_by_number : {true, false}) {
    for (const std::string& text : texts) {
      TILEGLOT_TRY(option, core::with_line(read_option(text, side), text));
      if (option.number.has_value() != is_by_number) continue;
      TILEGLOT_TRY_STATUS(core::with_line(
          is_by_number ? applied.apply_to_one(option) : applied.apply_to_all(option), text));
    }
  }
  return std::move(applied).overruled();
}

}  // namespace tileglot::api
