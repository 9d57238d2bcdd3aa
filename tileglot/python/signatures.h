// SPDX-License-Identifier: Apache-2.0
// signatures.h: signatures that several classes have, as type checkers read them.
#pragma once

namespace tileglot::python {

/// Any object may be compared; those of other classes are not equal.
inline constexpr const char* kEqSignature = "def __eq__(self, other: object, /) -> bool";

}  // namespace tileglot::python
