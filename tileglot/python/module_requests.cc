// SPDX-License-Identifier: Apache-2.0
// module_requests.cc: requests on HLO modules, whose texts are bytes.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>
#include <utility>

#include "tileglot/api/files/hlo/milp_solver.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/changed_module.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/hlo/diff.h"
#include "tileglot/api/hlo/pass.h"
#include "tileglot/api/hlo/print.h"
#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/input/module_text.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/options.h"
#include "tileglot/python/requests.h"

namespace tileglot::python {
namespace {

api::ModuleText module_of(const std::string& name, const nb::bytes& text) {
  return {.name = name, .text = std::string(text.c_str(), text.size())};
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

void take_target(Options& options, auto& request) {
  options.take("target", request.target);
  options.take("xla_flags", request.xla_flags);
}

void take_strategy(Options& options, api::StrategyChoice& strategy) {
  std::optional<std::string> solver;
  options.take("strategy", strategy.strategy);
  options.take("time_limit", strategy.time_limit);
  options.take("loop_trips", strategy.loop_trips);
  options.take("solver", solver);
  strategy.solver = api::files::solver_program(std::move(solver));
}

/// The answer, and the module's text.
template <class Request>
nb::tuple changed(const Request& request) {
  auto [answer, text] = value_of(without_gil([&] {
    return api::changed_module(request).map([](api::ChangedModule changed) {
      api::Answer told{.text = changed.told ? *std::move(changed.told) : std::move(changed.summary),
                       .json = std::move(changed.json),
                       .note = std::move(changed.note)};
      return std::pair(std::move(told), print(changed.module));
    });
  }));
  return nb::make_tuple(object_of(answer), bytes_of(text));
}

nb::tuple read(nb::handle path) {
  const std::string name = path_of(path);
  const auto module = value_of(without_gil([&] { return api::files::read_module(name); }));
  return nb::make_tuple(module.name, bytes_of(module.text));
}

nb::tuple print_module(const std::string& name, const nb::bytes& text, const std::string& style,
                       bool lenient) {
  const api::HloPrintRequest request{
      .module = module_of(name, text), .style = style, .lenient = lenient};
  return answered([&] { return api::hlo_print(request); });
}

nb::tuple verify(const std::string& name, const nb::bytes& text, bool lenient, nb::dict given) {
  api::HloVerifyRequest request{.module = module_of(name, text), .lenient = lenient};
  Options options("verify", std::move(given));
  options.take("after", request.after);
  options.finish();
  return answered([&] { return api::hlo_verify(request); });
}

nb::tuple stats(const std::string& name, const nb::bytes& text, bool lenient, nb::dict given) {
  api::HloStatsRequest request{.module = module_of(name, text), .lenient = lenient};
  Options options("stats", std::move(given));
  options.take("target", request.costs.target);
  options.take("after_sinking", request.costs.after_sinking);
  options.take("all", request.costs.all);
  options.take("loop_trips", request.costs.loop_trips);
  options.take("partitioned", request.partitioned);
  options.finish();
  return answered([&] { return api::hlo_stats(request); });
}

nb::tuple assign(const std::string& name, const nb::bytes& text, bool lenient, nb::dict given) {
  api::HloAssignRequest request{.module = module_of(name, text), .lenient = lenient};
  Options options("assign", std::move(given));
  take_target(options, request);
  take_strategy(options, request.strategy);
  options.take("instruction", request.instruction);
  options.take("explain", request.explain);
  options.take("report", request.report);
  options.finish();
  return changed(request);
}

nb::tuple apply_pass(const std::string& name, const nb::bytes& text, bool lenient, nb::dict given) {
  api::HloPassRequest request{.module = module_of(name, text), .lenient = lenient};
  Options options("apply", std::move(given));
  take_target(options, request);
  options.take("pass_name", request.name);
  options.take("dump_layouts", request.dump_layouts);
  options.finish();
  return changed(request);
}

nb::tuple compile(const std::string& name, const nb::bytes& text, bool lenient, nb::dict given) {
  api::HloCompileRequest request{.module = module_of(name, text), .lenient = lenient};
  Options options("compile", std::move(given));
  take_target(options, request);
  take_strategy(options, request.strategy);
  options.take("representation", request.representation);
  options.take("arg_layouts", request.argument_layouts);
  options.take("out_layouts", request.result_layouts);
  options.take("partitioned", request.partitioned);
  options.take("report", request.report);
  options.finish();
  auto [answer, compiled] = value_of(without_gil([&] {
    return api::compiled_hlo(request).map([](api::CompiledHlo done) {
      return std::pair(std::move(done.answer), print(done.module));
    });
  }));
  return nb::make_tuple(object_of(answer), bytes_of(compiled));
}

nb::tuple diff(const std::string& before_name, const nb::bytes& before,
               const std::string& after_name, const nb::bytes& after, bool lenient) {
  const api::HloDiffRequest request{.before = module_of(before_name, before),
                                    .after = module_of(after_name, after),
                                    .lenient = lenient};
  return answered([&] { return api::hlo_diff(request); });
}

}  // namespace

void bind_module_requests(nb::module_& module) {
  module.def("read_module", read, nb::arg("path"),
             nb::sig("def read_module(path: str) -> tuple[str, bytes]"));
  module.def("hlo_print", print_module, nb::arg("name"), nb::arg("text"), nb::arg("style"),
             nb::arg("lenient"),
             nb::sig("def hlo_print(name: str, text: bytes, style: str, lenient: bool) "
                     "-> tuple[str, str, int, str]"));
  module.def("hlo_verify", verify, nb::arg("name"), nb::arg("text"), nb::arg("lenient"),
             nb::arg("options"),
             nb::sig("def hlo_verify(name: str, text: bytes, lenient: bool, "
                     "options: dict[str, typing.Any]) -> tuple[str, str, int, str]"));
  module.def("hlo_stats", stats, nb::arg("name"), nb::arg("text"), nb::arg("lenient"),
             nb::arg("options"),
             nb::sig("def hlo_stats(name: str, text: bytes, lenient: bool, "
                     "options: dict[str, typing.Any]) -> tuple[str, str, int, str]"));
  module.def("hlo_assign", assign, nb::arg("name"), nb::arg("text"), nb::arg("lenient"),
             nb::arg("options"),
             nb::sig("def hlo_assign(name: str, text: bytes, lenient: bool, options: dict[str, "
                     "typing.Any]) -> tuple[tuple[str, str, int, str], bytes]"));
  module.def("hlo_pass", apply_pass, nb::arg("name"), nb::arg("text"), nb::arg("lenient"),
             nb::arg("options"),
             nb::sig("def hlo_pass(name: str, text: bytes, lenient: bool, options: dict[str, "
                     "typing.Any]) -> tuple[tuple[str, str, int, str], bytes]"));
  module.def("hlo_compile", compile, nb::arg("name"), nb::arg("text"), nb::arg("lenient"),
             nb::arg("options"),
             nb::sig("def hlo_compile(name: str, text: bytes, lenient: bool, options: dict[str, "
                     "typing.Any]) -> tuple[tuple[str, str, int, str], bytes]"));
  module.def("hlo_diff", diff, nb::arg("before_name"), nb::arg("before"), nb::arg("after_name"),
             nb::arg("after"), nb::arg("lenient"),
             nb::sig("def hlo_diff(before_name: str, before: bytes, after_name: str, "
                     "after: bytes, lenient: bool) -> tuple[str, str, int, str]"));
}

}  // namespace tileglot::python
