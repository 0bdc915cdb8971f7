"""Optional packages."""

from __future__ import annotations

import json
import os.path

import pytest

from fairnlp.core.errors import MissingDependencyError
from fairnlp.core.optional import require


def test_a_package_that_is_installed_is_imported():
    assert require("json", extra="dev", purpose="A test") is json


def test_a_module_inside_a_package_is_imported():
    assert require("os.path", extra="dev", purpose="A test") is os.path


def test_a_missing_package_gives_the_command_that_installs_it():
    with pytest.raises(MissingDependencyError) as caught:
        require("no_such_package.inner", extra="neural", purpose="A transformer")
    assert str(caught.value) == (
        "A transformer needs `no_such_package.inner`: pip install 'fairnlp[neural]'."
    )
    assert caught.value.name == "no_such_package.inner"
