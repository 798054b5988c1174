"""A drawing with its number, its caption, its steps, and what it says when heard."""

import re

from helpers.drawing.alphabet import NARROW, STYLE, WIDE, in_html, short
from helpers.drawing.canvas import Canvas

MOST = 8  # steps
HIGHEST = 1600  # pixels, about two screens
PLAY = (
    "(f=>{let r=[...f.querySelectorAll('input')],i=0;clearInterval(f.t);r[0].click();"
    "f.t=setInterval(()=>++i&lt;r.length?r[i].click():clearInterval(f.t),2800)})"
    "(this.closest('figure'))"
)
SHARED = f"<style data-shared>{STYLE}</style>"


def shifted(x, y):
    """The style of what stands elsewhere."""
    return f"{{transform:translate({short(x)}px,{short(y)}px)}}"


def said(words, what):
    """The words, if there are any; a sentence says what they are for."""
    if not str(words or "").strip():
        raise ValueError(f"A drawing needs {what}.")
    return str(words)


def identified(number):
    """The id of the figure with a number, which is its chapter and its place in it."""
    if not re.fullmatch(r"\d+\.\d+", str(number)):
        raise ValueError(
            f"{number!r} is no number of a figure: write the chapter and the figure's "
            "place in it, like '10.3'."
        )
    return "figure-" + str(number).replace(".", "-")


def captioned(number, caption):
    """A caption as the page shows it, below its number."""
    return f"<figcaption><b>Figure {number}.</b> {in_html(caption)}</figcaption>"


def sentences(steps):
    """The steps, each with a short title and its sentence, if a reader can take them.

    A step may be a sentence alone; its title is its number then.
    """
    pairs = [
        (str(k), step) if isinstance(step, str) else tuple(step)
        for k, step in enumerate(steps, 1)
    ]
    if len(pairs) > MOST:
        raise ValueError(
            f"A drawing moves in at most {MOST} steps, and this one has {len(pairs)}: "
            "make two drawings of it."
        )
    return pairs


class Drawing:
    """A drawing with its number, its caption and what it says to those who hear it.

    `draw(room)` returns a canvas that is at most `room` wide. `steps` gives each step
    its button and its sentence. Before a step is chosen, and on paper, the drawing
    shows what the last one shows, at rest. In the step `whole` nothing is dim.
    """

    def __init__(self, number, caption, alt, draw, steps=(), whole=None):
        self.name, self.number = identified(number), number
        self.caption = said(caption, "a caption, which says what to see in it")
        self.alt = said(alt, "an alternative text, which tells what an eye would find")
        self.draw, self.steps, self.whole = draw, sentences(steps), whole
        self.canvases()  # now, so that what is wrong stops the cell

    def captioned(self, caption):
        """The same drawing with another caption, in a translation for one."""
        self.caption = said(caption, "a caption, which says what to see in it")
        return self

    def canvas(self, room):
        """What is drawn in a room; a sentence says if it does not fit."""
        page = self.draw(room)
        if not isinstance(page, Canvas):
            raise ValueError(f"The drawing {self.number} must return its canvas.")
        if page.width > room:
            raise ValueError(
                f"The drawing {self.number} is {short(page.width)} pixels wide in a "
                f"room of {room}: narrow its cells, or set its parts one below another."
            )
        if page.height > HIGHEST:
            raise ValueError(
                f"The drawing {self.number} is {short(page.height)} pixels high, and a "
                f"reader sees at most {HIGHEST} of them together: show fewer rows."
            )
        return page

    def canvases(self):
        """The drawing for a wide page and for a phone; one, if both are the same."""
        wide, narrow = self.canvas(WIDE), self.canvas(NARROW)
        same = wide.parts == narrow.parts
        return {"tb-both": narrow} if same else {"tb-wide": wide, "tb-narrow": narrow}

    def when(self, step):
        """The beginning of a rule that holds in one step."""
        return f"#{self.name}:has([value='{step}']:checked)"

    def rules(self, scope, canvas):
        """What the groups of a canvas do in each step, as rules of style."""
        for kind, name, value in canvas.rules:
            there = lambda step, name=name: f"{self.when(step)} .{scope} .{name}"
            yield from getattr(self, f"rules_{kind}")(scope, name, value, there)

    def rules_at(self, scope, name, value, there):
        """It is there in these steps alone."""
        count = len(self.steps)
        if count and count not in value:
            yield f"#{self.name} .{scope} .{name}{{opacity:0}}"
            yield ",".join(map(there, value)) + "{opacity:1}"
        elif away := [there(k) for k in range(1, count + 1) if k not in value]:
            yield ",".join(away) + "{opacity:0}"

    def rules_lit_at(self, scope, name, value, there):
        """It is alight in these steps, and dim in the others."""
        lit, steps = value
        steps = steps or range(1, len(self.steps) + 1)
        if away := [there(k) for k in steps if k not in (*lit, self.whole)]:
            yield ",".join(away) + "{opacity:.34}"
        shapes = [f"{there(k)} :is(.tb-learned,.tb-hollow)" for k in lit]
        lit = "fill:var(--tb-glow);stroke:var(--tb-lit);stroke-width:var(--tb-lit-line)"
        yield f"{','.join(shapes)}{{{lit}}}"

    def rules_wait(self, scope, name, value, there):
        """In one step it appears after some seconds."""
        yield f"{there(value[0])}{{transition-delay:{value[1]}s}}"

    def rules_move(self, scope, name, value, there):
        """In each step it stands elsewhere."""
        if len(self.steps) in value:
            yield f"#{self.name} .{scope} .{name}{shifted(*value[len(self.steps)])}"
        for step, place in value.items():
            yield there(step) + shifted(*place)

    def rules_slide(self, scope, name, value, there):
        """In one step it travels from place to place, with a rest at each."""
        step, seconds, places = value
        film = f"{self.name}-{scope}-{name}"
        frames = "".join(
            f"{100 * (k + rest) / len(places):.1f}%{shifted(*place)}"
            for k, place in enumerate(places)
            for rest in (0.35, 1)
        )
        yield f"@keyframes {film}{{{frames}}}"
        yield there(step) + shifted(*places[-1])
        yield f"{there(step)}{{animation:{film} {seconds}s both}}"

    def buttons(self):
        """The steps as radio buttons, which need no script, and one that plays."""
        labels = []
        for k, (title, _) in enumerate(self.steps, 1):
            button = f'<input type="radio" name="{self.name}" value="{k}">'
            labels.append(f"<label>{button}<span>{in_html(title)}</span></label>")
        return (
            '<fieldset class="tb-steps"><legend>Steps of the drawing</legend>'
            f'{"".join(labels)}<button type="button" onclick="{PLAY}">▸ Play</button>'
            "</fieldset>"
        )

    def telling(self):
        """The steps' sentences, of which the page shows one."""
        lines = "".join(f"<p>{in_html(text)}</p>" for _, text in self.steps)
        return f'<div class="tb-say">{lines}</div>'

    def own_style(self, canvases):
        """What the steps of this one drawing do."""
        rules = [rule for pair in canvases.items() for rule in self.rules(*pair)]
        for k in range(1, len(self.steps) + 1):
            rules.append(f"{self.when(k)} .tb-say>:nth-child({k}){{opacity:1}}")
        return f"<style>{''.join(rules)}</style>" if rules else ""

    def _repr_html_(self):
        canvases = self.canvases()
        head, tail = (self.buttons(), self.telling()) if self.steps else ("", "")
        art = "".join(page.svg(scope, self.alt) for scope, page in canvases.items())
        return (
            f'<figure class="tb-picture" id="{self.name}">{SHARED}'
            f"{self.own_style(canvases)}{head}{art}{tail}"
            f"{captioned(self.number, self.caption)}</figure>"
        )

    def __repr__(self):
        return f"Figure {self.number}: {self.alt}"
