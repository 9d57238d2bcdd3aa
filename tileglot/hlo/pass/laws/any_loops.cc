// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/any_loops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tileglot::hlo::pass {
namespace {

int between(int from, int to) {
  // Drawn at RapidCheck's full size: at smaller ones it takes only the lower end of every range.
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

bool one_in(int n) { return between(1, n) == 1; }

/// A type with bounds, such as f32[3,5].
struct Array {
  std::string_view type = "f32";
  int rows = 3;
  int columns = 5;
  friend bool operator==(const Array&, const Array&) = default;

  std::string text() const { return fmt::format("{}[{},{}]", type, rows, columns); }
};

Array any_array() {
  constexpr std::array<std::pair<int, int>, 3> kBounds{{{3, 5}, {5, 3}, {4, 4}}};
  const auto [rows, columns] = kBounds[static_cast<std::size_t>(between(0, 2))];
  return {one_in(3) ? "s8" : "f32", rows, columns};
}

struct Value {
  std::string name = {};
  Array array = {};
};

/// The lines of one computation. Every loop's state is (counter, limit, arrays..).
class Writer {
 public:
  Writer(std::string& computations, int& number, int depth)
      : computations_(computations), number_(number), depth_(depth) {}

  void add(Value value) { values_.push_back(std::move(value)); }
  void line(const std::string& text) { lines_ += "  " + text + "\n"; }
  const std::vector<Value>& values() const { return values_; }
  const std::string& lines() const { return lines_; }
  std::string fresh(std::string_view prefix) const {
    return fmt::format("{}.{}", prefix, ++number_);
  }

  const Value& any() const {
    return values_[static_cast<std::size_t>(between(0, static_cast<int>(values_.size()) - 1))];
  }

  void write_some(int most) {
    for (int i = between(1, most); i > 0; --i) step();
  }

  void loop();

 private:
  void step() {
    const Value x = any();
    switch (between(0, depth_ < 2 ? 5 : 4)) {
      case 0: return make(x.array, fmt::format("negate({})", x.name));
      case 1: return transpose(x);
      case 2: return make_sum(x);
      case 3: return convert(x);
      case 4: return multiply(x);
      default: return loop();
    }
  }

  void make(const Array& array, const std::string& text) {
    const std::string name = fresh("v");
    line(fmt::format("{} = {} {}", name, array.text(), text));
    add({name, array});
  }

  void transpose(const Value& x) {
    make({x.array.type, x.array.columns, x.array.rows},
         fmt::format("transpose({}), dimensions={{1,0}}", x.name));
  }

  void make_sum(const Value& x) {
    const Value y = any();
    const std::string other = y.array == x.array ? y.name : x.name;
    make(x.array, fmt::format("add({}, {})", x.name, other));
  }

  void convert(const Value& x) {
    Array array = x.array;
    array.type = x.array.type == "f32" ? "s8" : "f32";
    make(array, fmt::format("convert({})", x.name));
  }

  void multiply(const Value& x) {
    const Value y = any();
    if (x.array.type != y.array.type || x.array.columns != y.array.rows) return transpose(x);
    make({x.array.type, x.array.rows, y.array.columns},
         fmt::format("dot({}, {}), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}", x.name,
                     y.name));
  }

  std::string& computations_;
  int& number_;
  int depth_;
  std::string lines_ = {};
  std::vector<Value> values_ = {};
};

/// How a loop counts.
struct Count {
  int start = 0;
  int step = 1;
  int bound = 3;
  std::string_view direction = "LT";
};

Count any_count() {
  const int trips = between(0, 4);
  const int step = between(1, 3);
  const int start = between(-2, 2);
  switch (between(0, 3)) {
    case 0: return {start, step, start + trips * step, "LT"};
    case 1: return {start, -step, start - trips * step, "GT"};
    case 2: return {start, step, start + trips * step, "NE"};
    default: return {start, step, start + trips * step - 1, "LE"};
  }
}

std::string constant(Writer& writer, int value) {
  const std::string name = writer.fresh("c");
  writer.line(fmt::format("{} = s32[] constant({})", name, value));
  return name;
}

std::string element(Writer& writer, std::string_view type, const std::string& tuple,
                    std::size_t number) {
  const std::string name = writer.fresh("e");
  writer.line(fmt::format("{} = {} get-tuple-element({}), index={}", name, type, tuple, number));
  return name;
}

std::string tuple_text(const std::vector<Value>& state) {
  std::string text = "(s32[], s32[]";
  for (const Value& value : state) text += ", " + value.array.text();
  return text + ")";
}

std::string written(std::string_view name, const Writer& writer) {
  return fmt::format("{} {{\n{}}}\n", name, writer.lines());
}

std::string closed(std::string& computations, std::string name, const Writer& writer) {
  computations += written(name, writer);
  return name;
}

std::string condition_text(std::string& computations, int& number, const std::string& type,
                           const Count& count, bool by_limit) {
  Writer writer(computations, number, 2);
  const std::string state = writer.fresh("state");
  writer.line(fmt::format("{} = {} parameter(0)", state, type));
  const std::string i = element(writer, "s32[]", state, 0);
  const std::string limit = element(writer, "s32[]", state, 1);
  const std::string bound = by_limit ? limit : constant(writer, count.bound);
  writer.line(fmt::format("ROOT {} = pred[] compare({}, {}), direction={}", writer.fresh("is"), i,
                          bound, count.direction));
  return closed(computations, writer.fresh("condition"), writer);
}

std::string body_text(std::string& computations, int& number, int depth, const std::string& type,
                      const std::vector<Value>& carried, const Count& count) {
  Writer writer(computations, number, depth);
  const std::string state = writer.fresh("state");
  writer.line(fmt::format("{} = {} parameter(0)", state, type));
  const std::string i = element(writer, "s32[]", state, 0);
  writer.line(fmt::format("limit.{} = s32[] get-tuple-element({}), index=1", depth, state));
  std::vector<Value> leaves;
  for (std::size_t k = 0; k < carried.size(); ++k) {
    leaves.push_back({element(writer, carried[k].array.text(), state, k + 2), carried[k].array});
    writer.add(leaves.back());
  }
  const std::string step = constant(writer, count.step);
  const std::string next = writer.fresh("next");
  writer.line(fmt::format("{} = s32[] add({}, {})", next, i, step));
  writer.write_some(3);
  std::vector<std::string> made{next, fmt::format("limit.{}", depth)};
  for (const Value& leaf : leaves) {
    const Value last = writer.any();
    made.push_back(last.array == leaf.array ? last.name : leaf.name);
  }
  writer.line(
      fmt::format("ROOT {} = {} tuple({})", writer.fresh("made"), type, fmt::join(made, ", ")));
  return closed(computations, writer.fresh("body"), writer);
}

void Writer::loop() {
  std::vector<Value> carried;
  for (int i = between(1, 2); i > 0; --i) carried.push_back(any());
  const Count count = any_count();
  const bool by_limit = one_in(2);
  const bool passes_limit = one_in(2);
  const std::string type = tuple_text(carried);
  const std::string condition = condition_text(computations_, number_, type, count, by_limit);
  const std::string body = body_text(computations_, number_, depth_ + 1, type, carried, count);
  std::vector<std::string> start{constant(*this, count.start), passes_limit
                                                                   ? fmt::format("limit.{}", depth_)
                                                                   : constant(*this, count.bound)};
  for (const Value& value : carried) start.push_back(value.name);
  const std::string init = fresh("init");
  line(fmt::format("{} = {} tuple({})", init, type, fmt::join(start, ", ")));
  // A limit that comes from elsewhere may never be reached, so then the module says the number.
  const bool is_stated = one_in(4) || (by_limit && passes_limit && depth_ > 0);
  const std::string config =
      is_stated
          ? fmt::format(", backend_config={{\"known_trip_count\":{{\"n\":\"{}\"}}}}", between(0, 4))
          : "";
  const std::string loop = fresh("loop");
  line(fmt::format("{} = {} while({}), condition={}, body={}{}", loop, type, init, condition, body,
                   config));
  for (std::size_t k = 0; k < carried.size(); ++k) {
    add({element(*this, carried[k].array.text(), loop, k + 2), carried[k].array});
  }
}

std::string entry_layout(const std::vector<Value>& parameters, const Value& result) {
  const auto lying = [](const Value& value) {
    constexpr std::array<std::string_view, 3> kOrders{"", "{1,0}", "{0,1}"};
    return value.array.text() + std::string(kOrders[static_cast<std::size_t>(between(0, 2))]);
  };
  std::vector<std::string> texts{"s32[]"};
  for (const Value& value : parameters) texts.push_back(lying(value));
  return fmt::format("{{({})->{}}}", fmt::join(texts, ", "), lying(result));
}

}  // namespace

std::string any_loops() {
  std::string computations;
  int number = 0;
  Writer entry(computations, number, 0);
  entry.line("limit.0 = s32[] parameter(0)");
  for (int i = between(1, 3); i > 0; --i) {
    const Value value{entry.fresh("p"), any_array()};
    entry.line(fmt::format("{} = {} parameter({})", value.name, value.array.text(),
                           entry.values().size() + 1));
    entry.add(value);
  }
  const std::vector<Value> parameters = entry.values();
  if (one_in(2)) entry.write_some(2);
  entry.loop();
  if (one_in(2)) entry.write_some(2);
  const Value result = entry.any();
  entry.line(
      fmt::format("ROOT {} = {} negate({})", entry.fresh("r"), result.array.text(), result.name));
  const std::string layout = entry_layout(parameters, result);
  return fmt::format("HloModule any, entry_computation_layout={}\n{}ENTRY {}", layout, computations,
                     written("main", entry));
}

}  // namespace tileglot::hlo::pass
