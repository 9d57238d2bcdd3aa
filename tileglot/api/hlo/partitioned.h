// SPDX-License-Identifier: Apache-2.0
// hlo/partitioned.h: the option --partitioned, and how the decision is told.
//
// What     partitioned_option reads auto, yes or no. partitioning_text and partitioning_json say
//          whether the shapes of a module were taken as one device's or as those of whole arrays,
//          and why (hlo/ir/partitioning.h).
// Why      Bytes of a device depend on this decision, so every report that divides shapes tells it.
// Example  the shapes are one device's: --partitioned yes says so
//          [tests: hlo/stats_devices_test.cc, "an option overrules the evidence"]
// Errors   hlo.partitioned for another word.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/partitioning.h"

namespace tileglot::api {

/// auto, yes, no
std::span<const std::string_view> partitioned_words();

/// Nothing for auto: the module itself decides.
core::Result<std::optional<bool>> partitioned_option(std::string_view word);

/// One or two lines.
std::string partitioning_text(const hlo::Partitioning& partitioning);

/// {"partitioned", "decided_by": "evidence", "option" or "default", "evidence", "despite"}
Json partitioning_json(const hlo::Partitioning& partitioning);

}  // namespace tileglot::api
