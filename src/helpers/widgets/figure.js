// What every live figure shares: building elements, watching settings, controls.
// A figure's module ends with `export default liveFigure({ title, draw })`.

import { complaint } from "./rules.js";

const SVG = "http://www.w3.org/2000/svg";
const FOCUSABLE = "button, input, select, a[href], [tabindex]";
let made = 0;

// ---- elements ---------------------------------------------------------------------

/** An HTML element; children that are text go in as text, never as markup. */
export function html(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

function build(node, attributes, children) {
  change(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  // JupyterLab's shortcuts take the arrow keys from an element that does not say this.
  if (node.matches(FOCUSABLE)) node.dataset.lmSuppressShortcuts = "true";
  return node;
}

/** Set attributes; a function listens (onclick), null or false takes away. */
export function change(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (value == null || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/** A name that nothing else in the page has, where ARIA needs one. */
export function unique(word) {
  made += 1;
  return `tb-${word}-${made}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Make an SVG group work as a button, by pointer, Enter and space. */
export function pressable(group, press) {
  change(group, {
    role: "button",
    tabindex: "0",
    onclick: press,
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(event);
    },
  });
  group.classList.add("tb-pressable");
  group.dataset.lmSuppressShortcuts = "true";
  return group;
}

/** A grid of cells with one stop for Tab; arrow keys move between its cells. */
export function rove(grid) {
  const rows = () =>
    [...grid.querySelectorAll("[data-row]")]
      .map((row) => [...row.querySelectorAll("[data-cell]")])
      .filter((cells) => cells.length);
  const enter = (cell) => {
    for (const other of rows().flat()) other.tabIndex = other === cell ? 0 : -1;
  };
  grid.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-cell]")) enter(target);
  });
  grid.addEventListener("keydown", (event) => {
    const all = rows();
    const r = all.findIndex((cells) => cells.includes(event.target));
    if (r < 0) return;
    const c = all[r].indexOf(event.target);
    const to = {
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      Home: [r, 0],
      End: [r, all[r].length - 1],
    }[event.key];
    const cell = to && all[to[0]]?.[to[1]];
    if (!to) return;
    event.preventDefault();
    cell?.focus();
  });
  const first = rows()[0]?.[0];
  if (first) enter(first);
  return grid;
}

/** What makes a picture's cell, one of a grid, tell its words when it is reached. */
export function telling(words, tell) {
  return {
    tabindex: "-1",
    role: "img",
    "aria-label": words,
    "data-cell": "",
    onpointerenter: () => tell(words),
    onfocus: () => tell(words),
  };
}

// ---- the figure -------------------------------------------------------------------

/** One figure on the page: its settings, what follows them, and its clean-up. */
class Figure {
  constructor(model, root, draw) {
    this.model = model;
    this.root = root;
    this.draw = draw;
    this.title = root.firstChild;
    this.endings = [];
    this.live = html("p", { class: "tb-unseen", "aria-live": "polite" });
  }

  get(name) {
    return this.model.get(name);
  }

  state() {
    const names = Object.keys(this.get("_rules"));
    return Object.fromEntries(names.map((name) => [name, this.get(name)]));
  }

  /** The dictionary with its keys in the order that Python gave them. */
  ordered(dictionary) {
    const order = this.get("_order");
    const place = (key) => (order.includes(key) ? order.indexOf(key) : order.length);
    const entries = Object.entries(dictionary);
    return Object.fromEntries(entries.sort(([a], [b]) => place(a) - place(b)));
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    this.model.save_changes();
  }

  reset() {
    this.set(structuredClone(this.get("_initial")));
  }

  /** Call follow now, and once after each round of changes to these settings. */
  watch(names, follow) {
    this.endings.push(watch(this.model, names, follow));
    follow();
  }

  /** Call draw with the element's width now, and whenever the width changes. */
  fit(element, draw) {
    let last = 0;
    const measure = () => {
      const width = Math.floor(element.clientWidth);
      if (width && width !== last) draw((last = width));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    queueMicrotask(measure); // before the page is painted, so that nothing jumps
    this.endings.push(() => observer.disconnect());
  }

  /** Say a sentence to those who listen to the page. */
  announce(sentence) {
    if (this.live.textContent !== sentence) this.live.textContent = sentence;
  }

  /** Draw all anew: for a change of shape, such as another number of inputs. */
  redraw() {
    this.end();
    this.root.replaceChildren(this.title);
    this.draw(this);
    this.root.append(this.live);
  }

  end() {
    for (const ending of this.endings.splice(0)) ending();
  }
}

/** Call follow once after each round of changes; returns how to stop. */
export function watch(model, names, follow) {
  let waiting = false;
  let ended = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (!ended) follow();
    });
  };
  for (const name of names) model.on(`change:${name}`, soon);
  return () => {
    ended = true;
    for (const name of names) model.off(`change:${name}`, soon);
  };
}

/** The module's default export: draw(figure) fills figure.root. */
export function liveFigure({ title, draw, problem = () => null }) {
  function render({ model, el }) {
    const heading = unique("title");
    const root = html(
      "section",
      { class: "tb-figure", "aria-labelledby": heading },
      html("p", { class: "tb-title", id: heading }, title),
    );
    const figure = new Figure(model, root, draw);
    el.replaceChildren(root);
    try {
      figure.redraw();
    } catch (error) {
      console.error(error);
      figure.end();
      root.replaceChildren(
        html(
          "p",
          { class: "tb-note", role: "status" },
          "This interactive figure could not start; the text does not need it.",
        ),
      );
    }
    return () => figure.end();
  }
  return { render, complaint, problem };
}

// ---- controls ---------------------------------------------------------------------

const ICONS = {
  back: "M11 3 5 8l6 5z",
  step: "M5 3l6 5-6 5z",
  play: "M4 3l9 5-9 5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  reset: "M8 3a5 5 0 1 1-4.6 3l1.3.6A3.6 3.6 0 1 0 8 4.4V7L4.3 3.7 8 .5z",
};

function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 16 16", class: "tb-icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/** A button with a word, and an icon when it is one of the shared ones. */
export function button(word, press, iconName) {
  return html(
    "button",
    { type: "button", class: "tb-button", onclick: press },
    iconName && icon(iconName),
    html("span", {}, word),
  );
}

/** One of a few, side by side. options: [[value, label, longer name], …]. */
export function segments(figure, { label, options, watches, value, choose, quiet }) {
  const name = unique("choice");
  const caption = unique("label");
  const inputs = options.map(([option, , longer]) =>
    html("input", {
      type: "radio",
      name,
      value: String(option),
      "aria-label": longer,
      onchange: () => choose(option),
    }),
  );
  figure.watch(watches, () =>
    options.forEach(([option], i) => {
      inputs[i].checked = option === value();
    }),
  );
  return html(
    "div",
    { class: "tb-field", role: "radiogroup", "aria-labelledby": caption },
    html("span", { class: quiet ? "tb-unseen" : "tb-label", id: caption }, label),
    html(
      "div",
      { class: "tb-segments" },
      options.map(([, text], i) =>
        html("label", {}, inputs[i], html("span", {}, text)),
      ),
    ),
  );
}

/** One setting's values side by side, as options or those of its rule. */
export function choice(figure, name, { label, options, quiet }) {
  const values = figure.get("_rules")[name].options;
  return segments(figure, {
    label,
    options: options ?? values.map((value) => [value, value]),
    quiet,
    ...following(figure, name),
  });
}

/** One of several, from a menu. If the value is none of them, `otherwise` shows. */
export function menu(figure, { label, options, otherwise, watches, value, choose }) {
  const other = html("option", { value: "", disabled: true }, otherwise);
  const select = html(
    "select",
    {
      class: "tb-menu",
      onchange: () => choose(options[select.selectedIndex]),
    },
    options.map((name) => html("option", {}, name)),
    other,
  );
  figure.watch(watches, () => {
    const index = options.indexOf(value());
    other.hidden = index >= 0;
    select.selectedIndex = index >= 0 ? index : options.length;
  });
  return html(
    "label",
    { class: "tb-field" },
    html("span", { class: "tb-label" }, label),
    select,
  );
}

/** A slider over a rule's range, with its value beside it. */
export function slider(figure, { label, rule, watches, value, choose }) {
  const output = html("output", { class: "tb-value" });
  const range = html("input", {
    type: "range",
    min: rule.low,
    max: rule.high,
    step: rule.step,
    oninput: () => choose(Number(range.value)),
  });
  figure.watch(watches, () => {
    range.value = value();
    output.textContent = written(value());
  });
  return html(
    "label",
    { class: "tb-field tb-slider" },
    html("span", { class: "tb-label" }, label),
    range,
    output,
  );
}

/** A slider for one setting, over its rule's range. */
export function knob(figure, name, label) {
  const rule = figure.get("_rules")[name];
  return slider(figure, { label, rule, ...following(figure, name) });
}

/** What makes a control show one setting, and set it. */
function following(figure, name) {
  return {
    watches: [name],
    value: () => figure.get(name),
    choose: (value) => figure.set({ [name]: value }),
  };
}

/**
 * Back, step, play and scrub over places 0 … last(), and reset. `at` tells the place,
 * `move` goes to one, `say` puts it in words; `watches` names what they depend on.
 */
export function timeline(figure, { label, last, at, move, say, watches, pace = 900 }) {
  const go = (to) => move(Math.max(0, Math.min(last(), to)));
  let playing = null;

  const back = button(
    "Back",
    () => {
      stop();
      go(at() - 1);
    },
    "back",
  );
  const step = button(
    "Step",
    () => {
      stop();
      go(at() + 1);
    },
    "step",
  );
  const play = html("button", { type: "button", class: "tb-button", onclick: toggle });
  const scrub = html("input", {
    type: "range",
    min: 0,
    step: 1,
    class: "tb-scrub",
    "aria-label": label,
    oninput: () => {
      stop();
      go(Number(scrub.value));
    },
  });
  const output = html("output", { class: "tb-value" });

  function show() {
    play.replaceChildren(
      icon(playing ? "pause" : "play"),
      html("span", {}, playing ? "Pause" : "Play"),
    );
  }
  function stop() {
    clearInterval(playing);
    playing = null;
    show();
  }
  function toggle() {
    if (playing) {
      stop();
      return;
    }
    if (at() === last()) go(0);
    playing = setInterval(() => (at() < last() ? go(at() + 1) : stop()), pace);
    show();
  }

  show();
  figure.endings.push(stop);
  figure.watch(watches, () => {
    scrub.max = last();
    scrub.value = at();
    output.textContent = say(at());
    scrub.setAttribute("aria-valuetext", say(at()));
    change(back, { "aria-disabled": at() === 0 && "true" });
    change(step, { "aria-disabled": at() === last() && "true" });
  });
  return html(
    "div",
    { class: "tb-tools", role: "group", "aria-label": "Controls" },
    back,
    step,
    play,
    scrub,
    output,
    button(
      "Reset",
      () => {
        stop();
        figure.reset();
      },
      "reset",
    ),
  );
}

// ---- words and shapes -------------------------------------------------------------

/** A number as the book writes it: a true minus sign, no needless zeros. */
export function written(value) {
  return String(Math.round(value * 1000) / 1000).replace("-", "−");
}

/** A number with as many decimals as said, and a true minus sign. */
export function fixed(value, digits = 2) {
  return value.toFixed(digits).replace("-", "−");
}

/** dog → “dog”. */
export function quoted(word) {
  return `“${word}”`;
}

/** x and 2 → x₂. */
export function subscript(letter, index) {
  return letter + String(index).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]);
}

/** "a", "a and b", "a, b and c". */
export function listed(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * A line from one point to another that ends in an arrow (excites) or, before it, in
 * an open circle (inhibits). `bend` bows it to the left of its way, in pixels.
 */
export function connection([x1, y1], [x2, y2], { inhibits, bend = 0, width = 2 }) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(y2 - y1) / length, (x1 - x2) / length];
  const [mx, my] = [(x1 + x2) / 2 + nx * bend * 2, (y1 + y2) / 2 + ny * bend * 2];
  const turn = Math.hypot(x2 - mx, y2 - my) || 1;
  const [ux, uy] = [(x2 - mx) / turn, (y2 - my) / turn];
  const radius = 6;
  const gap = inhibits ? 2 * radius : 9;
  const [ex, ey] = [x2 - ux * gap, y2 - uy * gap];
  const path = svg("path", {
    d: `M${x1} ${y1}Q${mx} ${my} ${ex} ${ey}`,
    class: "tb-line",
    "stroke-width": width,
    pathLength: 1,
  });
  const end = inhibits
    ? svg("circle", {
        cx: x2 - ux * radius,
        cy: y2 - uy * radius,
        r: radius - 1,
        class: "tb-open",
      })
    : svg("path", {
        class: "tb-arrow",
        d:
          `M${x2} ${y2}L${x2 - ux * 11 - uy * 5.5} ${y2 - uy * 11 + ux * 5.5}` +
          `L${x2 - ux * 11 + uy * 5.5} ${y2 - uy * 11 - ux * 5.5}z`,
      });
  return svg(
    "g",
    { class: `tb-connection ${inhibits ? "tb-inhibits" : "tb-excites"}` },
    path,
    end,
  );
}
