// SPDX-License-Identifier: Apache-2.0
// op_metadata.h: where an operation comes from, as far as a sharding carries it.
//
// What     OpMetadata has the names that a text's `metadata={op_name="x"}` has, and, as bytes, what
//          else a protocol buffer had in it.
// Why      Metadata means nothing to a layout, but what was read is to be written again.
// Example  {replicated metadata={op_name="a" source_line=3}}
//          [tests: parse_sharding_test.cc, "metadata is kept"]
// Source   XLA, xla_data.proto (OpMetadata).
#pragma once

#include <cstdint>
#include <string>

namespace tileglot::notation::xla {

struct OpMetadata {
  std::string op_type = {};
  std::string op_name = {};
  std::string source_file = {};
  std::int64_t source_line = 0;
  std::string other_fields = {};  ///< of the protocol buffer, as they were written
  friend bool operator==(const OpMetadata&, const OpMetadata&) = default;
};

}  // namespace tileglot::notation::xla
