// SPDX-License-Identifier: Apache-2.0
// hlo/requests.h: HLO requests whose modules are in files.
//
// What     Each reads its module from a path, "-" for standard input, and answers as the request of
//          api does. With an output, the module's text goes to that file, "-" for stdout, and the
//          answer says what was done.
// Why      A wrong option is refused before the file is read, so nothing waits for standard input.
// Example  `hlo assign m.hlo -o assigned.hlo`: "4 instructions, 2 copies inserted".
//          [tests: hlo/requests_test.cc, "a module is written to a file"]
// Errors   hlo.one_stdin for both modules of a diff; those of api, of io and of milp_solver.h.
//          A missing solver is reported in a note.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/pass.h"
#include "tileglot/api/hlo/print.h"
#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/hlo/verify.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

struct HloPrintFile : HloPrintRequest {
  std::string path = {};
  std::string output = {};  ///< empty or "-": stdout
  bool force = false;       ///< replaces an existing output
};

struct HloVerifyFile : HloVerifyRequest {
  std::string path = {};
};

struct HloStatsFile : HloStatsRequest {
  std::string path = {};
};

struct HloDiffFiles {
  std::string path = {};
  std::string after_path = {};
  bool lenient = false;  ///< keeps unknown attributes
};

struct HloPassFile : HloPassRequest {
  std::string path = {};
  std::optional<std::string> output = {};
  bool force = false;
};

struct HloAssignFile : HloAssignRequest {
  std::string path = {};
  std::optional<std::string> solver = {};  ///< its program; nothing: highs or cbc, if installed
  std::optional<std::string> output = {};
  bool force = false;
};

Reply hlo_print(HloPrintFile request);
Reply hlo_verify(HloVerifyFile request);
Reply hlo_stats(HloStatsFile request);
/// A bad first module is refused before the second is read.
Reply hlo_diff(const HloDiffFiles& request);
Reply hlo_pass(HloPassFile request);
Reply hlo_assign(HloAssignFile request);

}  // namespace tileglot::api::files
