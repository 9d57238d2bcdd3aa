// SPDX-License-Identifier: Apache-2.0
#include "tileglot/python/move.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/python/array.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/layout.h"
#include "tileglot/python/numbers.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/python/texts.h"
#include "tileglot/python/watched.h"
#include "tileglot/relayout/cpu/batch.h"
#include "tileglot/relayout/cpu/plan_cache.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/stored_shape.h"

namespace tileglot::python {
namespace {

namespace cpu = relayout::cpu;
using core::ElementType;

/// From here on other Python threads run during the move.
constexpr std::int64_t kReleaseBytes = std::int64_t{16} << 10;
/// From here on a move listens to Ctrl-C.
constexpr std::int64_t kWatchedBytes = std::int64_t{64} << 20;
/// NumPy's limit.
constexpr std::size_t kMaxRank = 64;

std::vector<std::int64_t> extents_of(const map::IndexMap& map) {
  std::vector<std::int64_t> extents;
  for (const map::Dim& dim : map.domain()) extents.push_back(dim.extent);
  return extents;
}

void check_domains(const map::IndexMap& source, const map::IndexMap& target) {
  if (std::ranges::equal(extents_of(source), extents_of(target))) return;
  raise(core::Error({.code = "layout.extents",
                     .message = fmt::format("the source is {}, and the target {}",
                                            map::extents_text(source.domain()),
                                            map::extents_text(target.domain())),
                     .help = "a relaid array has its physical shape: name its layout, with the "
                             "logical shape, by layout="}));
}

cpu::PreparedPlan plan_of(const MoveSource& source, const map::IndexMap& target,
                          MoveOptions options) {
  check_domains(source.map, target);
  return value_of(cpu::shared_plan_cache().prepared(
      source.map, target, source.item_bits,
      {.threads = options.threads, .zero_fill = options.zero_fill}));
}

/// The one stride of each dimension, if no position is left between the elements.
std::optional<notation::strided::StridedArray> dense_strides(const map::IndexMap& map,
                                                             ElementType type) {
  if (map.size() != map.codomain_size()) return std::nullopt;
  auto strided = bridge::to_strided(map, type);
  if (!strided) return std::nullopt;
  return *std::move(strided);
}

bool is_unsigned(ElementType type) {
  return core::row_of(type).kind == core::ElementKind::kUnsigned;
}

/// A move that was asked for by texts, which say all of it.
struct Asked {
  ArrayForm form;
  std::string to;
  std::optional<std::string> layout;
  int threads = 0;
  bool zero_fill = true;
  friend bool operator==(const Asked&, const Asked&) = default;
};

/// The last moves, most recently used first. The GIL guards it.
class LastMoves {
 public:
  std::shared_ptr<const Move> find(const Asked& asked) {
    const auto found = std::ranges::find(moves_, asked, &Entry::first);
    if (found == moves_.end()) return nullptr;
    moves_.splice(moves_.begin(), moves_, found);
    return found->second;
  }
  void add(Asked asked, std::shared_ptr<const Move> move) {
    moves_.emplace_front(std::move(asked), std::move(move));
    if (moves_.size() > kKept) moves_.pop_back();
  }

 private:
  static constexpr std::size_t kKept = 100;
  using Entry = std::pair<Asked, std::shared_ptr<const Move>>;
  std::list<Entry> moves_;
};

LastMoves& last_moves() {
  static LastMoves moves;
  return moves;
}

std::shared_ptr<const Move> planned(const ArrayForm& form, nb::handle to, nb::handle layout,
                                    MoveOptions options) {
  MoveSource source{.form = form,
                    .map = form.map(),
                    .type = form.type,
                    .item_bits = form.item_bits,
                    .is_swapped = form.is_swapped};
  if (!layout.is_none()) {
    source.layout = layout_for(layout, form.extents, form.type);
    source.map = value_of(bridge::to_map(*source.layout));
    check_type(*source.layout, form.type, form.item_bits);
    source.form.reset();
    check_memory(form, *source.layout, source.map);
  }
  bridge::AnyLayout target = layout_for(to, extents_of(source.map), form.type);
  return std::make_shared<const Move>(std::move(source), std::move(target), options);
}

/// The array has these extents, and these strides where they mean something.
bool lies_as(const ArrayForm& form, const notation::strided::StridedArray& strides) {
  if (form.extents != strides.array.extents) return false;
  for (std::size_t k = 0; k < form.extents.size(); ++k) {
    if (form.extents[k] != 1 && form.strides[k] != strides.strides[k]) return false;
  }
  return true;
}

/// The same type, bytes, or numbers without a meaning of that size on either side.
bool may_hold(const ArrayForm& out, const MoveSource& source) {
  if (out.type == source.type) return true;
  if (is_unsigned(out.type)) return out.item_bits == 8 || out.item_bits == source.item_bits;
  return is_unsigned(source.type) && out.item_bits == source.item_bits &&
         out.type != ElementType::kPred;
}

bool is_text(nb::handle object) { return nb::isinstance<nb::str>(object); }

/// One after the other in a forked process, whatever the plan was prepared for.
core::Status executed(const cpu::PreparedPlan& plan, const BorrowedArray& source,
                      const BorrowedArray& target, bool zero_fill, const cpu::Watch& listener) {
  if (!is_forked()) return plan.execute(source.bytes(), target.bytes(), listener);
  return cpu::execute(plan.plan(), source.bytes(), target.bytes(),
                      {.threads = 1, .zero_fill = zero_fill}, listener);
}

void run_one(const cpu::PreparedPlan& plan, const BorrowedArray& source,
             const BorrowedArray& target, bool zero_fill, nb::handle progress) {
  const auto bytes = static_cast<std::int64_t>(target.bytes().size());
  if (bytes >= kWatchedBytes || !progress.is_none()) {
    return watch(progress, [&](const cpu::Watch& listener) {
      return executed(plan, source, target, zero_fill, listener);
    });
  }
  if (bytes < kReleaseBytes) return check(plan.execute(source.bytes(), target.bytes()));
  core::Status status;
  {
    const ReleasedGil released;
    status = is_forked() ? executed(plan, source, target, zero_fill, {})
                         : plan.execute(source.bytes(), target.bytes());
  }
  check(status);
}

}  // namespace

bridge::AnyLayout layout_for(nb::handle object, std::span<const std::int64_t> extents,
                             ElementType type) {
  if (!is_text(object)) return layout_of(object);
  const auto text = text_of(object);
  if (auto whole = value::read_layout(text)) return *std::move(whole);
  const bridge::Tensor tensor{.extents = {extents.begin(), extents.end()}, .type = type};
  auto read = value::read_layout(text, {}, tensor);
  if (!read && read.error()->code == "xla.rank") {
    core::Error refused = read.error();
    refused->help =
        "the order is that of the logical dimensions; a relaid array has its physical "
        "shape: name its layout, with the logical shape, by layout=";
    raise(refused, text);
  }
  return value_of(std::move(read), text);
}

void check_type(const bridge::AnyLayout& layout, ElementType type, int item_bits) {
  const auto* shape = std::get_if<notation::xla::Shape>(&layout);
  if (shape != nullptr && shape->layout && shape->layout->element_size_bits &&
      *shape->layout->element_size_bits != item_bits) {
    raise(core::Error({.code = "layout.packing",
                       .message = fmt::format(
                           "{} packs each element into {} bits, and the array has {} for each",
                           bridge::print(layout), *shape->layout->element_size_bits, item_bits),
                       .help = fmt::format(
                           "elements move at the size that they have in the array: leave E({}) out",
                           *shape->layout->element_size_bits)}));
  }
  const auto named = bridge::element_type_of(layout);
  if (!named || *named == type) return;
  if (core::npy_bits(*named) == item_bits && (is_unsigned(type) || is_unsigned(*named))) return;
  raise(core::Error(
      {.code = "layout.type",
       .message = fmt::format("the array has elements of {}, and {} of {}", core::name(type),
                              bridge::print(layout), core::name(*named)),
       .help = "a move keeps the elements as they are: view the array as integers of that size, or "
               "name its own type"}));
}

void check_memory(const ArrayForm& form, const bridge::AnyLayout& layout,
                  const map::IndexMap& map) {
  if (!form.is_dense()) {
    raise(core::Error({.code = "array.gaps",
                       .message = "the elements of the array do not fill its memory",
                       .help = "layout= is of an array without gaps: copy the array first"}));
  }
  if (form.elements() == map.codomain_size()) return;
  raise(core::Error(
      {.code = "layout.size",
       .message = fmt::format("{} owns {}, and the array holds {}", bridge::print(layout),
                              core::counted(map.codomain_size(), "position"),
                              core::counted(form.elements(), "element")),
       .help =
           "name the layout that the array is in, padding included, with its logical extents"}));
}

Move::Move(MoveSource source, bridge::AnyLayout target, MoveOptions options)
    : source_(std::move(source)),
      target_(std::move(target)),
      target_map_(value_of(bridge::to_map(target_))),
      strides_(dense_strides(target_map_, source_.type)),
      plan_(plan_of(source_, target_map_, options)),
      options_(options) {
  check_type(target_, source_.type, source_.item_bits);
}

std::shared_ptr<const Move> Move::of(const ArrayForm& form, nb::handle to, nb::handle layout,
                                     MoveOptions options) {
  if (!is_text(to) || !(layout.is_none() || is_text(layout))) {
    return planned(form, to, layout, options);
  }
  Asked asked{.form = form,
              .to = text_of(to),
              .layout = {},
              .threads = options.threads,
              .zero_fill = options.zero_fill};
  if (!layout.is_none()) asked.layout = text_of(layout);
  if (auto known = last_moves().find(asked)) return known;
  auto made = planned(form, to, layout, options);
  last_moves().add(std::move(asked), made);
  return made;
}

std::int64_t Move::target_bytes() const {
  return target_map_.codomain_size() * (source_.item_bits / 8);
}

void Move::check_source(const ArrayForm& form) const {
  if (form.type != source_.type || form.item_bits != source_.item_bits ||
      form.is_swapped != source_.is_swapped) {
    raise(core::Error({.code = "array.form",
                       .message = fmt::format(
                           "the plan moves elements of {}, and these are of {}{}",
                           core::name(source_.type), core::name(form.type),
                           form.is_swapped != source_.is_swapped ? " in another byte order" : ""),
                       .help = "make a plan for this array"}));
  }
  if (source_.layout) return check_memory(form, *source_.layout, source_.map);
  if (form.extents == source_.form->extents && form.strides == source_.form->strides) return;
  raise(
      core::Error({.code = "array.form",
                   .message = fmt::format(
                       "the plan moves arrays of shape ({}) and strides ({}), and this has "
                       "({}) and ({})",
                       fmt::join(source_.form->extents, ","), fmt::join(source_.form->strides, ","),
                       fmt::join(form.extents, ","), fmt::join(form.strides, ",")),
                   .help = "make a plan for this array, or copy it into that form"}));
}

void Move::check_target(const BorrowedArray& out) const {
  const ArrayForm& form = out.form();
  if (!form.is_dense()) {
    raise(core::Error({.code = "array.gaps",
                       .message = "the elements of out do not fill its memory",
                       .help = "give an array without gaps, such as numpy.empty makes"}));
  }
  const auto bytes = static_cast<std::int64_t>(out.bytes().size());
  if (bytes != target_bytes()) {
    raise(core::Error({.code = "array.size",
                       .message = fmt::format("the target takes {}, and out has {}",
                                              core::counted(target_bytes(), "byte"), bytes),
                       .help = "out has the bytes of the target, its padding included"}));
  }
  if (form.type == source_.type && form.is_swapped != source_.is_swapped) {
    raise(core::Error({.code = "array.form",
                       .message = "out has elements in another byte order than the source",
                       .help = "elements keep their bytes: give an out of the source's dtype"}));
  }
  if (!may_hold(form, source_)) {
    raise(core::Error({.code = "array.form",
                       .message = fmt::format("the elements are of {}, and those of out of {}",
                                              core::name(source_.type), core::name(form.type)),
                       .help = "give an out of the source's dtype, or one of bytes (uint8)"}));
  }
  if (form.elements() == 0) return;
  const bool is_memory = !strides_ || form.extents != strides_->array.extents;
  if ((is_memory && form.is_row_major()) || (strides_ && lies_as(form, *strides_))) return;
  raise(
      core::Error({.code = "array.order",
                   .message = fmt::format("out has the strides ({}), which are not those of {}",
                                          fmt::join(form.strides, ","), bridge::print(target_)),
                   .help = "give one with the target's strides, such as the transposed view, or a "
                           "row-major array of another shape, which is taken as memory"}));
}

nb::object Move::new_array(nb::handle like) const {
  const nb::object make = nb::module_::import_("tileglot._arrays").attr("new");
  const std::string type(
      core::name_in(core::TypeNotation::kNumpy, source_.type).value_or(std::string_view()));
  if (strides_) {
    return make(like, type, tuple_of_numbers(strides_->array.extents),
                tuple_of_numbers(strides_->strides), strides_->offset);
  }
  return make(like, type, tuple_of_numbers(value::stored_shape(target_, target_map_, kMaxRank)),
              nb::none(), 0);
}

void Move::run(std::span<const BorrowedArray* const> sources,
               std::span<const BorrowedArray* const> targets, nb::handle progress) const {
  if (sources.size() == 1)
    return run_one(plan_, *sources[0], *targets[0], options_.zero_fill, progress);
  std::vector<cpu::BatchTensor> tensors;
  tensors.reserve(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    tensors.push_back({sources[i]->bytes(), targets[i]->bytes()});
  }
  watch(progress, [&](const cpu::Watch& listener) {
    return cpu::relayout_batch(source_.map, target_map_, source_.item_bits, tensors,
                               {.execute = {.threads = is_forked() ? 1 : options_.threads,
                                            .zero_fill = options_.zero_fill},
                                .watch = listener});
  });
}

}  // namespace tileglot::python
