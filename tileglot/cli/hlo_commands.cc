// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/hlo_commands.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/convert/offered_words.h"
#include "tileglot/api/files/hlo/compile.h"
#include "tileglot/api/files/hlo/compile_run.h"
#include "tileglot/api/files/hlo/requests.h"
#include "tileglot/api/files/hlo/run.h"
#include "tileglot/api/files/hlo/run_limits.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/hlo/partitioned.h"
#include "tileglot/api/hlo/stats_costs.h"
#include "tileglot/api/hlo/xla_flags.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"

namespace tileglot::cli {
namespace {

constexpr const char* kLenientHelp = "keep attributes that nobody knows as they are";

/// A subcommand of `hlo`, with the module that all of them take.
template <class HloRequest>
CLI::App& add_hlo_command(CLI::App& hlo, Fields& fields, HloRequest& request, const char* name,
                          const char* what) {
  CLI::App& command = add_command(hlo, fields, name, what);
  command
      .add_option("MODULE", request.path,
                  "a file of HLO, text or protocol buffer, or - for standard input")
      ->required()
      ->type_name(kFileType);
  command.add_flag("--lenient", request.lenient, kLenientHelp);
  return command;
}

void add_hlo_print(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloPrintFile>();
  CLI::App& print = add_hlo_command(hlo, fields, *request, "print", "The module's text");
  print.footer("Example: tileglot hlo print dump.txt --style xla -o module.hlo");
  CLI::Option* const style = print.add_option(
      "--style", request->style,
      "full (the default): complete; xla: as XLA prints, large constants elided; short");
  fields.offers[style] = {"full", "xla", "short"};
  print.add_option("-o,--output", request->output, "the file to write, or - for standard output");
  print.add_flag("--force", request->force, "replace the output if it exists");
  answer_with(print, fields, request, api::files::hlo_print);
}

void add_hlo_verify(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloVerifyFile>();
  CLI::App& verify =
      add_hlo_command(hlo, fields, *request, "verify", "Check whether the module is valid");
  CLI::Option* const after =
      verify.add_option("--after", request->after,
                        "and whether it is as this pass leaves it, such as layout-assignment");
  fields.offers[after] = api::pass_names();
  verify.footer("Example: tileglot hlo verify assigned.hlo --after layout-assignment");
  answer_with(verify, fields, request, api::files::hlo_verify);
}

void add_partitioned(CLI::App& command, Fields& fields, std::string& partitioned) {
  CLI::Option* const option = command.add_option("--partitioned", partitioned,
                                                 "whether the shapes are one device's (yes) or "
                                                 "those of whole arrays (no); auto (the default): "
                                                 "as the module shows");
  fields.offers[option] = {api::partitioned_words().begin(), api::partitioned_words().end()};
}

/// Returns the options.
std::vector<CLI::Option*> add_run_limits(CLI::App& command, api::files::RunLimits& limits) {
  const auto number = [&](const char* name, std::optional<std::int64_t>& limit, const char* what) {
    return command.add_option(name, limit, what)
        ->transform(whole_number<std::int64_t>())
        ->type_name("N");
  };
  CLI::Option* const memory = command.add_option(
      "--max-memory", limits.bytes, "the bytes that all live arrays may take, as in 16GiB (4GiB)");
  memory->transform(byte_size());
  return {number("--max-elements", limits.elements, "the elements of one array (2^26)"), memory,
          number("--max-steps", limits.steps,
                 "the steps of the run, 1024 for an instruction and one for an element (2^32)")};
}

void add_hlo_run(CLI::App& hlo, Fields& fields) {
  const auto shared = std::make_shared<api::files::HloRunRequest>();
  api::files::HloRunRequest& request = *shared;
  CLI::App& run =
      add_hlo_command(hlo, fields, request, "run", "Evaluate the module, arrays as layouts say");
  run.footer(
      "Examples: tileglot hlo run module.hlo --random 1\n"
      "          tileglot hlo run module.hlo --input a.npy --input b.npy -o out.npy\n"
      "          tileglot hlo run partitioned.hlo --random 1 --partitions 4\n"
      "Padding is poisoned, so that a result that has read it shows it.");
  run.add_option("--input", request.inputs,
                 "a .npy file, one for each array of the parameters; for all devices, or so many "
                 "for each")
      ->type_name(kFileType)
      ->take_all()
      ->allow_extra_args(false);
  run.add_option("--random", request.random, "the seed of random inputs")
      ->transform(whole_number<std::uint64_t>())
      ->excludes("--input");
  run.add_flag("--integers", request.integers, "random inputs are integers of -4 to 4")
      ->needs("--random");
  run.add_option("--replicas", request.replicas,
                 "simulated devices that run the module as replicas")
      ->transform(whole_number<std::int64_t>())
      ->type_name("N");
  run.add_option("--partitions", request.partitions, "and as partitions of each replica")
      ->transform(whole_number<std::int64_t>())
      ->type_name("N");
  run.add_flag("--sharded", request.sharded,
               "spread values over simulated devices as the module's shardings say")
      ->excludes("--replicas")
      ->excludes("--partitions");
  add_partitioned(run, fields, request.partitioned);
  run.add_flag("--as-bytes", request.as_bytes,
               "hand values on as bytes, as compiled programs do: layouts that do not agree give "
               "other numbers");
  add_run_limits(run, request.limits);
  run.add_option("-o,--output", request.output,
                 "a .npy file to write, or - for standard output; of several results OUT-0.npy, "
                 "OUT-1.npy and so on, of several devices OUT-DEVICE.npy or OUT-DEVICE-0.npy")
      ->type_name(kFileType);
  run.add_flag("--force", request.force, "replace the output if it exists");
  answer_with(run, fields, shared, api::files::hlo_run);
}

void add_dump_layouts(CLI::App& command, std::optional<std::string>& asked) {
  command
      .add_option(
          "--dump-layouts",
          [&asked](const CLI::results_t& values) {
            asked = values.empty() ? std::string() : values[0];
            return true;
          },
          "what each pass did to layouts, or what the one named by after:PASS did")
      ->expected(0, 1)
      ->type_name("[after:PASS]");
}

void add_loop_trips(CLI::App& command, std::int64_t& trips) {
  command
      .add_option(
          "--loop-trips", trips,
          "how often a loop runs if the module does not say; what moves in a loop counts in "
          "every trip (5)")
      ->transform(whole_number<std::int64_t>(0))
      ->type_name("N");
}

void add_hlo_stats(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloStatsFile>();
  api::HloCostsRequest& costs = request->costs;
  CLI::App& stats = add_hlo_command(
      hlo, fields, *request, "stats",
      "Count operations, layouts, bytes, padding and copies, and what layouts cost");
  stats.footer(
      "Examples: tileglot hlo stats module.hlo\n"
      "          tileglot hlo stats assigned.hlo --target gpu:sm_90 --after-sinking");
  CLI::Option* const target = stats.add_option(
      "--target", costs.target,
      "cpu, or gpu:sm_90 and the like, also for what reductions may read once more");
  fields.offers[target] = api::assigned_target_names();
  stats.add_flag("--after-sinking", costs.after_sinking,
                 "also the bytes that move after move_copy_to_users");
  add_partitioned(stats, fields, request->partitioned);
  stats.add_flag("--all", costs.all, "list every instruction that moves bytes, not only 20");
  add_loop_trips(stats, costs.loop_trips);
  answer_with(stats, fields, request, api::files::hlo_stats);
}

void add_strategy(CLI::App& command, Fields& fields, api::StrategyChoice& choice,
                  std::optional<std::string>& solver) {
  CLI::Option* const strategy = command.add_option(
      "--strategy", choice.strategy,
      "xla (the default): greedy, as XLA does; optimal: the layouts that move the fewest bytes");
  fields.offers[strategy] = {api::strategy_names().begin(), api::strategy_names().end()};
  command.add_option("--time-limit", choice.time_limit,
                     "seconds for each question that a solver of integer programs gets (10)");
  command
      .add_option("--solver", solver,
                  "that solver's program; without it highs or cbc, where one is installed")
      ->type_name("PROGRAM");
  add_loop_trips(command, choice.loop_trips);
}

void add_xla_flags(CLI::App& command, Fields& fields, std::vector<std::string>& flags) {
  CLI::Option* const flag = command.add_option(
      "--xla-flag", flags, "an option of XLA that changes layouts on GPUs, as XLA_FLAGS has it");
  flag->type_name("NAME[=VALUE]")->take_all()->allow_extra_args(false);
  fields.offers[flag] = api::xla_flag_names();
}

void add_hlo_assign(CLI::App& hlo, Fields& fields) {
  const auto shared = std::make_shared<api::files::HloAssignFile>();
  api::files::HloAssignFile& request = *shared;
  CLI::App& assign = add_hlo_command(hlo, fields, request, "assign",
                                     "Assign layouts to the module, as XLA does or at least cost");
  assign.footer(
      "Examples: tileglot hlo assign module.hlo --target gpu:sm_90 -o assigned.hlo\n"
      "          tileglot hlo assign module.hlo --target cpu --report\n"
      "          tileglot hlo assign module.hlo --target gpu:sm_90 --strategy optimal --report\n"
      "          tileglot hlo assign module.hlo --explain copy.3\n"
      "Options of XLA that change layouts:\n" +
      api::xla_flag_list());
  CLI::Option* const target =
      assign.add_option("--target", request.target, "cpu (the default), or gpu:sm_90 and the like");
  fields.offers[target] = api::assigned_target_names();
  add_xla_flags(assign, fields, request.xla_flags);
  add_strategy(assign, fields, request.strategy, request.solver);
  assign
      .add_option(
          "--explain",
          [&request](const CLI::results_t& values) {
            request.explain = true;
            if (!values.empty() && !values[0].empty()) request.instruction = values[0];
            return true;
          },
          "why each copy was inserted, or why the instruction has its layout")
      ->expected(0, 1)
      ->type_name("[INSTRUCTION]");
  assign.add_flag("--report", request.report,
                  "what moves before and after, where, why, and which layouts to declare instead");
  add_dump_layouts(assign, request.dump_layouts);
  assign.add_option("-o,--output", request.output, "the file to write, or - for standard output")
      ->type_name(kFileType);
  assign.add_flag("--force", request.force, "replace the output if it exists");
  answer_with(assign, fields, shared, api::files::hlo_assign);
}

/// The options that `pass` and `normalize` share.
void add_hlo_pass_options(CLI::App& command, Fields& fields, api::files::HloPassFile& request) {
  CLI::Option* const target = command.add_option("--target", request.target,
                                                 "gpu:sm_90 (the default) and the like, or cpu");
  fields.offers[target] = api::assigned_target_names();
  add_xla_flags(command, fields, request.xla_flags);
  add_dump_layouts(command, request.dump_layouts);
  command.add_option("-o,--output", request.output, "the file to write, or - for standard output")
      ->type_name(kFileType);
  command.add_flag("--force", request.force, "replace the output if it exists");
}

void add_hlo_pass(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloPassFile>();
  CLI::App& pass = add_command(hlo, fields, "pass", "Apply one of XLA's passes to the module");
  CLI::Option* const name =
      pass.add_option("NAME", request->name, "one of the passes listed below");
  name->required();
  fields.offers[name] = api::pass_names();
  pass.add_option("MODULE", request->path,
                  "a file of HLO, text or protocol buffer, or - for standard input")
      ->required()
      ->type_name(kFileType);
  pass.add_flag("--lenient", request->lenient, kLenientHelp);
  add_hlo_pass_options(pass, fields, *request);
  pass.footer("Passes:\n" + api::pass_list() +
              "Example: tileglot hlo pass layout_normalization assigned.hlo --dump-layouts");
  answer_with(pass, fields, request, api::files::hlo_pass);
}

void add_hlo_normalize(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloPassFile>();
  CLI::App& normalize = add_hlo_command(hlo, fields, *request, "normalize",
                                        "Apply the passes that follow layout assignment");
  add_hlo_pass_options(normalize, fields, *request);
  normalize.footer(
      api::pipeline_list() +
      "Example: tileglot hlo assign module.hlo --target gpu:sm_90 | tileglot hlo normalize -");
  answer_with(normalize, fields, request, api::files::hlo_pass);
}

void add_hlo_diff(CLI::App& hlo, Fields& fields) {
  const auto request = std::make_shared<api::files::HloDiffFiles>();
  CLI::App& diff =
      add_hlo_command(hlo, fields, *request, "diff", "Which layouts differ between two modules");
  diff.add_option("AFTER", request->after_path, "what a pass made of MODULE")
      ->required()
      ->type_name(kFileType);
  diff.footer("Example: tileglot hlo diff module.hlo assigned.hlo");
  answer_with(diff, fields, request, api::files::hlo_diff);
}

/// `compile`, and the options for running the compiled module.
struct CompileWords {
  api::files::HloCompileFile request = {};
  api::Terminal terminal = {};
  bool runs = false;
  api::files::CompiledRunRequest run = {};
};

void add_compile_options(CLI::App& compile, Fields& fields, api::files::HloCompileFile& request) {
  CLI::Option* const target = compile.add_option("--target", request.target,
                                                 "cpu (the default), or gpu:sm_90 and the like");
  fields.offers[target] = api::assigned_target_names();
  add_xla_flags(compile, fields, request.xla_flags);
  add_strategy(compile, fields, request.strategy, request.solver);
  const auto add_layouts = [&compile](const char* name, std::vector<std::string>& texts,
                                      const char* what) {
    compile.add_option(name, texts, what)
        ->type_name("[N=]MODE")
        ->take_all()
        ->allow_extra_args(false);
  };
  add_layouts(
      "--arg-layout", request.argument_layouts,
      "who chooses the layout of argument N, or of all that are not named: default, auto or "
      "a layout such as {0,1}");
  add_layouts("--out-layout", request.result_layouts, "the same of results");
  CLI::Option* const representation = compile.add_option(
      "--representation", request.representation,
      "how the caller stores what has mode default: row-major (the default) or tpu");
  fields.offers[representation] = {"row-major", "tpu"};
  add_partitioned(compile, fields, request.partitioned);
  compile.add_flag("--report", request.report, "what layout assignment did, before the rest");
  compile
      .add_option(
          "--runtime-layouts", request.runtime_layouts,
          "a file of JSON for the layouts, as runtimes hand them on, or - for standard output")
      ->type_name(kFileType);
  compile
      .add_option("-o,--output", request.output,
                  "the file to write the module to, or - for standard output")
      ->type_name(kFileType);
  compile.add_flag("--force", request.force, "replace outputs that exist");
}

void add_compile_run_options(CLI::App& compile, CompileWords& words) {
  api::files::CompiledRunRequest& run = words.run;
  CLI::Option* const runs = compile.add_flag(
      "--run", words.runs,
      "evaluate the compiled module on inputs that are moved into the chosen layouts");
  compile.add_option("--input", run.inputs, "a .npy file, one for each array of the parameters")
      ->type_name(kFileType)
      ->take_all()
      ->allow_extra_args(false)
      ->needs(runs);
  CLI::Option* const random =
      compile.add_option("--random", run.random, "the seed of random inputs, as of hlo run");
  random->transform(whole_number<std::uint64_t>())->excludes("--input")->needs(runs);
  compile.add_flag("--integers", run.integers, "random inputs are integers of -4 to 4")
      ->needs(random);
  for (CLI::Option* const limit : add_run_limits(compile, run.limits)) limit->needs(runs);
  compile
      .add_option("--result", run.output,
                  "a .npy file for the result, in rows, or - for standard output; of several "
                  "OUT-0.npy, OUT-1.npy and so on")
      ->type_name(kFileType)
      ->needs(runs);
}

api::Reply answer_compile(const CompileWords& words) {
  api::files::HloCompileFile request = words.request;
  request.terminal = words.terminal;
  if (words.runs) request.run = words.run;
  return api::files::hlo_compile(request);
}

void add_hlo_compile(CLI::App& hlo, Fields& fields) {
  const auto words = std::make_shared<CompileWords>();
  CLI::App& compile = add_hlo_command(hlo, fields, words->request, "compile",
                                      "Choose the layouts of arguments and results, and run");
  add_compile_options(compile, fields, words->request);
  add_compile_run_options(compile, *words);
  answer_with(compile, fields, words, answer_compile);
  compile.footer(
      "Examples: tileglot hlo compile module.hlo --target gpu:sm_90 --arg-layout auto\n"
      "          tileglot hlo compile module.hlo --arg-layout 1={0,1} -o compiled.hlo\n"
      "          tileglot hlo compile module.hlo --run --input a.npy --result out.npy");
}

}  // namespace

void add_hlo(CLI::App& app, Fields& fields) {
  CLI::App& hlo =
      add_command(app, fields, "hlo", "Read, check, assign, normalize and run XLA's programs");
  hlo.require_subcommand(1);
  hlo.footer(
      "Examples: tileglot hlo print module.hlo --style short\n"
      "          tileglot hlo verify module.hlo\n"
      "          tileglot hlo stats module.hlo\n"
      "          tileglot hlo run module.hlo --random 1");
  add_hlo_print(hlo, fields);
  add_hlo_verify(hlo, fields);
  add_hlo_stats(hlo, fields);
  add_hlo_assign(hlo, fields);
  add_hlo_pass(hlo, fields);
  add_hlo_normalize(hlo, fields);
  add_hlo_diff(hlo, fields);
  add_hlo_compile(hlo, fields);
  add_hlo_run(hlo, fields);
}

}  // namespace tileglot::cli
