"""The settings: read once from the environment and `.env`, checked, then passed on; nothing else reads the environment."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AnyHttpUrl, Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import Fault
from bot.i18n import Lang

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]", "::1"})


class BadSettings(Fault):
    """A setting has a value it cannot have; the message names it, says what is wrong and what would be right."""


class Settings(BaseSettings):
    """Every setting with its default; `.env.example` lists the same, and a test compares them."""

    model_config = SettingsConfigDict(
        env_prefix="TAVOLIERE_", env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True
    )

    discord_token: Annotated[
        SecretStr | None,
        Field(validation_alias="DISCORD_TOKEN", description="The bot's token from the Discord developer portal."),
    ] = None
    database: Annotated[Path, Field(description="The SQLite file that holds every match.")] = Path("tavoliere.db")
    language: Annotated[Lang, Field(description="The language of servers whose own language is not known: en, it or pt_BR.")] = (
        "en"
    )
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], Field(description="How much is logged: DEBUG, INFO, WARNING or ERROR.")
    ] = "INFO"
    log_format: Annotated[Literal["console", "json"], Field(description="How the log is written: console or json.")] = "console"
    bot_seconds: Annotated[float, Field(gt=0, le=30, description="How long a house bot may think about a move, in seconds.")] = (
        2.0
    )
    bot_workers: Annotated[int, Field(ge=1, le=16, description="How many processes think for the house bots.")] = 1
    local_discord: Annotated[
        AnyHttpUrl | None,
        Field(
            description="The address of a local Discord to connect to instead of the real one; loopback only, for development."
        ),
    ] = None

    @field_validator("discord_token")
    @classmethod
    def _only_token_signs(cls, value: SecretStr | None) -> SecretStr | None:
        """A token travels in a header: what cannot stand there is refused here, without being quoted."""
        text = "" if value is None else value.get_secret_value().strip()
        if not (text.isascii() and text.isprintable()) or " " in text:
            raise PydanticCustomError(
                "settings.no_token", "holds characters that no token has: copy it again from the developer portal"
            )
        return value

    @field_validator("local_discord")
    @classmethod
    def _only_loopback(cls, value: AnyHttpUrl | None) -> AnyHttpUrl | None:
        """A production start must never be redirected elsewhere by accident."""
        if value is not None and value.host not in LOOPBACK:
            raise PydanticCustomError(
                "settings.not_loopback", "must be an address on this machine, such as http://127.0.0.1:8123"
            )
        return value


def load_settings() -> Settings:
    """Read the settings; raises BadSettings with one line that names every bad one."""
    try:
        return Settings()
    except ValidationError as error:
        lines = []
        for detail in error.errors(include_input=False, include_url=False):
            name = str(detail["loc"][0]) if detail["loc"] else "?"
            name = name if name.isupper() else f"TAVOLIERE_{name.upper()}"
            lines.append(f"{name}: {detail['msg']}")
        raise BadSettings("; ".join(lines)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{Settings.model_config.get('env_file')} cannot be read: {error}") from error
