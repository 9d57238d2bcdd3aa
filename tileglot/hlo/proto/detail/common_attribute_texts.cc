// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/common_attribute_texts.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/proto/detail/attribute_rule.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/value_texts.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;
using Text = AttributeText;

Result<Text> sharding(const Message& i) {
  const auto part = i.part(kSharding);
  return part ? wrapped(sharding_text(*part)) : Result<Text>(Text());
}

Result<Text> replication(const Message& i) {
  TILEGLOT_TRY(message, i.message(kParameterReplication));
  TILEGLOT_TRY(flags, message.numbers(1));
  if (flags.empty()) return Text();
  std::string text = "{";
  for (const std::int64_t one : flags) {
    if (text.size() > 1) text += ',';
    text += one != 0 ? "true" : "false";
  }
  return Text(text + '}');
}

Result<Text> frontend_attributes(const Message& i) {
  TILEGLOT_TRY(message, i.message(kFrontendAttributes));
  if (!message.has(1)) return Text();
  return wrapped(frontend_attributes_text(message));
}

Result<Text> metadata(const Message& i) {
  TILEGLOT_TRY(message, i.message(kMetadata));
  std::string text = metadata_text(message);
  return text == "{}" ? Text() : Text(std::move(text));
}

/// `statistics={visualizing_index=1,x=0.5}`
Result<Text> statistics(const Message& i) {
  TILEGLOT_TRY(all, i.message(kStatistics));
  TILEGLOT_TRY(list, all.messages(2));
  if (list.empty()) return Text();
  std::string text = fmt::format("{{visualizing_index={}", all.number(1));
  for (const Message& one : list) {
    TILEGLOT_TRY_STATUS(check_name("a statistic", one.text(1)));
    fmt::format_to(std::back_inserter(text), ",{}={}", one.text(1), one.real(2));
  }
  return Text(text + '}');
}

/// What the payload says counts before the config itself, as in XLA.
Result<std::string_view> config_of(const Message& i, std::span<const WireField> payloads) {
  TILEGLOT_TRY(payload, i.message(kBackendConfigPayload));
  if (payload.has(kPayloadValue)) return payload.text(kPayloadValue);
  if (!payload.has(kPayloadId)) return i.text(kBackendConfig);
  const std::int64_t id = payload.number(kPayloadId);
  if (id >= 0 && id < std::ssize(payloads)) return payloads[static_cast<std::size_t>(id)].bytes;
  return core::fail(
      bad_proto(fmt::format("a backend_config is payload {} of {} payloads", id, payloads.size())));
}

constexpr auto kCommonRules = std::to_array<AttributeRule>({
    {AttributeKey::kSharding, sharding},
    {AttributeKey::kParameterReplication, replication},
    {AttributeKey::kFrontendAttributes, frontend_attributes},
    {AttributeKey::kStatistics, statistics},
    {AttributeKey::kMetadata, metadata},
});

}  // namespace

Status append_common_attributes(const Message& instruction, std::span<const WireField> payloads,
                                std::string& out) {
  for (const AttributeRule& rule : kCommonRules) {
    TILEGLOT_TRY_STATUS(append_attribute(instruction, rule, out));
  }
  TILEGLOT_TRY(config, config_of(instruction, payloads));
  if (!config.empty())
    append_attribute_text(AttributeKey::kBackendConfig, raw_config_text(config), out);
  return {};
}

}  // namespace tileglot::hlo
