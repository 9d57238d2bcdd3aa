// SPDX-License-Identifier: Apache-2.0
// offered_words.h: the words that requests know, for doors that list or complete them.
//
// What     Names of targets, notations and passes, each from the one place
//          that reads them.
// Why      A door that repeats a list by hand lags behind it.
#pragma once

#include <string>
#include <vector>

namespace tileglot::api {

/// What `convert --to` takes.
std::vector<std::string> convert_targets();

/// What --from-notation takes.
std::vector<std::string> notation_names();

/// What `hlo pass` takes.
std::vector<std::string> pass_names();

/// A line for each of them: its name and what it does.
std::string pass_list();

/// The steps of `hlo normalize`, a line for GPUs and one for the CPU.
std::string pipeline_list();

}  // namespace tileglot::api
