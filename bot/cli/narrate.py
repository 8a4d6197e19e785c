"""Telling a match in a terminal: sentences, and the text board whenever somebody else is due.

Owns the order and the form of what is printed. Refuses to know where a match comes from.
"""

from bot.engine.core import AnyGame, Event, Seat, Text, letter
from bot.engine.replay import Frame
from bot.i18n import Lang, Style, words
from bot.render.base import renderer_of
from bot.words.base import words_of


class Narrator:
    """Tells one match from a spectator's seat, frame by frame."""

    def __init__(self, game: AnyGame, seats: int, lang: Lang) -> None:
        self._game = game
        self._style = Style(name=lambda seat: letter(game.info, seats, seat) if seats in game.info.letters else f"#{seat + 1}")
        self._words = words(lang)
        self._untold: list[Event] = []

    def say(self, text: Text) -> str:
        """Make a sentence, seats named by their letters."""
        return self._words.say(text, self._style)

    def tell(self, frame: Frame, due_before: frozenset[Seat]) -> None:
        """Remember what happened, and print it with the board once other seats are due than before, or none."""
        self._untold += [event for event in frame.events if event.audience is None]
        due = self._game.to_act(frame.state)
        if due and due == due_before:
            return
        told = [self.say(sentence) for sentence in words_of(self._game.info.key).tell(self._untold)]
        board = renderer_of(self._game.info.key).text(self._game.view(frame.state, None), self._untold, say=self.say)
        for paragraph in ("\n".join(told), board):
            if paragraph:
                print(paragraph, end="\n\n")
        self._untold = []

    def tell_all(self, frames: list[Frame]) -> None:
        """Tell a whole match."""
        due: frozenset[Seat] = frozenset()
        for frame in frames:
            self.tell(frame, due)
            due = self._game.to_act(frame.state)

    def result(self, frame: Frame, holders: list[str]) -> str:
        """Put the outcome on one line: place, letter, holder and score of each seat."""
        outcome = self._game.outcome(frame.state)
        if outcome is None:
            return self.say(Text("engine.cli.unfinished"))
        seats = sorted(range(len(holders)), key=lambda seat: outcome.places[seat])
        parts = []
        for seat in seats:
            score = "" if outcome.scores is None else f" {outcome.scores[seat]}"
            parts.append(f"{outcome.places[seat]}. {self._style.name(Seat(seat))} ({holders[seat]}){score}")
        return ", ".join(parts)
