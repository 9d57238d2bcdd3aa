// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/milp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

/// A solver's possible floating-point error, in units of the greatest cost.
constexpr double kTolerance = 2e-7;

double unit_of(const CostNetwork& network) {
  Cost greatest = 1;
  for (std::size_t v = 0; v < network.size(); ++v) {
    greatest = std::max(greatest, std::ranges::max(network.own(v)));
  }
  for (const Term& term : network.terms()) {
    greatest = std::max(greatest, std::ranges::max(term.table->costs));
  }
  return static_cast<double>(greatest);
}

class Program {
 public:
  explicit Program(const CostNetwork& network) : network_(network), unit_(unit_of(network)) {}

  std::string text() {
    out("Minimize\n obj: 0 x_0_0");
    write_objective();
    out("\nSubject To\n");
    write_choices();
    write_terms();
    out("Binary\n");
    for (std::size_t v = 0; v < network_.size(); ++v) {
      for (Choice c = 0; c < network_.choices(v); ++c) out(" x_{}_{}\n", v, c);
    }
    out("End\n");
    return std::move(text_);
  }

 private:
  template <class... Values>
  void out(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  double scaled(Cost cost) const { return static_cast<double>(cost) / unit_; }

  void write_objective() {
    for (std::size_t v = 0; v < network_.size(); ++v) {
      for (Choice c = 0; c < network_.choices(v); ++c) {
        if (const Cost cost = network_.own(v)[c]; cost != 0) {
          out("\n + {:.15g} x_{}_{}", scaled(cost), v, c);
        }
      }
    }
    for (std::size_t t = 0; t < network_.terms().size(); ++t) {
      const CostTable& table = *network_.terms()[t].table;
      for (Choice a = 0; a < table.rows; ++a) {
        for (Choice b = 0; b < table.columns; ++b) {
          if (table.at(a, b) != 0) out("\n + {:.15g} y_{}_{}_{}", scaled(table.at(a, b)), t, a, b);
        }
      }
    }
  }

  void write_choices() {
    for (std::size_t v = 0; v < network_.size(); ++v) {
      out(" v{}:", v);
      for (Choice c = 0; c < network_.choices(v); ++c) out("\n + x_{}_{}", v, c);
      out(" = 1\n");
    }
  }

  void write_terms() {
    for (std::size_t t = 0; t < network_.terms().size(); ++t) {
      const Term& term = network_.terms()[t];
      for (Choice a = 0; a < term.table->rows; ++a) {
        out(" r{}_{}:", t, a);
        for (Choice b = 0; b < term.table->columns; ++b) out("\n + y_{}_{}_{}", t, a, b);
        out(" - x_{}_{} = 0\n", term.first, a);
      }
      for (Choice b = 0; b < term.table->columns; ++b) {
        out(" c{}_{}:", t, b);
        for (Choice a = 0; a < term.table->rows; ++a) out("\n + y_{}_{}_{}", t, a, b);
        out(" - x_{}_{} = 0\n", term.second, b);
      }
    }
  }

  const CostNetwork& network_;
  double unit_;
  std::string text_ = {};
};

std::optional<Choice> chosen(const MilpAnswer& answer, std::size_t v, std::size_t choices) {
  std::optional<Choice> result;
  for (Choice c = 0; c < choices; ++c) {
    const auto value = answer.values.find(fmt::format("x_{}_{}", v, c));
    if (value == answer.values.end() || value->second < 0.5) continue;
    if (result) return std::nullopt;
    result = c;
  }
  return result;
}

}  // namespace

std::string milp_of(const CostNetwork& network) { return Program(network).text(); }

core::Result<Choices> choices_of(const CostNetwork& network, const MilpAnswer& answer) {
  Choices result;
  result.reserve(network.size());
  for (std::size_t v = 0; v < network.size(); ++v) {
    const auto choice = chosen(answer, v, network.choices(v));
    if (!choice) {
      return core::fail(
          {.code = "optimal.answer",
           .message = fmt::format("the solver gave variable {} not exactly one of its {} choices",
                                  v, network.choices(v)),
           .help = "its answer is not used; another solver, or a longer time limit, may do"});
    }
    result.push_back(*choice);
  }
  return result;
}

Cost bound_of(const CostNetwork& network, const MilpAnswer& answer) {
  const Cost least = least_alone(network);
  if (!answer.bound) return least;
  // Costs are whole numbers, so the next one above is a bound too.
  const double bound = std::ceil((*answer.bound - kTolerance) * unit_of(network));
  if (!(std::abs(bound) < static_cast<double>(kMostCost))) return least;
  return std::max(least, static_cast<Cost>(bound));
}

Cost tolerance_of(const CostNetwork& network) {
  return static_cast<Cost>(2 * kTolerance * unit_of(network));
}

}  // namespace tileglot::hlo::optimal
