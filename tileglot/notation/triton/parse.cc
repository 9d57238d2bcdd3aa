// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/parse.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/triton/detail/attribute_reader.h"
#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/detail/encoding_families.h"
#include "tileglot/notation/triton/detail/key_reader.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::notation::triton {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Span;
using core::Status;

/// `#ttg.blocked` or the alias `#blocked`, whose dialect is empty.
struct AttributeName {
  std::string_view dialect = {};
  std::string_view name = {};
  Span span = {};
};

Result<AttributeName> take_name(Scanner& scanner) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  if (!scanner.accept("#")) return fail(expected(scanner, "an encoding, '#ttg.NAME<..>'"));
  AttributeName name{.name = scanner.name()};
  if (scanner.accept(".")) name = {.dialect = name.name, .name = scanner.name()};
  if (name.name.empty()) return fail(expected(scanner, "the name of an encoding after '#'"));
  name.span = scanner.span_from(begin);
  return name;
}

std::string text_of(const AttributeName& name) {
  return core::printable(fmt::format("#{}.{}", name.dialect, name.name));
}

bool is_dialect(std::string_view name, Dialect dialect) {
  if (dialect == Dialect::kGpu) return name == "ttg" || name == "triton_gpu";
  return name == "ttng" || name == "triton_nvidia_gpu";
}

std::string name_help(const AttributeName& name) {
  std::vector<std::string_view> names;
  for (const EncodingFamily& family : encoding_families()) names.push_back(family.name);
  const std::string meant = core::did_you_mean(name.name, names);
  return meant.empty() ? fmt::format("encodings are {}", fmt::join(names, ", ")) : meant;
}

Result<const EncodingFamily*> family_of(const AttributeName& name) {
  const auto families = encoding_families();
  const auto found = std::ranges::find_if(families, [&](const EncodingFamily& family) {
    return family.name == name.name && is_dialect(name.dialect, family.dialect);
  });
  if (found != families.end()) return &*found;
  return fail({.code = "triton.unknown_encoding",
               .message = fmt::format("there is no encoding {}", text_of(name)),
               .span = name.span,
               .help = name_help(name)});
}

Status refuse_body(Span span, std::string message) {
  return fail({.code = "triton.syntax", .message = std::move(message), .span = span});
}

bool has_key(const std::vector<AttributeValue>& entries, std::string_view key) {
  return std::ranges::count(entries, key, &AttributeValue::key) != 0;
}

Status check_braces(const AttributeBody& body, BodyForm form) {
  const bool wanted = form != BodyForm::kBare;
  if (body.has_braces == wanted) return {};
  return refuse_body(body.span, wanted ? "the parameters of this encoding go in braces"
                                       : "the parameters of this encoding go without braces");
}

Status check_paddings(const AttributeBody& body, BodyForm form) {
  const bool wanted = form == BodyForm::kPaddings;
  if (body.paddings.empty() != wanted) return {};
  return refuse_body(body.span, wanted ? "a padded memory begins with its paddings, [interval:+n]"
                                       : "this encoding has no paddings");
}

Status check_outside(const AttributeBody& body, BodyForm form) {
  if (form == BodyForm::kBare) return {};
  const bool alignment = form == BodyForm::kOutsideAlignment;
  if (alignment && has_key(body.braced, "alignment")) {
    return refuse_body(body.span, "alignment comes after the braces, not in them");
  }
  for (const AttributeValue& entry : body.bare) {
    if (alignment && entry.key == "alignment") continue;
    return refuse_body(entry.key_span,
                       fmt::format("{} is outside the braces", core::printable(entry.key)));
  }
  return {};
}

Status check_untyped(const AttributeBody& body, BodyForm form) {
  if (form != BodyForm::kStruct && form != BodyForm::kBare) return {};
  for (const auto* entries : {&body.braced, &body.bare}) {
    for (const AttributeValue& entry : *entries) {
      if (!entry.typed) continue;
      return refuse_body(entry.span, "a number of this encoding has no type after it");
    }
  }
  return {};
}

Status check_form(const AttributeBody& body, BodyForm form) {
  TILEGLOT_TRY_STATUS(check_braces(body, form));
  TILEGLOT_TRY_STATUS(check_paddings(body, form));
  TILEGLOT_TRY_STATUS(check_outside(body, form));
  return check_untyped(body, form);
}

Result<Encoding> read_family(const EncodingFamily& family, const AttributeBody& body) {
  TILEGLOT_TRY_STATUS(check_form(body, family.form));
  std::vector<AttributeValue> entries = body.braced;
  entries.insert(entries.end(), body.bare.begin(), body.bare.end());
  KeyReader keys(entries, body.span);
  Encoding encoding = family.read(keys, body);
  TILEGLOT_TRY_STATUS(keys.done());
  auto fault = find_fault(encoding);
  if (!fault) return encoding;
  fault->error->span = fault->key == "paddings" ? body.paddings_span : keys.place_of(fault->key);
  return fail(std::move(fault->error));
}

core::Error placeholder(const AttributeName& name) {
  return {{.code = "triton.no_layout",
           .message = fmt::format("{} stands for a layout that is not chosen yet", text_of(name)),
           .span = name.span,
           .help = "print the module after the pass that resolves it"}};
}

Status check_depth(Scanner& scanner, std::size_t depth) {
  if (depth < kMaxEncodingDepth) return {};
  return fail(
      {.code = "triton.too_large",
       .message = fmt::format("more than {} encodings are inside one another", kMaxEncodingDepth),
       .span = scanner.here()});
}

Result<Nested> look_up(const AttributeName& name, const AliasLookup& aliases) {
  auto found = aliases(name.name);
  if (!found && !found.error()->span) found.error()->span = name.span;
  return found;
}

/// The fork's wrapper around any encoding: #tlx.user_layout<#inner>.
Result<Nested> unwrap(Scanner& scanner, const AliasLookup& aliases, std::size_t depth) {
  if (!scanner.accept("<")) return fail(expected(scanner, "'<'"));
  TILEGLOT_TRY(inner, parse_encoding_at(scanner, aliases, depth + 1));
  if (!scanner.accept(">")) return fail(expected(scanner, "'>' at the end of the wrapper"));
  return std::move(inner);
}

core::Result<Nested> no_alias(std::string_view name) {
  return fail({.code = "triton.alias",
               .message = fmt::format("the alias #{} is not defined here", core::printable(name)),
               .help =
                   "aliases are lines of a module, #name = #ttg.blocked<..>; write the encoding "
                   "in full"});
}

}  // namespace

Result<Nested> parse_encoding_at(Scanner& scanner, const AliasLookup& aliases, std::size_t depth) {
  TILEGLOT_TRY_STATUS(check_depth(scanner, depth));
  TILEGLOT_TRY(name, take_name(scanner));
  if (name.dialect.empty()) return look_up(name, aliases);
  if (name.dialect == "gluon") return fail(placeholder(name));
  if (name.dialect == "tlx" && name.name == "user_layout") return unwrap(scanner, aliases, depth);
  TILEGLOT_TRY(family, family_of(name));
  AttributeReader reader(
      scanner, [&](Scanner& inner) { return parse_encoding_at(inner, aliases, depth + 1); });
  TILEGLOT_TRY(body, reader.body());
  TILEGLOT_TRY(encoding, read_family(*family, body));
  return Nested(std::move(encoding));
}

Result<Encoding> parse_encoding(std::string_view text, const AliasLookup& aliases) {
  Scanner scanner(text);
  TILEGLOT_TRY(encoding, parse_encoding_at(scanner, aliases));
  if (!scanner.at_end()) return fail(expected(scanner, "the end of the encoding"));
  return *encoding;
}

Result<Encoding> parse_encoding(std::string_view text) { return parse_encoding(text, no_alias); }

}  // namespace tileglot::notation::triton
