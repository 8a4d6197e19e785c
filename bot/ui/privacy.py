"""What is stored about a user: handed out, or forgotten.

Owns the private answers. Refuses to know where anything is stored (`bot.match.people`).
"""

import json

from bot.engine.core import Text
from bot.ui import components
from bot.ui.ask import Ask, Attachment, Reply, page
from bot.ui.controls import Button
from bot.ui.ids import Press


async def export(ask: Ask) -> Reply:
    """Hand out everything stored about the asker."""
    about = await ask.services.people.about(ask.actor.user_id)
    content = json.dumps(about, ensure_ascii=False, indent=2).encode()
    return page(ask.say(Text("people.privacy.exported")), attachment=Attachment("tavoliere-data.json", content))


async def delete(ask: Ask) -> Reply:
    """Ask whether it is meant."""
    rows = ((Button(Text("people.button.forget"), "forget", look="danger"),),)
    return page(ask.say(Text("people.privacy.sure")), rows=rows, say=components.labels(ask.lang))


async def forget(ask: Ask, press: Press) -> Reply:
    """Forget the asker: their seats are nobody's, and what they did names nobody."""
    await ask.services.people.forget(ask.actor.user_id)
    ask.services.table.forget()
    return page(ask.say(Text("people.privacy.forgotten")))
