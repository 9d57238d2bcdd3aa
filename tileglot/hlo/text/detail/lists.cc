// SPDX-License-Identifier: Apache-2.0
// Lists of numbers, and what is made of them.
#include <cstdint>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/list.h"
#include "tileglot/hlo/text/detail/values.h"

namespace tileglot::hlo {

using core::Result;
using core::Status;

Result<Ints> read_integers(Cursor& cursor) {
  Ints result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(number, cursor.integer("an integer"));
    result.push_back(number);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

Result<IntLists> read_integer_lists(Cursor& cursor) {
  IntLists result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(list, read_integers(cursor));
    result.push_back(std::move(list));
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

Result<Bools> read_booleans(Cursor& cursor) {
  Bools result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(value, cursor.boolean());
    result.push_back(value);
    return {};
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

Result<Pairs> read_pairs(Cursor& cursor) {
  Pairs result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY_STATUS(cursor.expect('{', "before a pair"));
    TILEGLOT_TRY(source, cursor.integer("a source"));
    TILEGLOT_TRY_STATUS(cursor.expect(',', "between source and target"));
    TILEGLOT_TRY(target, cursor.integer("a target"));
    result.emplace_back(source, target);
    return cursor.expect('}', "after a pair");
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

Result<OperandAliases> read_operand_aliases(Cursor& cursor) {
  OperandAliases result;
  const auto read_item = [&]() -> Status {
    TILEGLOT_TRY(output, read_integers(cursor));
    TILEGLOT_TRY_STATUS(cursor.expect(':', "after the output's index"));
    TILEGLOT_TRY_STATUS(cursor.expect('(', "before the operand"));
    TILEGLOT_TRY(operand, cursor.integer("the number of an operand"));
    TILEGLOT_TRY_STATUS(cursor.expect(',', "after the operand"));
    TILEGLOT_TRY(index, read_integers(cursor));
    if (cursor.accept(',')) cursor.word();
    result.push_back({std::move(output), operand, std::move(index)});
    return cursor.expect(')', "after the operand's index");
  };
  TILEGLOT_TRY_STATUS(read_list(cursor, '{', '}', read_item));
  return result;
}

}  // namespace tileglot::hlo
