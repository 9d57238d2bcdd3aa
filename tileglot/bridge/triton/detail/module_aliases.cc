// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/detail/module_aliases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"

namespace tileglot::bridge {
namespace {

constexpr std::array<std::string_view, 6> kDialects = {
    "#ttg.", "#ttng.", "#triton_gpu.", "#triton_nvidia_gpu.", "#gluon.", "#tlx."};

/// Memory spaces are attributes of the same dialects, without parameters.
bool is_layout(core::Scanner scanner) {
  const bool ours = std::ranges::any_of(
      kDialects, [&](std::string_view dialect) { return scanner.looking_at(dialect); });
  if (scanner.looking_at("#gluon.")) return true;
  scanner.accept("#");
  scanner.name();
  scanner.accept(".");
  scanner.name();
  return ours && scanner.looking_at("<");
}

core::Error unknown(std::string_view name) {
  return {{.code = "triton.alias",
           .message =
               fmt::format("the alias #{} is not defined in the module", core::printable(name))}};
}

core::Error endless(std::string_view name) {
  return {{.code = "triton.alias",
           .message = fmt::format("the alias #{} stands for itself", core::printable(name))}};
}

core::Error too_long(std::string_view name) {
  return {{.code = "triton.too_large",
           .message = fmt::format("the alias #{} ends a chain of more than {} aliases",
                                  core::printable(name), triton::kMaxEncodingDepth)}};
}

}  // namespace

bool ModuleAliases::define(std::size_t position) {
  core::Scanner scanner(text_);
  scanner.rewind(position);
  if (!scanner.accept("#")) return false;
  const std::string_view name = scanner.name();
  if (name.empty() || !scanner.accept("=") || !scanner.looking_at("#")) return false;
  aliases_[name].value = scanner.position();
  return is_layout(scanner);
}

core::Result<triton::Nested> ModuleAliases::resolve(std::string_view name) {
  const auto found = aliases_.find(name);
  if (found == aliases_.end()) return core::fail(unknown(name));
  Alias& alias = found->second;
  if (alias.open) return core::fail(endless(name));
  if (alias.encoding) return *alias.encoding;
  if (open_ == triton::kMaxEncodingDepth) return core::fail(too_long(name));
  alias.open = true;
  ++open_;
  alias.encoding.emplace(read_at(alias.value));
  --open_;
  alias.open = false;
  return *alias.encoding;
}

core::Result<triton::Nested> ModuleAliases::read_at(std::size_t position) {
  core::Scanner scanner(text_);
  scanner.rewind(position);
  return triton::parse_encoding_at(scanner,
                                   [this](std::string_view name) { return resolve(name); });
}

}  // namespace tileglot::bridge
