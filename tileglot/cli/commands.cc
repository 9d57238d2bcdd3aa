// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/offered_words.h"
#include "tileglot/cli/completion.h"
#include "tileglot/cli/hlo_commands.h"
#include "tileglot/cli/show_command.h"

namespace tileglot::cli {
namespace {

/// On the program and on each command, so that both places take them and every help lists them.
void add_general(CLI::App& command, Fields& fields) {
  command.add_flag("--json", fields.json, "print one JSON object");
  command
      .add_option("--color", fields.color,
                  "auto, always or never; auto looks at the terminal and NO_COLOR")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_flag("--ascii", fields.ascii, "no characters beyond ASCII in marks and lines");
}

/// a, b or c.
std::string listed(const std::vector<std::string>& words) {
  const auto last = words.end() - 1;
  return fmt::format("{} or {}", fmt::join(words.begin(), last, ", "), *last);
}

CLI::Option& add_dtype(CLI::App& command, Fields& fields, std::optional<std::string>& dtype,
                       const char* what) {
  CLI::Option& option = *command.add_option("--dtype", dtype, what);
  fields.offers[&option] = api::element_type_names();
  return option;
}

constexpr const char* kLayoutHelp =
    "XLA shape, CuTe layout, linear layout or attribute of Triton, strides, tag, memref";

void add_index(CLI::App& app, Fields& fields) {
  CLI::App& index = add_command(app, fields, "index",
                                "The offset of each coordinate, or the coordinates of each offset");
  index.footer(
      "Examples: tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain\n"
      "          tileglot index --inverse 'f32[3,5]{1,0:T(2,2)}' 17 14");
  index.add_option("LAYOUT", fields.index.layout, kLayoutHelp)->required();
  index.add_option("PLACE", fields.index.places, "coordinates such as 2,3; offsets with --inverse")
      ->required();
  index.add_flag("--inverse", fields.index.inverse,
                 "the places are offsets: print their coordinates, or padding");
  index.add_flag("--explain", fields.index.explain, "print the steps")->excludes("--inverse");
  add_notation(index, fields);
}

void add_convert(CLI::App& app, Fields& fields) {
  CLI::App& convert = add_command(app, fields, "convert",
                                  "The same layout in another notation, exactly or not at all");
  convert.footer(
      "Examples: tileglot convert 'bf16[16,256]{1,0:T(8,128)(2,1)}' --to cute\n"
      "          tileglot convert '((2,2),(2,3)):((2,12),(1,4))' --to xla --dtype f32\n"
      "          tileglot convert 'Layout(major_to_minor=(0,1), tiling=((8,128),))' --to xla\n"
      "          tileglot convert 'NCHW16c' -t 'f32[1,32,7,7]' --to mlir\n"
      "          tileglot convert --wire 'bf16[16,256]{1,0:T(8,128)(2,1)}'\n"
      "Exit code 3: the notation cannot hold it; a witness is printed.");
  convert
      .add_option(
          "LAYOUT", fields.convert.layout,
          "XLA shape, layout or sharding, CuTe layout, JAX's Layout(..), strides, tag, memref")
      ->required();
  CLI::Option* const to = convert.add_option(
      "--to", fields.convert.to,
      "cute, xla, jax, wire (a protocol buffer), linear, triton, strided, numpy, torch, mdspan, "
      "mlir, onednn, tvm, map, table or all (which leaves out strided: NumPy and torch say it in "
      "bytes and in elements)");
  fields.offers[to] = api::convert_targets();
  add_dtype(convert, fields, fields.convert.dtype,
            "element type, which CuTe layouts, tags, names and strides in bytes may not have");
  convert
      .add_option("--spelling", fields.convert_spelling,
                  "of CuTe layouts: cute-cpp (static integers as _2), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  convert.add_flag("--wire", fields.convert.wire,
                   "LAYOUT is a protocol buffer in hexadecimal, or - for standard input, in "
                   "hexadecimal or as bytes; a text is written as one");
  convert
      .add_option("--message", fields.convert.message,
                  "of a protocol buffer that is read: shape (the default), layout or sharding")
      ->check(CLI::IsMember({"shape", "layout", "sharding"}));
  convert.add_flag("--binary", fields.convert.binary, "write a protocol buffer as bytes");
  convert
      .add_option(
          "--convention", fields.convert.convention,
          "tv: a CuTe layout is (thread, value) -> column-major index; map: a linear layout "
          "keeps its direction")
      ->check(CLI::IsMember({"tv", "map"}));
  convert.add_flag("--padded", fields.convert.padded, "on the domain rounded up to full tiles");
  add_notation(convert, fields);
}

void add_equal(CLI::App& app, Fields& fields) {
  CLI::App& equal = add_command(app, fields, "equal",
                                "Prove two layouts equal, or print where they differ first");
  equal.footer(
      "Example: tileglot equal 'f32[16,256]{1,0:T(8,128)}' "
      "'((8,2),(128,2)):((128,2048),(1,1024))'\n"
      "A linear layout of shared memory is taken from the element to its offset where the other\n"
      "layout is in another notation, as convert writes it.\n"
      "Exit code 0: equal, 1: they differ, 3: not decided within the limits.");
  equal.add_option("A", fields.equal.left, kLayoutHelp)->required();
  equal.add_option("B", fields.equal.right, kLayoutHelp)->required();
  add_notation(equal, fields);
}

void add_accesses(CLI::App& check, api::AccessRequest& accesses) {
  check.add_option(
      "--access", accesses.access,
      "what the lanes of a warp do: ldmatrix or stmatrix with .x1, .x2, .x4 and .trans, "
      "vector:N (shared memory) or global:N, with @MODE for the mode that lanes follow");
  check.add_option("--mem", accesses.memory, "another layout of the same tensor");
  check.add_option("--banks", accesses.banks, "of shared memory (32)");
  check.add_option("--bank-width", accesses.bank_width, "in bytes (4)");
  check.add_flag("--suggest", accesses.suggest, "swizzles and padding with fewer bank conflicts");
  check.add_flag("--explain", accesses.explain, "the lanes and banks of the worst conflict");
}

void add_check(CLI::App& app, Fields& fields) {
  CLI::App& check = add_command(
      app, fields, "check", "Is a layout valid, what does its padding take, what would save it");
  check.footer(
      "Examples: tileglot check 's32[8388608,8,4]{2,1,0:T(8,128)}'\n"
      "          tileglot check 'f32[2,3,4]{0,2,1}' --target gpu:sm_90 --reduce 0\n"
      "          tileglot check 'f32[64,64]' --convert-to '{0,1}'\n"
      "          tileglot check '(8,64):(64,1)' --dtype f16 --access ldmatrix --suggest");
  check.add_option("LAYOUT", fields.check.layout, kLayoutHelp)->required();
  add_dtype(check, fields, fields.check.dtype, "element type, for sizes in bytes");
  api::AdviceRequest& advice = fields.check.advice;
  CLI::Option* const target =
      check.add_option("--target", advice.target, "advice for cpu, gpu, gpu:sm_90 or tpu");
  fields.offers[target] = {"cpu", "gpu", "gpu:sm_90", "tpu"};
  check.add_option("--reduce", advice.reduce, "dimensions that are reduced, as in 0,2");
  check.add_option("--conv", advice.convolution, "dim_labels, as in b01f_01io->b01f");
  check.add_option("--operand", advice.operand, "of --conv: input (the default), filter or output")
      ->needs("--conv")
      ->check(CLI::IsMember({"input", "filter", "output"}));
  check.add_option("--convert-to", advice.convert_to, "what a change to this layout would move");
  check
      .add_option(
          "--deny",
          [&fields](const CLI::results_t& values) {
            fields.check.deny_warnings = true;
            return values.size() == 1;
          },
          "warnings: exit with 1 where there is one")
      ->check(CLI::IsMember({"warnings"}));
  add_accesses(check, fields.check.accesses);
  add_notation(check, fields);
}

void add_eval(CLI::App& app, Fields& fields) {
  CLI::App& eval = add_command(app, fields, "eval", "Calculate: operations by name, on layouts");
  eval.footer(
      "Examples: tileglot eval 'crd2idx((1,5), (3,(2,3)):(3,(12,1)))'\n"
      "          tileglot eval --explain 'composition((6,2):(8,2), (4,3):(3,1))'\n"
      "          tileglot eval --jsonl < requests.jsonl\n"
      "          tileglot eval --json - < expressions.txt");
  eval.add_option("EXPR", fields.eval.expression, "a layout or name(arg, ..); - reads one a line");
  eval.add_flag("--jsonl", fields.json_lines,
                "answer lines {\"op\":..,\"args\":[..]} of standard input");
  eval.add_option("--via", fields.via, "who evaluates: notation (the default) or map")
      ->check(CLI::IsMember({"notation", "map"}));
  eval.add_option("--semantics", fields.semantics,
                  "exact (obeys the laws or refuses, the default) or cute-cpp (what C++ CuTe "
                  "answers, also where it is wrong)")
      ->check(CLI::IsMember({"exact", "cute-cpp"}));
  eval.add_option("--spelling", fields.spelling,
                  "cute-cpp (static integers as _2, the default), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  eval.add_flag("--explain", fields.eval.options.explain,
                "print the steps of compositions, complements, divides, products, inverses and "
                "tiled instructions");
  eval.add_option("--values", fields.eval.options.values,
                  "at most so many offsets of a layout (256)")
      ->check(CLI::Range(0, 1 << 22));
}

void add_inspect(CLI::App& app, Fields& fields) {
  CLI::App& inspect = add_command(
      app, fields, "inspect",
      "What a file holds: tensors with type, shape and layout; the layouts of Triton's IR");
  inspect.footer(
      "Examples: tileglot inspect weights.npy --dtype bf16\n          tileglot inspect "
      "model.safetensors\n          tileglot inspect kernel.ttgir");
  inspect
      .add_option(
          "FILE", fields.inspect.path,
          "a .npy or .safetensors file, the .index.json of a model in parts, a .ttgir or .mlir "
          "file, or - for standard input")
      ->required()
      ->type_name(kFileType);
  add_dtype(inspect, fields, fields.inspect.dtype, "element type, where the header cannot say");
}

/// What is wrong with the text of a size; empty where it is 0 or more.
std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? fmt::format("{} is less than nothing", text) : "";
}

void add_relayout(CLI::App& app, Fields& fields) {
  CLI::App& relayout = add_command(
      app, fields, "relayout", "Move a tensor, or those of a model, from one layout to another");
  relayout.footer(
      "Examples: tileglot relayout w.npy -o tiled.npy --to '{1,0:T(8,128)(2,1)}' --dtype bf16\n"
      "          tileglot relayout tiled.npy -o back.npy --from "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}' --to '{1,0}'\n"
      "          tileglot relayout model.safetensors -o tpu.safetensors --to tpu --dtype "
      "'*.qweight: u4'\n"
      "          tileglot relayout in/model.safetensors.index.json "
      "-o out/model.safetensors.index.json --to tpu\n"
      "          tileglot relayout model.safetensors -o o.safetensors "
      "--map '*.mlp.w?: {1,0:T(8,128)(2,1)}'\n"
      "A model that was not finished, after a kill or Ctrl-C, is gone on with by the same "
      "command.");
  relayout
      .add_option("IN", fields.relayout.input,
                  "a .npy or .safetensors file, the .index.json of a model in parts, or - for a "
                  ".npy from standard input")
      ->required()
      ->type_name(kFileType);
  relayout
      .add_option("-o,--output", fields.relayout.output,
                  "the file to write, of the same kind, or - for a .npy to standard output")
      ->type_name(kFileType);
  CLI::Option* const to =
      relayout.add_option("--to", fields.relayout.to,
                          "layout of the output; of a model also tpu, tpu-large and row-major, for "
                          "what no --map names");
  fields.offers[to] = {"tpu", "tpu-large", "row-major"};
  relayout
      .add_option("--map", fields.relayout.maps,
                  "PATTERN: LAYOUT for the tensors of a model whose names match; the first counts")
      ->take_all()
      ->allow_extra_args(false);
  relayout.add_option("--from", fields.relayout.from,
                      "layout of the input; its own shape and order where not given");
  relayout
      .add_option(
          "--dtype", fields.dtypes,
          "element type, where the header cannot say; PATTERN: TYPE for tensors of a model, "
          "as in '*.qweight: u4' for nibbles packed in U8")
      ->take_all()
      ->allow_extra_args(false);
  relayout.add_option("--threads", fields.relayout.threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  relayout
      .add_option("--max-memory", fields.relayout.max_memory_bytes,
                  "refuse to use more than so much beside mapped files, as in 2GiB; of a model at "
                  "most 256MiB where not given")
      ->transform(CLI::AsSizeValue(false))
      ->check(not_negative);
  relayout.add_flag("--plan", fields.relayout.print_plan, "print the loops");
  relayout.add_flag("--dry-run", fields.relayout.dry_run,
                    "stop after the plan; of a model list every tensor with bytes and padding");
  relayout.add_flag("--verbose", fields.relayout.verbose, "list every tensor of a model");
  relayout.add_flag("--measure", fields.relayout.measure,
                    "also time the move of a .npy in memory against memcpy");
  relayout.add_flag("--force", fields.relayout.force, "replace the output if it exists");
}

void add_verify(CLI::App& app, Fields& fields) {
  CLI::App& verify =
      add_command(app, fields, "verify", "Prove element by element that a relayout lost nothing");
  verify.footer(
      "Examples: tileglot verify tiled.npy --against w.npy --layout "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}'\n"
      "          tileglot verify tpu.safetensors --against model.safetensors");
  verify
      .add_option("OUT", fields.verify.output,
                  "the relaid .npy or .safetensors file, or the .index.json of a model in parts")
      ->required()
      ->type_name(kFileType);
  verify.add_option("--against", fields.verify.against, "the original of the same kind")
      ->required()
      ->type_name(kFileType);
  verify.add_option("--layout", fields.verify.layout,
                    "layout of OUT; its own shape and order where not given; a model records its "
                    "own");
  verify.add_option("--against-layout", fields.verify.against_layout, "layout of the original");
  verify.add_option("--threads", fields.verify.threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  add_dtype(verify, fields, fields.verify.dtype, "element type, where the headers cannot say");
}

/// What other programs read of this one.
void add_words(CLI::App& app, Fields& fields) {
  std::vector<std::string> names;
  for (const Shell& shell : shells()) names.emplace_back(shell.name);
  CLI::App& completion =
      add_command(app, fields, "completion", "The completions of a shell, as a script");
  completion.add_option("SHELL", fields.shell, listed(names))
      ->required()
      ->check(CLI::IsMember(names));
  completion.footer(
      "Examples: tileglot completion bash > ~/.local/share/bash-completion/completions/tileglot\n"
      "          tileglot completion zsh > ~/.zfunc/_tileglot\n"
      "          tileglot completion fish > ~/.config/fish/completions/tileglot.fish");
  add_command(app, fields, "man", "This manual, for man")
      .footer("Example: tileglot man | man -l -");
}

}  // namespace

void add_notation(CLI::App& command, Fields& fields) {
  CLI::Option* const notation = command.add_option(
      "--from-notation", fields.notation,
      fmt::format("read layouts as {}, whatever they look like", listed(api::notation_names())));
  fields.offers[notation] = api::notation_names();
  command.add_option("-t,--tensor", fields.tensor,
                     "the tensor of a layout without a shape: tensor<16x32xf16>, f16[16,32]");
}

CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what) {
  CLI::App& command = *app.add_subcommand(name, what);
  add_general(command, fields);
  return command;
}

void add_commands(CLI::App& app, Fields& fields) {
  add_general(app, fields);
  add_show(app, fields);
  add_index(app, fields);
  add_convert(app, fields);
  add_equal(app, fields);
  add_check(app, fields);
  add_eval(app, fields);
  add_inspect(app, fields);
  add_relayout(app, fields);
  add_verify(app, fields);
  add_hlo(app, fields);
  add_words(app, fields);
}

}  // namespace tileglot::cli
