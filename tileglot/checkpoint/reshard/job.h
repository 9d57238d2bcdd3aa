// SPDX-License-Identifier: Apache-2.0
// job.h: what a resharding is, as a text that all workers must agree on.
//
// What     A Job is named fields, such as the sources, the rules and the naming of files. print(job) is
//          a line for each, between a line that says what it is and `end`; job_of(..) makes it;
//          first_difference(a, b) is the first field that differs. job_digest(job) is 64 bits of all
//          of it, with which each part's journal begins.
// Why      Workers do not talk to each other. The first leaves the job in the folder; one that was
//          started with other words, of another version or on other files is refused by name before
//          it writes anything.
// How      In values, `\n` and `\\` stand for line breaks and backslashes, and all other bytes for
//          themselves, so that any value is read as it was printed. A text without `end` was written
//          in part.
// Units    A source is its path in the model's folder, its size and the time of its last write: what is
//          the same on every machine that sees it.
// Example  Two workers with the rules `* P('tp', None)` and `* P(None, 'tp')` differ in "rules".
//          [tests: job_test.cc, "the field that differs is named"]
// Errors   reshard.job for a text that is not of a job, with a span where a line is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

/// What is parsed at most; more is refused.
inline constexpr std::size_t kLongestJob = std::size_t{64} << 20;
inline constexpr std::size_t kMostJobFields = 64;

struct JobField {
  std::string name = {};  ///< small letters and hyphens
  std::string value = {};
  friend bool operator==(const JobField&, const JobField&) = default;
};

struct Job {
  std::vector<JobField> fields = {};
  friend bool operator==(const Job&, const Job&) = default;
};

/// What people wrote: the fields of these names come first, so that the one that differs is a word
/// rather than what follows from it.
struct JobWords {
  std::string from = {};  ///< words or rules for files of ranks; may be empty
  std::string to = {};    ///< words or rules; empty: whole arrays
  std::string mesh = {};
  Names names = Names::kHf;
  std::optional<std::int64_t> max_part_bytes = {};
};

/// The fields: version, from, to, mesh, names, max-part, source (number, size and a checksum of all),
/// output (files, bytes and a checksum of names, headers and fills).
Job job_of(const JobWords& words, const pieces::PiecedModel& source, const WantedModel& wanted,
           const Output& output);

/// Precondition: the fields have different names, and are at most kMostJobFields.
std::string print(const Job& job);
core::Result<Job> parse_job(std::string_view text);

/// A field that one of them lacks differs too.
std::optional<std::string> first_difference(const Job& a, const Job& b);
std::uint64_t job_digest(const Job& job);

}  // namespace tileglot::checkpoint::reshard
