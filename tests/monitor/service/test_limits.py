from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor.service import ServiceLimits


@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_is_positive(value):
    with pytest.raises(OptionError, match="max_body is .*; it must be more than 0"):
        ServiceLimits(max_body=value)


def test_a_list_that_is_allowed_can_be_checked():
    with pytest.raises(OptionError, match="max_checks is 5 and max_texts 100"):
        ServiceLimits(max_checks=5)
