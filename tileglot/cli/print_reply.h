// SPDX-License-Identifier: Apache-2.0
// print_reply.h: prints an answer: data on stdout, everything else on stderr.
#pragma once

#include <string_view>

#include "tileglot/api/reply/reply.h"

namespace tileglot::cli {

/// True if everything reached stdout: a full disk or a closed pipe must not look like success.
bool write_out(std::string_view text);
void write_error(std::string_view text);

/// Returns the exit code of the reply.
int print(const api::Reply& reply, bool json);

/// Returns the exit code, or that of a failed write to stdout.
int finish(int exit_code);

}  // namespace tileglot::cli
