"""What Discord accepts as rows of buttons and selects, and the form in which it gives them back.

Owns the check of a component tree. It knows nothing of messages or players.
"""

from typing import Any

from bot.playground.api_errors import Form

Json = dict[str, Any]

ROWS, ROW_WIDTH, OPTIONS = 5, 5, 25
CUSTOM_ID, LABEL, OPTION_TEXT, PLACEHOLDER = 100, 80, 100, 150
ROW, BUTTON, STRING_SELECT, LINK, PREMIUM = 1, 2, 3, 5, 6
SELECTS = frozenset({3, 5, 6, 7, 8})


def check_components(form: Form, rows: list[Json]) -> None:
    """Note everything Discord would refuse in these rows."""
    form.count("components", rows, most=ROWS)
    seen: set[str] = set()
    for number, row in enumerate(rows):
        path = f"components.{number}"
        items = row.get("components")
        if row.get("type") != ROW or not isinstance(items, list):
            form.add(f"{path}.type", "BASE_TYPE_CHOICES", "Value must be one of {1}.")
            continue
        form.count(f"{path}.components", items, least=1, most=ROW_WIDTH)
        if len(items) > 1 and any(item.get("type") in SELECTS for item in items):
            form.add(f"{path}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
        for place, item in enumerate(items):
            _check_item(form, f"{path}.components.{place}", item, seen)


def _check_item(form: Form, path: str, item: Json, seen: set[str]) -> None:
    kind = item.get("type")
    if kind == BUTTON:
        _check_button(form, path, item)
    elif kind in SELECTS:
        _check_select(form, path, item)
    else:
        form.add(f"{path}.type", "BASE_TYPE_CHOICES", "Value must be one of {2, 3, 5, 6, 7, 8}.")
        return
    custom_id = item.get("custom_id")
    if custom_id is not None:
        form.length(f"{path}.custom_id", custom_id, least=1, most=CUSTOM_ID)
        if custom_id in seen:
            form.add(f"{path}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        seen.add(custom_id)


def _check_button(form: Form, path: str, item: Json) -> None:
    style = item.get("style")
    if style not in range(1, 7):
        form.add(f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
    form.length(f"{path}.label", item.get("label"), most=LABEL)
    if style in (LINK, PREMIUM):
        if item.get("custom_id") is not None:
            form.add(path, "BUTTON_COMPONENT_LINK_WITH_CUSTOM_ID", "A link button cannot have a custom id")
        if style == LINK and not item.get("url"):
            form.add(f"{path}.url", "BASE_TYPE_REQUIRED", "A url is required")
    elif item.get("custom_id") is None:
        form.add(f"{path}.custom_id", "BASE_TYPE_REQUIRED", "A custom id is required")
    if not item.get("label") and not item.get("emoji") and style != PREMIUM:
        form.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")


def _check_select(form: Form, path: str, item: Json) -> None:
    if item.get("custom_id") is None:
        form.add(f"{path}.custom_id", "BASE_TYPE_REQUIRED", "This field is required")
    form.length(f"{path}.placeholder", item.get("placeholder"), most=PLACEHOLDER)
    least, most = item.get("min_values", 1), item.get("max_values", 1)
    if not 0 <= least <= OPTIONS or not 1 <= most <= OPTIONS or least > most:
        form.add(f"{path}.max_values", "NUMBER_TYPE_RANGE", f"min_values and max_values must be ordered within 0 to {OPTIONS}.")
    if item.get("type") == STRING_SELECT:
        _check_options(form, f"{path}.options", item.get("options") or [], most)


def _check_options(form: Form, path: str, options: list[Json], most: int) -> None:
    form.count(path, options, least=1, most=OPTIONS)
    if most > len(options):
        form.add(path, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", f"max_values {most} is larger than the {len(options)} options")
    if sum(bool(option.get("default")) for option in options) > most:
        form.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"More than {most} options are set by default")
    values: set[object] = set()
    for number, option in enumerate(options):
        form.length(f"{path}.{number}.label", option.get("label"), least=1, most=OPTION_TEXT)
        form.length(f"{path}.{number}.value", option.get("value"), least=1, most=OPTION_TEXT)
        form.length(f"{path}.{number}.description", option.get("description"), most=OPTION_TEXT)
        if option.get("value") in values:
            form.add(
                f"{path}.{number}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        values.add(option.get("value"))


def normal_components(rows: list[Json]) -> list[Json]:
    """Give the rows as Discord stores them: every component numbered, defaults filled in, absent values left out."""
    numbers = iter(range(1, 1000))
    result = []
    for row in rows:
        row_id = next(numbers)
        result.append(
            {"type": ROW, "id": row_id, "components": [_normal_item(item, next(numbers)) for item in row["components"]]}
        )
    return result


def _normal_item(item: Json, number: int) -> Json:
    clean = {key: value for key, value in item.items() if value is not None and key != "required"}
    if clean["type"] in SELECTS:
        clean = {"min_values": 1, "max_values": 1, **clean}
    if "emoji" in clean:
        clean["emoji"] = {key: value for key, value in clean["emoji"].items() if value is not None}
    if "options" in clean:
        clean["options"] = [{key: value for key, value in option.items() if value is not None} for option in clean["options"]]
    return {**clean, "id": number}
