// What the pages do beside being read. Without it everything can still be read.

const root = document.documentElement;

function startThemeSwitch() {
  const button = document.querySelector("button.theme");
  const show = () => button.setAttribute("aria-pressed", root.dataset.theme === "dark");
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      /* a private page */
    }
    show();
  });
  show();
}

// What scrolls sideways can be scrolled with the arrow keys too.
function watchOverflow() {
  const kinds = "main pre, main div.math, main .table-scroll, main .tb-scroll";
  const wide = document.querySelectorAll(kinds);
  const mark = (element) => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver((entries) =>
    entries.forEach(({ target }) => mark(target)),
  );
  wide.forEach((element) => observer.observe(element));
  window.MathJax?.startup?.promise?.then(() => wide.forEach(mark));
}

function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".cell_input .highlight")) {
    const button = document.createElement("button");
    button.className = "icon copy";
    button.setAttribute("aria-label", document.body.dataset.copy);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("pre").textContent);
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 1500);
    });
    block.append(button);
  }
}

// On a phone a row may be a card, in which each text says under what heading it stands.
function labelCells(table) {
  const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent);
  for (const row of table.tBodies[0].rows)
    [...row.cells].forEach((cell, column) => {
      cell.dataset.head = heads[column];
    });
}

// Each heading of a sortable table becomes a button that sorts by its column.
function makeSortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const text = (row, column) => row.cells[column].textContent.trim();
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].sort((a, b) =>
        text(a, column).localeCompare(text(b, column), "en", { numeric: true }),
      );
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}

// The list "On this page" shows where the reader is.
function followReader() {
  const links = [...document.querySelectorAll("nav.here a")];
  const places = links.map((a) =>
    document.getElementById(decodeURIComponent(a.hash.slice(1))),
  );
  const show = () => {
    const at = places.findLastIndex((p) => p && p.getBoundingClientRect().top < 120);
    links.forEach((a, i) => a.toggleAttribute("data-here", i === at));
  };
  if (links.length) addEventListener("scroll", show, { passive: true });
}

// Which exercises the reader has done: kept in this browser, and nowhere else.
function keepProgress() {
  const read = () => {
    try {
      return new Set(JSON.parse(localStorage.getItem("done") ?? "[]"));
    } catch {
      return new Set();
    }
  };
  const write = (done) => {
    try {
      localStorage.setItem("done", JSON.stringify([...done]));
    } catch {
      /* a private page */
    }
  };
  const numberOf = (place) =>
    place.dataset.exercise ?? place.id.replace("exercise-", "").replace("-", ".");
  const boxes = [];
  const summary = document.createElement("p");
  const lists = [...document.querySelectorAll("ol.exercises")].map((list) => {
    const bar = Object.assign(document.createElement("progress"), { value: 0 });
    bar.setAttribute("aria-label", list.previousElementSibling.textContent);
    list.before(bar);
    return [list, bar];
  });
  const count = () => {
    const done = boxes.filter((box) => box.checked).length;
    summary.textContent = `${done} of ${boxes.length} done.`;
    for (const [list, bar] of lists) {
      bar.max = list.children.length;
      bar.value = list.querySelectorAll(".tick:checked").length;
    }
  };
  for (const place of document.querySelectorAll("p.exercise, li[data-exercise]")) {
    const number = numberOf(place);
    const box = Object.assign(document.createElement("input"), { type: "checkbox" });
    box.className = "tick";
    box.checked = read().has(number);
    box.setAttribute("aria-label", document.body.dataset.tick.replace("{}", number));
    box.addEventListener("change", () => {
      const done = read();
      done[box.checked ? "add" : "delete"](number);
      write(done);
      count();
    });
    boxes.push(box);
    place.prepend(box);
  }
  const list = document.querySelector("ol.exercises");
  if (!list) return;
  summary.setAttribute("role", "status");
  list.parentElement.insertBefore(summary, list.parentElement.querySelector("h2"));
  count();
}

// The id that the end of an address names.
function placeOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  } // a percent sign of the reader's own
}

// Whoever is led into a fold finds it open; on paper the side roads are open too.
function openFolds() {
  const reach = (hash) => {
    const target = hash ? document.getElementById(placeOf(hash)) : null;
    const folds = [];
    for (let at = target; at; at = at.parentElement)
      if (at.matches("details")) folds.push(at);
    const road = target?.closest("section.side-road")?.querySelector("details.side");
    if (road) folds.push(road);
    if (folds.every((fold) => fold.open)) return;
    folds.forEach((fold) => {
      fold.open = true;
    });
    target.scrollIntoView({ behavior: "instant" });
  };
  addEventListener("hashchange", () => reach(location.hash));
  document.addEventListener("click", ({ target }) =>
    reach(target.closest?.("a[href^='#']")?.hash),
  );
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details.side").forEach((road) => {
      road.open = true;
    }),
  );
  reach(location.hash);
}

startThemeSwitch();
openFolds();
watchOverflow();
addCopyButtons();
keepProgress();
document.querySelectorAll("table:is(.cards, .stack)").forEach(labelCells);
document.querySelectorAll("table.sortable").forEach(makeSortable);
followReader();
