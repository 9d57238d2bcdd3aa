# SPDX-License-Identifier: Apache-2.0
"""Runs docs/guide/python.ipynb, whose outputs must be those that it holds.

usage: python test_notebook.py    writes the outputs into the notebook
"""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs/guide/python.ipynb"
NEEDED = ("nbclient", "ipykernel", "numpy", "jax")


def run(folder):
    """The notebook with the outputs of a kernel that runs in the folder."""
    import nbclient
    import nbformat

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    return nbclient.NotebookClient(
        notebook,
        timeout=120,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
    ).execute()


def outputs(notebook):
    """By the id of each cell, as a reader sees them."""
    return {
        cell.id: [
            {"text/plain": output.text} if output.output_type == "stream" else dict(output.data)
            for output in cell.outputs
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


def test_the_notebook_has_the_outputs_that_its_cells_give(tmp_path, monkeypatch):
    for name in NEEDED:
        pytest.importorskip(name)
    import nbformat

    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    held = outputs(nbformat.read(NOTEBOOK, as_version=4))
    assert 7 <= len(held) <= 10 and all(held.values())
    assert outputs(run(tmp_path)) == held


if __name__ == "__main__":
    import tempfile

    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        ran = run(folder)
    ran.metadata.language_info = {"name": "python"}
    for cell in ran.cells:
        cell.metadata.clear()
    nbformat.write(ran, NOTEBOOK)
