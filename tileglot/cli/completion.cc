// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/completion.h"

#include <array>
#include <span>

namespace tileglot::cli {
namespace {

constexpr std::array<Shell, 3> kShells{
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

}  // namespace

std::span<const Shell> shells() { return kShells; }

}  // namespace tileglot::cli
