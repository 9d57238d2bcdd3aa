// SPDX-License-Identifier: Apache-2.0
// print_values.h: the text of attribute values that do not depend on the module.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tileglot/hlo/ir/attribute.h"

namespace tileglot::hlo {

void append_integers(std::span<const std::int64_t> list, std::string& out);
/// `{{1,0},{2}}`
void append_integer_lists(const IntLists& lists, std::string& out);
void append_window(const Window& window, std::string& out);
void append_padding(const Padding& padding, std::string& out);
void append_slices(const SliceRanges& ranges, std::string& out);
void append_dim_labels(const ConvolutionDimensions& dimensions, std::string& out);
void append_replica_groups(const ReplicaGroups& groups, std::string& out);
void append_pairs(const Pairs& pairs, std::string& out);
void append_operand_aliases(const OperandAliases& aliases, std::string& out);

}  // namespace tileglot::hlo
