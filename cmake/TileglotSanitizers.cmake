# SPDX-License-Identifier: Apache-2.0
# TileglotSanitizers.cmake: the flags of TILEGLOT_SANITIZE for every target, and `fuzzers`, which
# builds every fuzzer.
if(TILEGLOT_SANITIZE)
  add_compile_options(
    -fsanitize=${TILEGLOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TILEGLOT_SANITIZE})
endif()
if(TILEGLOT_BUILD_FUZZERS)
  add_custom_target(fuzzers)
endif()
