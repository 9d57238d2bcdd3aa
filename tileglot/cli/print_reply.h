// SPDX-License-Identifier: Apache-2.0
// print_reply.h: prints a reply.
//
// What     The answer goes to stdout; notes and errors go to stderr. As JSON, errors go to stdout
//          too; but where the command has written its data to stdout, the JSON goes to stderr.
// Errors   A failed write to stdout is io.write, reported by finish.
#pragma once

#include <string_view>

#include "tileglot/api/reply/reply.h"

namespace tileglot::cli {

/// True if everything reached stdout: a full disk or a closed pipe must not look like success.
bool write_out(std::string_view text);
void write_error(std::string_view text);

/// Returns the exit code of the reply.
int print(const api::Reply& reply, bool json);

/// Flushes stdout. Returns `exit_code`, or that of io.write if a write to stdout has failed.
int finish(int exit_code);

}  // namespace tileglot::cli
