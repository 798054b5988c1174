// A word explains itself: what the glossary says of it stands beside it while the mouse
// is on it, while it has the focus, or after a tap. Without this it leads to its entry.

const place = document.currentScript.src.replace(/words\.js.*$/, "glossary.js");

// The entries are fetched once a page, when somebody first does something.
const entries = (() => {
  let asked;
  return () =>
    (asked ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.addEventListener("load", () => resolve(window.glossary));
      script.src = place;
      document.head.append(script);
    }));
})();

function makeNote() {
  const note = document.createElement("div");
  note.className = "note";
  note.popover = "manual";
  note.append(
    ...["strong", "small", "p", "a"].map((tag) => document.createElement(tag)),
  );
  note.querySelector("p").id = "note-text";
  document.body.append(note);
  return note;
}

function fill(note, link, { say, words }) {
  const [word, text, year] = words[decodeURIComponent(link.hash.slice(1))];
  note.querySelector("strong").textContent = word;
  note.querySelector("small").textContent = year;
  note.querySelector("p").textContent = text;
  Object.assign(note.querySelector("a"), { href: link.href, textContent: say });
}

// Below the word, or above it where there is no room; never beyond the window's edge.
function put(note, link) {
  const word = link.getClientRects()[0],
    { width, height } = note.getBoundingClientRect();
  const column = document.getElementById("text").getBoundingClientRect();
  const room = Math.min(document.documentElement.clientWidth, column.right + 8);
  const left = Math.max(8, Math.min(word.left, room - width - 8));
  const below = word.bottom + 6 + height < innerHeight;
  const top = below ? word.bottom + 6 : Math.max(word.top - 6 - height, 8);
  note.style.left = `${left + scrollX}px`;
  note.style.top = `${top + scrollY}px`;
}

function explainWords() {
  const note = makeNote();
  let shown = null,
    timer = 0,
    touched = null;
  const hide = () => {
    clearTimeout(timer);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    if (note.matches(":popover-open")) note.hidePopover();
  };
  const show = async (link) => {
    if (shown === link) return;
    hide();
    shown = link;
    const found = await entries();
    if (shown !== link) return;
    fill(note, link, found);
    link.setAttribute("aria-describedby", "note-text");
    note.showPopover();
    put(note, link);
  };
  const later = (work, wait) => {
    clearTimeout(timer);
    timer = setTimeout(work, wait);
  };
  const wordAt = ({ target }) => target.closest?.("a.word");

  document.addEventListener("pointerover", (event) => {
    entries();
    if (event.pointerType === "touch") return;
    const link = wordAt(event);
    if (link) later(() => show(link), 120);
    else if (note.contains(event.target)) clearTimeout(timer);
    else if (shown && shown !== document.activeElement) later(hide, 250);
    else clearTimeout(timer);
  });
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch" ? wordAt(event) : null;
    if (shown && !touched && !note.contains(event.target)) hide();
  });
  document.addEventListener("click", (event) => {
    if (!touched || wordAt(event) !== touched) return;
    event.preventDefault();
    show(touched);
  });
  document.addEventListener("focusin", (event) => {
    entries();
    const link = wordAt(event);
    if (link) show(link);
    else if (shown && !note.contains(event.target)) hide();
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
}

if ("showPopover" in HTMLElement.prototype) explainWords();
