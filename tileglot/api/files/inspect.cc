// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/inspect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/files/input/read_module.h"
#include "tileglot/api/files/input/tensor_file.h"
#include "tileglot/api/files/inspect_checkpoint.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/triton/inspect_module.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/shape.h"
#include "tileglot/value/agreed_type.h"

namespace tileglot::api::files {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  const auto expected = std::as_bytes(std::span(magic));
  return bytes.size() >= expected.size() &&
         std::equal(expected.begin(), expected.end(), bytes.begin());
}

/// Decides by the first bytes; a name that claims the kind gets that reader's own error.
bool is_npy(const io::MappedFile& file) {
  return begins_with(file.bytes(), kNpyMagic) || file.name().ends_with(".npy");
}

std::string_view text_in(const io::MappedFile& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

core::Error unknown_kind(const io::MappedFile& file) {
  return {
      {.code = "inspect.kind",
       .message = fmt::format("{} is not a file that inspect knows", io::path_text(file.name())),
       .help = "inspect reads .npy and .safetensors files, the index of a checkpoint in parts, and "
               "modules of Triton's IR; `hlo stats` reads HLO"}};
}

std::vector<std::string_view> candidates(std::string_view descr) {
  std::vector<std::string_view> names;
  for (const core::ElementType type : core::element_types_stored_as(descr)) {
    names.push_back(core::name(type));
  }
  return names;
}

std::string type_text(const io::NpyArray& array) {
  if (array.item.type) return std::string(core::name(*array.item.type));
  const auto names = candidates(array.header.descr);
  if (names.empty()) return "unknown: the header does not say it";
  return fmt::format("{}{}; the header does not say it, --dtype does",
                     names.size() > 1 ? "one of " : "perhaps ", fmt::join(names, ", "));
}

std::string text_of(const io::NpyFile& npy) {
  const auto& [file, array] = npy;
  const io::NpyHeader& header = array.header;
  return fmt::format(
      "{}: .npy version {}\n"
      "  type    {}\n"
      "  descr   '{}', {} byte{} an element\n"
      "  shape   {}, {} order\n"
      "  data    {} from byte {} on\n"
      "  layout  not recorded: a .npy has a shape and an order only; the layout of a relaid tensor "
      "is named where it is used\n",
      io::path_text(file.name()), header.version, type_text(array), core::printable(header.descr),
      array.item.bytes, array.item.bytes == 1 ? "" : "s", io::shape_text(header.shape),
      header.fortran_order ? "Fortran" : "C", core::counted(std::ssize(array.data), "byte"),
      header.data_begin_bytes);
}

Json json_of(const io::NpyArray& array) {
  const io::NpyHeader& header = array.header;
  Json json{{"kind", "npy"}, {"npy_version", header.version}};
  json["type"] = array.item.type ? Json(core::name(*array.item.type)) : Json();
  if (!array.item.type) json["candidates"] = candidates(header.descr);
  json["descr"] = core::printable(header.descr);
  json["item_bytes"] = array.item.bytes;
  json["shape"] = header.shape;
  json["order"] = header.fortran_order ? "F" : "C";
  json["data_bytes"] = array.data.size();
  json["data_begin_bytes"] = header.data_begin_bytes;
  json["layout"] = nullptr;
  return json;
}

}  // namespace

Reply inspect(const InspectRequest& request) {
  TILEGLOT_TRY(named, value::named_type(request.dtype));
  TILEGLOT_TRY(file, open_input(request.path));
  if (!is_npy(file) && is_module(file.name(), text_in(file))) {
    TILEGLOT_TRY(module, module_text(file));
    return inspect_module(module);
  }
  if (!is_npy(file) &&
      (checkpoint::is_safetensors(file) || checkpoint::is_index_path(file.name()))) {
    TILEGLOT_TRY(checkpoint, checkpoint::checkpoint_of(std::move(file)));
    return inspect_checkpoint(checkpoint);
  }
  if (!is_npy(file)) return core::fail(unknown_kind(file));
  TILEGLOT_TRY(tensor, tensor_of(std::move(file), named));
  return Answer{.text = text_of(tensor.npy), .json = json_of(tensor.npy.array)};
}

}  // namespace tileglot::api::files
