// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/conversion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/bridge/linear_role.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/linear/text/print.h"
#include "tileglot/relayout/warp/plan.h"
#include "tileglot/relayout/warp/print.h"
#include "tileglot/relayout/warp/simulator.h"
#include "tileglot/value/linear_plan.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::advice {
namespace {

namespace linear = notation::linear;
namespace warp = relayout::warp;
using core::fail;
using core::Result;

Result<linear::Layout> distributed(const bridge::AnyLayout& layout) {
  const auto* linear_layout = std::get_if<linear::Layout>(&layout);
  if (linear_layout != nullptr && bridge::is_distributed(*linear_layout)) return *linear_layout;
  return fail({.code = "advice.layout",
               .message = "a layout of registers and lanes is converted to another of them",
               .help = "write one with inputs register, lane, warp and block, or an encoding such "
                       "as #ttg.blocked<{..}> with -t"});
}

Result<int> known(std::int64_t bits) {
  if (bits > 0 && bits <= 128) return static_cast<int>(bits);
  return fail({.code = "access.type",
               .message = "how many bytes an element has is not known, and lanes touch bytes",
               .help = "add --dtype, as in --dtype f16"});
}

std::string conflicts(const warp::Plan& plan, const warp::Run& run) {
  if (warp::counts(plan).cluster_barriers > 0)
    return fmt::format(
        "{} wavefronts more by bank conflicts in its own memory; those of other "
        "blocks are not counted",
        run.extra_wavefronts);
  if (run.extra_wavefronts == 0) return "no bank conflicts";
  return fmt::format("{} wavefronts more by bank conflicts", run.extra_wavefronts);
}

}  // namespace

Result<Conversion> conversion_of(const linear::Layout& layout, const ConversionRequest& asked) {
  TILEGLOT_TRY(other, value::read_layout(asked.convert_to, {}, asked.tensor));
  TILEGLOT_TRY(target, core::with_line(distributed(other), asked.convert_to));
  TILEGLOT_TRY(bits, known(asked.bits));
  TILEGLOT_TRY(plan,
               core::with_line(warp::plan_conversion(layout, target, bits), asked.convert_to));
  TILEGLOT_TRY(run, core::with_line(warp::simulate(plan, layout, target), asked.convert_to));
  return Conversion{
      .plan = std::move(plan), .run = run, .to = std::move(target), .explain = asked.explain};
}

std::string summary_of(const Conversion& conversion) {
  const auto& [plan, run, to, explain] = conversion;
  const std::string summary = warp::summary(plan);
  if (plan.conversion != warp::ConversionClass::kShared) return summary;
  return fmt::format("{}; {}", summary, conflicts(plan, run));
}

std::string text_of(const Conversion& conversion) {
  const auto& [plan, run, to, explain] = conversion;
  std::string text = fmt::format("  conversion  {}\n", warp::summary(plan));
  if (!plan.dims.empty())
    text += fmt::format("              moves {}\n", fmt::join(plan.dims, ", "));
  if (plan.conversion == warp::ConversionClass::kShared)
    text += fmt::format("              {}\n", conflicts(plan, run));
  text += fmt::format("              {} of all threads simulated, all delivered\n",
                      core::counted(run.delivered, "register"));
  if (!explain) return text;
  for (const std::string& line : warp::print(plan)) text += "    " + line + "\n";
  return text;
}

value::Json to_json(const Conversion& conversion) {
  value::Json json = value::plan_to_json(conversion.plan);
  json["to"] = linear::print(conversion.to);
  json["extra_wavefronts"] = conversion.run.extra_wavefronts;
  json["delivered"] = conversion.run.delivered;
  if (conversion.explain) json["instructions"] = warp::print(conversion.plan);
  return json;
}

}  // namespace tileglot::advice
