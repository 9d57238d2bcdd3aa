// SPDX-License-Identifier: Apache-2.0
// offered_words.h: the words that requests accept, for front ends that list or complete them.
//
// What     Names of targets, notations and passes, each from the one place that reads them.
// Why      A list repeated by hand in a front end gets out of date.
#pragma once

#include <string>
#include <vector>

namespace tileglot::api {

/// The values of `convert --to`.
std::vector<std::string> convert_targets();

/// The values of --from-notation.
std::vector<std::string> notation_names();

/// The values of `check --target`.
std::vector<std::string> target_names();

/// Those of --target of `hlo`: the machines that layouts are assigned for.
std::vector<std::string> assigned_target_names();

/// The values of `hlo pass`.
std::vector<std::string> pass_names();

/// One line per pass: its name and what it does.
std::string pass_list();

/// The steps of `hlo normalize`: one line for GPUs and one for the CPU.
std::string pipeline_list();

}  // namespace tileglot::api
