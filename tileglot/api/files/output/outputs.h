// SPDX-License-Identifier: Apache-2.0
// output/outputs.h: the files that a request writes, all of them or none, and stdout.
//
// What     claim refuses a target before the work; tensor and text reserve its room and fill it;
//          commit gives all files their names, and writes the output named "-" to stdout.
// Why      A request that is refused leaves none of its outputs. A stream cannot be taken back, so
//          it starts only when everything else is done.
// Units    Bytes. What goes to stdout is held in memory first, at most io::kStreamLimitBytes.
// Example  Claims of o-0.npy and o-1.npy, where o-1.npy exists: io.exists, and no o-0.npy.
//          [tests: output/outputs_test.cc, "a refused output leaves no other"]
// Errors   hlo.outputs where two outputs have one target; io.too_large for a stream beyond the
//          limit; those of npy/writer.h. Only a disk that fails between two names, or a file that
//          appears after the claim, can leave the first outputs without the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/npy/writer.h"

namespace tileglot::api::files {

class Outputs {
 public:
  /// force: replaces files that exist.
  explicit Outputs(bool force) : force_(force) {}

  /// Nothing is written yet.
  core::Status claim(const std::string& path);

  /// The room for the elements of a .npy file, zero until written. Precondition: claimed.
  core::Result<std::span<std::byte>> tensor(const std::string& path, std::string_view descr,
                                            std::span<const std::int64_t> shape);
  /// Precondition: claimed.
  core::Status text(const std::string& path, std::string_view text);

  /// Call it once, when every output is filled.
  core::Status commit();

  /// The answer, with its text on stderr where an output has stdout.
  Answer report(Answer answer) const;

 private:
  using File = std::variant<io::NpyWriter, io::AtomicFile>;

  core::Result<std::span<std::byte>> stream_tensor(std::string_view descr,
                                                   std::span<const std::int64_t> shape);
  core::Status hold_stream(std::int64_t size_bytes);

  bool force_;
  std::set<std::string> targets_;
  std::vector<File> files_;
  io::MemoryMapping stream_;
};

}  // namespace tileglot::api::files
