// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/bank_access.h"
#include "tileglot/api/show/banks.h"
#include "tileglot/api/show/facts.h"
#include "tileglot/api/show/mma.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/pairs.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/api/show/writers.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/find_atom.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"
#include "tileglot/render/view/label_by.h"
#include "tileglot/render/web/columns.h"
#include "tileglot/render/web/json.h"

namespace tileglot::api {
namespace {

struct Named {
  std::string_view option;
  bool is_given;
};

/// The options that name another layout: at most one of them may be set.
std::array<Named, 4> other_layouts(const ShowRequest& request) {
  return {{{"--side-by-side", request.side_by_side.has_value()},
           {"--against", request.against.has_value()},
           {"--relayout-to", request.relayout_to.has_value()},
           {"--gather", request.gather.has_value()}}};
}

core::Error bad_option(std::string message, std::string help) {
  return {{.code = "show.option", .message = std::move(message), .help = std::move(help)}};
}

core::Status check_pairs(const ShowRequest& request) {
  std::string_view first;
  for (const Named& named : other_layouts(request)) {
    if (!named.is_given) continue;
    if (!first.empty()) {
      return core::fail(bad_option(fmt::format("{} and {} are two pictures", first, named.option),
                                   "ask for one at a time"));
    }
    first = named.option;
  }
  return {};
}

core::Status check_instruction(const ShowRequest& request, const ShowOptions& options) {
  const std::array<Named, 7> of_layouts{{{"--crop", request.crop.has_value()},
                                         {"--fold", request.fold.has_value()},
                                         {"--every", request.every != 1},
                                         {"--group", request.group != 1},
                                         {"--per-row", request.per_row.has_value()},
                                         {"--access", request.access.has_value()},
                                         {"--tensor", request.tensor.has_value()}}};
  const std::array<Named, 4> others = other_layouts(request);
  for (const std::span<const Named> list :
       {std::span<const Named>(of_layouts), std::span<const Named>(others)}) {
    for (const Named& named : list) {
      if (!named.is_given) continue;
      return core::fail(bad_option(
          fmt::format("the picture of an instruction has no {}", named.option), "leave it out"));
    }
  }
  if (!options.view || options.view == View::kMma) return {};
  return core::fail(
      {.code = "show.view",
       .message = fmt::format("an instruction has no view {}", name_of(*options.view)),
       .help = "leave it out: operands are drawn where a product has them"});
}

/// Refuses memory options for registers, which are not memory.
core::Status check_memory_asked(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options) {
  const bool asks_memory = is_about_banks(request, options) || options.view == View::kBanks ||
                           options.label == render::LabelBy::kByte;
  return asks_memory ? check_in_memory(shown) : core::Status();
}

/// Options that only some views have.
core::Status check_view(const ShowRequest& request, View view) {
  const std::array<Named, 4> of_grids{{{"--fold", request.fold.has_value()},
                                       {"--crop", request.crop.has_value()},
                                       {"--every", request.every != 1},
                                       {"--group", request.group != 1}}};
  const bool has_grid = view == View::kGrid || view == View::kTv || view == View::kHw;
  for (const Named& named : of_grids) {
    const bool takes = has_grid || (view == View::kMemory && named.option == "--crop");
    const bool groups = named.option != "--group" || view == View::kGrid;
    if (!named.is_given || (takes && groups)) continue;
    return core::fail(bad_option(fmt::format("the view {} has no {}", name_of(view), named.option),
                                 "leave it out, or draw another --view"));
  }
  const bool has_banks = view == View::kGrid || view == View::kBanks;
  if (request.access && !has_banks) {
    return core::fail(
        bad_option(fmt::format("the view {} has no --access", name_of(view)), "add --view banks"));
  }
  if (request.per_row.has_value() && view != View::kMemory) {
    return core::fail(bad_option("--per-row is for rows of memory", "add --view memory"));
  }
  return {};
}

core::Result<Drawing> draw_layout(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options) {
  if (request.side_by_side) return draw_beside(shown, request, options);
  if (request.against) return draw_difference(shown, request, options);
  if (request.relayout_to) return draw_relayout(shown, request, options);
  if (request.gather) return draw_gather(shown, request, options);
  return draw_view(shown, request, options);
}

/// Lines below a picture of one grid.
void add_lines(render::Picture& picture, const ShownLayout& shown, const ShowRequest& request,
               const ShowOptions& options) {
  const View view = view_of(shown, options);
  if (request.side_by_side || request.against || request.relayout_to || request.gather) return;
  if (view == View::kGrid && is_about_banks(request, options)) {
    for (const std::string& line : bank_lines(shown, request)) picture.footers.push_back(line);
    return;
  }
  const bool is_read = options.form == Form::kTable || options.form == Form::kJson;
  if (view == View::kGrid && is_read) add_other_notations(picture, shown);
}

core::Result<DrawnPicture> draw_instruction(const notation::cute::MmaAtom& atom,
                                            const ShowRequest& request,
                                            const ShowOptions& options) {
  TILEGLOT_TRY_STATUS(check_instruction(request, options));
  TILEGLOT_TRY(drawing, draw_mma(atom, request, options));
  return DrawnPicture{.picture = std::move(drawing.picture),
                      .facts = {{"instruction", notation::cute::cute_name(atom)}},
                      .note = std::move(drawing.note)};
}

}  // namespace

core::Result<DrawnPicture> draw(const ShowRequest& request) {
  TILEGLOT_TRY(options, read_show_options(request));
  TILEGLOT_TRY_STATUS(check_pairs(request));
  if (options.view == View::kMma || notation::cute::looks_like_instruction(request.layout)) {
    TILEGLOT_TRY(atom, core::with_line(notation::cute::find_mma(request.layout), request.layout));
    return draw_instruction(atom, request, options);
  }
  const bool as_threads = options.view == View::kTv || options.view == View::kHw;
  TILEGLOT_TRY(shown, read_shown_layout(request.layout, request, as_threads));
  TILEGLOT_TRY_STATUS(check_view(request, view_of(shown, options)));
  TILEGLOT_TRY_STATUS(check_memory_asked(shown, request, options));
  TILEGLOT_TRY(drawing, draw_layout(shown, request, options));
  const std::vector<std::string> facts = std::move(drawing.picture.facts);
  drawing.picture.facts.clear();
  add_facts(drawing.picture, shown, request);
  for (const std::string& fact : facts) drawing.picture.facts.push_back(fact);
  add_lines(drawing.picture, shown, request, options);
  return DrawnPicture{.picture = std::move(drawing.picture),
                      .facts = facts_json(shown),
                      .note = std::move(drawing.note)};
}

Json in_columns(const DrawnPicture& drawn) {
  Json json = drawn.facts;
  json["picture"] = render::to_columns(drawn.picture);
  return json;
}

namespace {

/// The answer without a text.
Answer data_of(const DrawnPicture& drawn, bool has_picture) {
  Answer answer{.json = drawn.facts, .note = drawn.note};
  if (has_picture) answer.json["picture"] = render::to_json(drawn.picture);
  if (!answer.note.empty()) answer.json["note"] = answer.note;
  return answer;
}

core::Result<std::string> file_of(const DrawnPicture& drawn, const ShowRequest& request,
                                  const ShowOptions& options) {
  TILEGLOT_TRY(text, write_picture(drawn.picture, options, request));
  if (options.form != Form::kPng || !request.output.empty()) return std::move(text);
  return core::fail(bad_option("a PNG is bytes, which a terminal does not show",
                               "add -o FILE.png, or write --as svg"));
}

}  // namespace

core::Result<std::string> written(const DrawnPicture& drawn, const ShowRequest& request) {
  TILEGLOT_TRY(options, read_show_options(request));
  if (options.form == Form::kJson) return to_json(data_of(drawn, true)).dump(2) + "\n";
  return file_of(drawn, request, options);
}

Reply show(const ShowRequest& request) {
  TILEGLOT_TRY(options, read_show_options(request));
  TILEGLOT_TRY(drawn, draw(request));
  Answer answer = data_of(drawn, options.form == Form::kTable || options.form == Form::kJson);
  if (options.form == Form::kJson) {
    answer.text = to_json(answer).dump(2) + "\n";
    return answer;
  }
  TILEGLOT_TRY(text, file_of(drawn, request, options));
  answer.text = std::move(text);
  return answer;
}

}  // namespace tileglot::api
