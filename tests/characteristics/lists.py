"""Word lists that are typed in a test, written as the two files that a user has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HEAD = {"title": "t", "source": "s", "licence": "l", "name": "pet owners"}


def write(folder: Path, rows: str, *, stem: str = "pets", **head: object) -> Path:
    """Write a list; give its TOML. The first line of `rows` has the columns."""
    csv = folder / f"{stem}.csv"
    lines = [line.strip() for line in rows.strip().splitlines()]
    csv.write_text("\n".join(lines) + "\n", encoding="utf-8")
    keys = {key: value for key, value in {**HEAD, **head}.items() if value is not None}
    text = "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items())
    text += "[columns]\n" + "".join(f'"{column}" = "."\n' for column in lines[0].split(","))
    toml = csv.with_suffix(".toml")
    toml.write_text(text, encoding="utf-8")
    return toml


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"'
