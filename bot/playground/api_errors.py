"""The errors Discord's API answers with: codes, their HTTP status and text, and the nested form-error shape.

Owns the table of codes and the collector of form errors. It knows nothing of the world or of HTTP frameworks.
"""

from typing import Any, NoReturn

Json = dict[str, Any]

CODES: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30034: (400, "Max number of daily application command creates has been reached"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


class ApiError(Exception):
    """An error answer of the API: HTTP `status`, Discord's `code`, its text, nested form errors, seconds to wait."""

    def __init__(
        self, status: int, code: int, message: str, errors: Json | None = None, *, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def payload(self) -> Json:
        """Give the JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def fail(code: int) -> NoReturn:
    """Raise the ApiError of a code in the table."""
    status, message = CODES[code]
    raise ApiError(status, code, message)


class Form:
    """Collects what is wrong with a request body; `check` raises 50035 with all of it, nested as Discord nests it."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note one error at a dotted path (`embeds.0.title`); an empty path means the whole body."""
        node = self._errors
        for part in path.split(".") if path else ():
            node = node.setdefault(part, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: str, value: object, *, most: int, least: int = 0) -> None:
        """Note a text that is missing, no text, or not within `least` to `most` characters."""
        if value is None and least:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif value is not None and not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f"Could not convert {value!r} to string.")
        elif isinstance(value, str) and not least <= len(value) <= most:
            if least:
                self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def count(self, path: str, values: list[Any], *, most: int, least: int = 0) -> None:
        """Note a list that has not between `least` and `most` items."""
        if not least <= len(values) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def check(self) -> None:
        """Raise 50035 if anything was noted."""
        if self._errors:
            status, message = CODES[50035]
            raise ApiError(status, 50035, message, self._errors)
