# SPDX-License-Identifier: Apache-2.0
"""What tests of several files ask for."""

import pytest
from file_values import model_in, npy_in


@pytest.fixture(scope="session")
def np():
    return pytest.importorskip("numpy")


@pytest.fixture
def npy(tmp_path):
    return npy_in(tmp_path)


@pytest.fixture
def model(tmp_path):
    return model_in(tmp_path)
