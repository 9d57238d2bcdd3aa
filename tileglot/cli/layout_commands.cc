// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/layout_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "tileglot/api/check.h"
#include "tileglot/api/convert/convert.h"
#include "tileglot/api/convert/equal.h"
#include "tileglot/api/convert/index.h"
#include "tileglot/api/convert/offered_words.h"
#include "tileglot/api/files/convert.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/notation_option.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/cli/spelling.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {
namespace {

core::Status check_target(const api::ConvertRequest& request) {
  if (!request.to.empty() || request.wire) return {};
  return core::fail(
      {.code = "cli.arguments",
       .message = "convert needs a target",
       .help = fmt::format("add --to and one of {}", fmt::join(api::convert_targets(), ", "))});
}

api::Reply answer_convert(api::ConvertRequest request, const std::string& spelling) {
  TILEGLOT_TRY_STATUS(check_target(request));
  request.spelling = spelling_named(spelling);
  return api::files::convert(request);
}

void add_index(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::IndexRequest>();
  CLI::App& index = add_command(app, fields, "index",
                                "The offset of each coordinate, or the coordinates of each offset");
  index.footer(
      "Examples: tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain\n"
      "          tileglot index --inverse 'f32[3,5]{1,0:T(2,2)}' 17 14");
  index.add_option("LAYOUT", request->layout, kLayoutHelp)->required();
  index.add_option("PLACE", request->places, "coordinates such as 2,3; offsets with --inverse")
      ->required();
  index.add_flag("--inverse", request->inverse,
                 "the places are offsets: print their coordinates, or padding");
  index.add_flag("--explain", request->explain, "print the steps")->excludes("--inverse");
  add_notation(index, fields, request->notation, request->tensor);
  answer_with(index, fields, request, api::index);
}

void add_convert(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::ConvertRequest>();
  const auto spelling = std::make_shared<std::string>();
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
          "LAYOUT", request->layout,
          "XLA shape, layout or sharding, CuTe layout, JAX's Layout(..), strides, tag, memref")
      ->required();
  CLI::Option* const to = convert.add_option(
      "--to", request->to,
      "cute, xla, jax, wire (a protocol buffer), linear, triton, strided, numpy, torch, mdspan, "
      "mlir, onednn, tvm, map, table or all (which leaves out strided: NumPy and torch say it in "
      "bytes and in elements)");
  fields.offers[to] = api::convert_targets();
  add_dtype(convert, fields, request->dtype,
            "element type, which CuTe layouts, tags, names and strides in bytes may not have");
  convert
      .add_option("--spelling", *spelling,
                  "of CuTe layouts: cute-cpp (static integers as _2), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  convert.add_flag("--wire", request->wire,
                   "LAYOUT is a protocol buffer in hexadecimal, or - for standard input, in "
                   "hexadecimal or as bytes; a text is written as one");
  convert
      .add_option("--message", request->message,
                  "of a protocol buffer that is read: shape (the default), layout or sharding")
      ->check(CLI::IsMember({"shape", "layout", "sharding"}));
  convert.add_flag("--binary", request->binary, "write a protocol buffer as bytes");
  convert
      .add_option(
          "--convention", request->convention,
          "tv: a CuTe layout is (thread, value) -> column-major index; map: a linear layout "
          "keeps its direction")
      ->check(CLI::IsMember({"tv", "map"}));
  convert.add_flag("--padded", request->padded, "on the domain rounded up to full tiles");
  add_notation(convert, fields, request->notation, request->tensor);
  answer_with(convert, fields, request, [spelling](const api::ConvertRequest& read) {
    return answer_convert(read, *spelling);
  });
}

void add_equal(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::EqualRequest>();
  CLI::App& equal = add_command(app, fields, "equal",
                                "Prove two layouts equal, or print where they differ first");
  equal.footer(
      "Example: tileglot equal 'f32[16,256]{1,0:T(8,128)}' "
      "'((8,2),(128,2)):((128,2048),(1,1024))'\n"
      "A linear layout of shared memory is taken from the element to its offset where the other\n"
      "layout is in another notation, as convert writes it.\n"
      "Exit code 0: equal, 1: they differ, 3: not decided within the limits.");
  equal.add_option("A", request->left, kLayoutHelp)->required();
  equal.add_option("B", request->right, kLayoutHelp)->required();
  add_notation(equal, fields, request->notation, request->tensor);
  answer_with(equal, fields, request, api::equal);
}

void add_accesses(CLI::App& check, api::CheckRequest& request) {
  auto& accesses = request.asked.accesses;
  check.add_option(
      "--access", accesses.access,
      "what the lanes of a warp do: ldmatrix or stmatrix with .x1, .x2, .x4 and .trans, "
      "vector:N (shared memory) or global:N, with @MODE for the mode that lanes follow; or the "
      "instruction that reads the layout by a descriptor: wgmma or tcgen05");
  check.add_option("--mem", accesses.memory, "another layout of the same tensor");
  check.add_option("--banks", accesses.banks, "of shared memory (32)")
      ->transform(whole_number<std::int64_t>());
  check.add_option("--bank-width", accesses.bank_width, "in bytes (4)")
      ->transform(whole_number<std::int64_t>());
  check.add_flag("--suggest", accesses.suggest,
                 "swizzles and padding with fewer bank conflicts, and the widest copy");
  check.add_flag("--explain", accesses.explain, "the lanes and banks of the worst conflict");
}

void add_check(CLI::App& app, Fields& fields) {
  const auto request = std::make_shared<api::CheckRequest>();
  CLI::App& check = add_command(
      app, fields, "check", "Is a layout valid, what does its padding take, what would save it");
  check.footer(
      "Examples: tileglot check 's32[8388608,8,4]{2,1,0:T(8,128)}'\n"
      "          tileglot check 'f32[2,3,4]{0,2,1}' --target gpu:sm_90 --reduce 0\n"
      "          tileglot check 'f32[64,64]' --convert-to '{0,1}'\n"
      "          tileglot check '(8,64):(64,1)' --dtype f16 --access ldmatrix --suggest\n"
      "          tileglot check 'Sw<3,3,3> o 0 o (64,64):(64,1)' --dtype f16 --access wgmma");
  check.add_option("LAYOUT", request->asked.layout, kLayoutHelp)->required();
  add_dtype(check, fields, request->asked.dtype, "element type, for sizes in bytes");
  auto& use = request->asked.use;
  CLI::Option* const target =
      check.add_option("--target", use.target, "advice for cpu, gpu, gpu:sm_90 or tpu");
  fields.offers[target] = api::target_names();
  check.add_option("--reduce", use.reduce, "dimensions that are reduced, as in 0,2");
  check.add_option("--conv", use.convolution, "dim_labels, as in b01f_01io->b01f");
  check.add_option("--operand", use.operand, "of --conv: input (the default), filter or output")
      ->needs("--conv")
      ->check(CLI::IsMember({"input", "filter", "output"}));
  check.add_option("--convert-to", use.convert_to, "what a change to this layout would move");
  check
      .add_option(
          "--deny",
          [request](const CLI::results_t& values) {
            request->deny_warnings = true;
            return values.size() == 1;
          },
          "warnings: exit with 1 where there is one")
      ->check(CLI::IsMember({"warnings"}));
  add_accesses(check, *request);
  add_notation(check, fields, request->asked.notation, request->asked.tensor);
  answer_with(check, fields, request, api::check);
}

}  // namespace

void add_layout_commands(CLI::App& app, Fields& fields) {
  add_index(app, fields);
  add_convert(app, fields);
  add_equal(app, fields);
  add_check(app, fields);
}

}  // namespace tileglot::cli
