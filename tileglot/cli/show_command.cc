// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/show_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "tileglot/api/files/show/show.h"
#include "tileglot/api/show/show.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/notation_option.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/core/element_type.h"

namespace tileglot::cli {
namespace {

/// {svg,html}: the values for help and completion; api refuses others, with a guess.
std::string one_of(std::initializer_list<std::string_view> words) {
  return fmt::format("{{{}}}", fmt::join(words, ","));
}

/// --color sets what cells are coloured by, or when colours are used: one option for both.
void add_color(CLI::App& show, Fields& fields, api::ShowRequest& request) {
  show.remove_option(show.get_option("--color"));
  const auto take = [&fields, &request](const CLI::results_t& words) {
    for (const std::string& word : words) {
      const bool is_choice = word == "auto" || word == "always" || word == "never";
      (is_choice ? fields.color : request.color) = word;
    }
    return true;
  };
  show.add_option("--color", take,
                  "colour cells by offset, tile, thread, warp, register, bank, order or none; "
                  "also auto, always or never for colours in a terminal")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name(one_of({"offset", "tile", "thread", "warp", "register", "bank", "order", "none",
                          "auto", "always", "never"}));
}

void add_views(CLI::App& show, api::ShowRequest& request) {
  show.add_option("--view", request.view,
                  "grid (of the tensor), memory, tv, hw, banks, matrix (over F2) or mma")
      ->type_name(one_of({"grid", "memory", "tv", "hw", "banks", "matrix", "mma"}));
  show.add_flag_callback(
          "--tv", [&request] { request.view = "tv"; },
          "the thread and value that hold each element")
      ->excludes("--view");
  show.add_flag_callback(
          "--hw", [&request] { request.view = "hw"; }, "the element of each value of each thread")
      ->excludes("--view")
      ->excludes("--tv");
  show.add_option("--side-by-side", request.side_by_side,
                  "the layout before, drawn left of it the same way");
  show.add_option("--against", request.against, "mark where this layout has other offsets");
  show.add_option("--relayout-to", request.relayout_to,
                  "the loops that move the tensor to this layout, over source and target");
  show.add_option("--gather", request.gather,
                  "colour the elements that this CuTe layout of indices takes together");
  show.add_option("--access", request.access,
                  "of banks: ldmatrix, vector:4, .. as check takes them");
}

void add_cells(CLI::App& show, api::ShowRequest& request) {
  show.add_option("--label", request.label,
                  "write offset, coord, nested, tv, bank, byte or none into cells")
      ->type_name(one_of({"offset", "coord", "nested", "tv", "bank", "byte", "none"}));
  show.add_option("--palette", request.palette,
                  "safe (for every eye, the default), cute (CuTe's pastels) or grey")
      ->type_name(one_of({"safe", "cute", "grey"}));
  show.add_option("--theme", request.theme, "of svg, html and png: auto, light or dark")
      ->type_name(one_of({"auto", "light", "dark"}));
}

void add_parts(CLI::App& show, api::ShowRequest& request) {
  show.add_option("--fold", request.fold,
                  "which dimensions go down and across: '0 2 | 1', 'n h w c: n h | w c'");
  show.add_option("--crop", request.crop, "r0:r1,c0:c1: rows and columns to draw");
  show.add_option("--every", request.every, "only every n-th row and column")
      ->transform(whole_number<std::int64_t>());
  show.add_option("--group", request.group, "n neighbours along a row to a cell")
      ->transform(whole_number<std::int64_t>());
  show.add_option("--per-row", request.per_row, "offsets of a row of --view memory")
      ->transform(whole_number<std::int64_t>());
}

}  // namespace

void add_show(CLI::App& app, Fields& fields) {
  const auto shared = std::make_shared<api::files::ShowFile>();
  api::files::ShowFile& request = *shared;
  CLI::App& show = add_command(app, fields, "show",
                               "Draw a layout: offsets, tiles, padding, threads, banks, memory");
  show.footer(
      "Examples: tileglot show 'f32[3,5]{1,0:T(2,2)}'\n"
      "          tileglot show 'Sw<3,3,3> o 0 o (8,64):(64,1)' --dtype f16 --group 8 --color bank "
      "--label bank\n"
      "          tileglot show '((4,8),(2,2)):((32,1),(16,8))' --tv -t 'tensor<16x8xf32>'\n"
      "          tileglot show SM80_16x8x16_F32F16F16F32_TN -o mma.svg\n"
      "          tileglot show 'f32[8,8]{1,0}' --relayout-to 'f32[8,8]{0,1:T(4,4)}'");
  show.add_option("LAYOUT", request.layout,
                  "XLA shape, CuTe layout, linear layout or attribute of Triton, strides, tag, "
                  "memref, or the name of an MMA instruction")
      ->required();
  show.add_option("--as", request.as,
                  "table (the default), svg, latex, html, json or png; also told by the name of "
                  "the file")
      ->type_name(one_of({"table", "svg", "latex", "html", "json", "png"}));
  show.add_option("-o,--output", request.output, "a file to write")->type_name(kFileType);
  show.add_flag("--force", request.force, "replace the file if it exists");
  add_views(show, request);
  add_cells(show, request);
  add_color(show, fields, request);
  add_parts(show, request);
  CLI::Option* const dtype =
      show.add_option("--dtype", request.dtype, "element type, for bytes and banks");
  fields.offers[dtype] = core::element_type_names();
  add_notation(show, fields, request.notation, request.tensor);
  answer_with(show, fields, shared, api::files::show);
}

}  // namespace tileglot::cli
