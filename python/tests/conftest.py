# SPDX-License-Identifier: Apache-2.0
"""What tests of several files ask for."""

import pytest


@pytest.fixture(scope="session")
def np():
    return pytest.importorskip("numpy")
