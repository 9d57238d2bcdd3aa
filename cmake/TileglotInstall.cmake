# SPDX-License-Identifier: Apache-2.0
# TileglotInstall.cmake: libraries, headers and the configuration that find_package(tileglot) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Installs a package; the arguments after FOLDER are its TEST_SUPPORT, whose headers are left out.
function(tileglot_install_package NAME FOLDER)
  set_target_properties(tileglot_${NAME} PROPERTIES EXPORT_NAME ${NAME})
  install(TARGETS tileglot_${NAME} EXPORT tileglot)
  set(excluded "")
  foreach(source IN LISTS ARGN)
    cmake_path(REPLACE_EXTENSION source LAST_ONLY h)
    list(APPEND excluded PATTERN "${source}" EXCLUDE)
  endforeach()
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tileglot/${FOLDER}"
    FILES_MATCHING PATTERN "*.h" PATTERN "fuzz_corpus" EXCLUDE ${excluded})
endfunction()

function(tileglot_install_config)
  set(destination "${CMAKE_INSTALL_LIBDIR}/cmake/tileglot")
  get_property(packages GLOBAL PROPERTY TILEGLOT_EXTERNAL_PACKAGES)
  list(REMOVE_DUPLICATES packages)
  list(REMOVE_ITEM packages CLI11)  # only the program, never a library, links it
  list(TRANSFORM packages REPLACE "(.+)" "find_dependency(\\1)")
  list(JOIN packages "\n" TILEGLOT_FIND_DEPENDENCIES)
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tileglot-config.cmake.in"
    "${PROJECT_BINARY_DIR}/tileglot-config.cmake" INSTALL_DESTINATION "${destination}")
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/tileglot-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES
    "${PROJECT_BINARY_DIR}/tileglot-config.cmake"
    "${PROJECT_BINARY_DIR}/tileglot-config-version.cmake"
    DESTINATION "${destination}")
  install(EXPORT tileglot NAMESPACE tileglot:: DESTINATION "${destination}")
endfunction()
