// The canvas, what lies over it to be pressed and read, and the clockwork that paints.

import { html, unique } from "../figure.js";
import { morph, paint, toSVG } from "./shapes.js";
import { clamp, ease } from "./tools.js";

const ARROWS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const put = (node, x, y, w, h) =>
  Object.assign(node.style, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${w}px`,
    height: `${h}px`,
  });

/** The index of the nearest box in a direction, or -1. */
export function nearest(boxes, from, [dx, dy]) {
  const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];
  const [x0, y0] = middle(boxes[from]);
  const far = boxes.map((box, k) => {
    const [x, y] = middle(box);
    const along = (x - x0) * dx + (y - y0) * dy;
    const beside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
    return k === from || along < 2 ? Infinity : along + 3 * beside;
  });
  const least = Math.min(...far);
  return Number.isFinite(least) ? far.indexOf(least) : -1;
}

export class Stage {
  constructor(m) {
    this.m = m;
    this.canvas = html("canvas", { class: "mc-canvas", role: "img" });
    this.over = html("div", { class: "mc-hits" });
    this.tip = html("div", { class: "mc-tip", hidden: true });
    this.call = html("div", { class: "mc-call", hidden: true });
    this.ring = html("div", { class: "mc-ring", hidden: true });
    this.node = html(
      "div",
      { class: "mc-stage" },
      this.canvas,
      this.over,
      this.ring,
      this.call,
      this.tip,
    );
    this.front = this.canvas.getContext("2d");
    this.still = { canvas: document.createElement("canvas") };
    this.pool = new Map(); // id → the element that is pressed
    this.lists = new Map(); // group → the list that holds its options
    this.last = null; // the scene that was painted, to move from
    this.moving = null;
    this.frame = 0;
    this.times = []; // milliseconds of each frame, to be measured
    this.node.addEventListener("pointermove", (event) => this.pointed(event));
    this.node.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
    this.node.addEventListener("click", (event) => {
      const found = this.find(event);
      if (found && !event.target.closest(".mc-hit")) m.openCell(found.cell, found.c);
    });
  }

  get focused() {
    return this.node.getRootNode().activeElement;
  }

  measure(text, size, weight, font) {
    this.front.font = `${weight ?? 400} ${size}px ${font ?? this.m.font}`;
    return this.front.measureText(text).width;
  }

  // ---- painting ---------------------------------------------------------------------

  resize(w, h) {
    const scale = Math.min(devicePixelRatio || 1, 2);
    Object.assign(this.canvas, { width: w * scale, height: h * scale });
    this.canvas.style.height = this.node.style.height = `${h}px`;
    this.scale = scale;
  }

  ask() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  /** Start a flight from what stands there to what comes. */
  fly({ focus = null, back = false, long = 750 }) {
    if (!this.last || this.m.calm) return;
    this.moving = {
      from: this.last.items,
      focus,
      back,
      long,
      start: this.m.now(),
      known: new Map(this.last.items.map((item) => [item.k, item])),
    };
  }

  draw(now) {
    const { m } = this;
    const start = performance.now();
    this.frame = 0;
    if (!m.W) return;
    m.tick(now);
    if (this.moving && (m.calm || now - this.moving.start > this.moving.long)) {
      this.moving = null;
      m.settle();
    }
    const scene = (m.scene = m.build());
    const ctx = this.front;
    ctx.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    ctx.clearRect(0, 0, m.W, m.H);
    if (this.moving)
      morph(
        ctx,
        this.moving,
        scene.items,
        [m.W, m.H],
        ease(clamp((now - this.moving.start) / this.moving.long)),
      );
    else if (m.mostlyStill) this.paintOnce(scene);
    else for (const item of scene.items) paint(ctx, item);
    ctx.globalAlpha = 1;
    this.last = scene;
    m.beside();
    this.times.push(performance.now() - start);
    if (this.times.length > 500) this.times.shift();
    if (this.moving || m.playing || m.showing) this.ask();
  }

  /** While a word is written, paint what stands still once, and then only copy it. */
  paintOnce(scene) {
    const { m, still, front } = this;
    const key = [m.W, m.H, this.scale, m.colours.key_, m.step, m.clock > 1.2].join("|");
    if (still.key !== key || still.run !== m.run) {
      Object.assign(still, { key, run: m.run });
      Object.assign(still.canvas, {
        width: this.canvas.width,
        height: this.canvas.height,
      });
      const ctx = still.canvas.getContext("2d");
      ctx.setTransform(this.scale, 0, 0, this.scale, 0, 0);
      for (const item of scene.items) if (item.st) paint(ctx, item);
    }
    front.globalAlpha = 1;
    front.drawImage(still.canvas, 0, 0, m.W, m.H);
    for (const item of scene.items) if (!item.st) paint(front, item);
  }

  toSVG() {
    return toSVG(this.m.build(), [this.m.W, this.m.H], this.m.colours.paper);
  }

  // ---- what can be pressed ----------------------------------------------------------

  /** Lay the buttons, lists and rows of numbers over the picture, in its order. */
  place() {
    const { m } = this;
    if (!m.W || !m.run) return;
    const inside = this.over.contains(this.focused);
    const scene = (m.scene = m.build());
    this.canvas.setAttribute("aria-label", scene.words);
    const order = [];
    const groups = new Map();
    for (const hit of scene.hits) {
      if (hit.group && groups.has(hit.group)) groups.get(hit.group).push(hit);
      else if (hit.group) {
        groups.set(hit.group, [hit]);
        order.push(hit.group);
      } else order.push(hit);
    }
    const nodes = order.map((one) =>
      typeof one === "string" ? this.list(one, groups.get(one)) : this.button(one),
    );
    this.forget(new Set(scene.hits.map(({ id }) => id)), groups);
    const rows = scene.cells
      .filter(({ quiet }) => !quiet)
      .map((cell) => this.row(cell));
    this.lay([...nodes, ...rows]);
    if (inside && !this.over.contains(this.focused)) m.takeFocus();
  }

  /** Put the nodes there in this order, and take no focus away if it can be helped. */
  lay(nodes) {
    const held = this.focused;
    const same =
      nodes.length === this.over.children.length &&
      nodes.every((node, k) => this.over.children[k] === node);
    if (same) return;
    const keep = nodes.includes(held) ? held : null;
    for (const child of [...this.over.children]) if (child !== keep) child.remove();
    const at = keep ? nodes.indexOf(keep) : nodes.length;
    for (const node of nodes.slice(0, at)) this.over.insertBefore(node, keep);
    this.over.append(...nodes.slice(at + 1));
  }

  forget(wanted, groups) {
    for (const id of [...this.pool.keys()]) {
      if (wanted.has(id)) continue;
      this.pool.get(id).remove();
      this.pool.delete(id);
    }
    for (const group of [...this.lists.keys()])
      if (!groups.has(group)) this.lists.delete(group);
  }

  /** A button over the picture. */
  button(hit) {
    const node =
      this.pool.get(hit.id) ??
      this.made(hit, html("button", { type: "button", class: "mc-hit" }));
    node.hit = hit;
    node.setAttribute("aria-label", hit.label);
    if (hit.pressed === undefined) node.removeAttribute("aria-pressed");
    else node.setAttribute("aria-pressed", String(Boolean(hit.pressed)));
    put(node, hit.x, hit.y, hit.w, hit.h);
    return node;
  }

  made(hit, node) {
    const on = () => this.enter(node.hit);
    const off = () => this.exit(node.hit);
    node.addEventListener("click", () => node.hit.act());
    node.addEventListener("pointerenter", on);
    node.addEventListener("pointerleave", off);
    node.addEventListener("focus", () => node.matches(":focus-visible") && on());
    node.addEventListener("blur", off);
    node.addEventListener("keydown", (event) => this.cutKey(event, node.hit));
    this.pool.set(hit.id, node);
    return node;
  }

  cutKey(event, hit) {
    if ((event.key !== "Delete" && event.key !== "x") || !hit.cut) return;
    event.preventDefault();
    hit.cut();
  }

  enter(hit) {
    this.m.hover = hit.id;
    if (hit.tip) this.say(hit.tip, hit.x + hit.w / 2, hit.y + hit.h);
    this.ask();
  }

  exit(hit) {
    if (this.m.hover === hit.id) this.m.hover = null;
    this.tip.hidden = true;
    this.ask();
  }

  /** Small things of one kind: one stop for Tab, arrow keys go from one to the next. */
  list(group, hits) {
    let node = this.lists.get(group);
    if (!node) {
      node = html("div", {
        class: "mc-list",
        role: "listbox",
        tabindex: "0",
        "aria-label": group,
      });
      node.at = 0;
      node.addEventListener(
        "focus",
        () => node.matches(":focus-visible") && this.reach(node, node.at),
      );
      node.addEventListener("blur", () => this.exit(node.hits[node.at] ?? {}));
      node.addEventListener("keydown", (event) => this.listKey(event, node));
      this.lists.set(group, node);
    }
    const [{ x, y, w, h }] = hits; // the list lies under its first; it hides no other
    put(node, x, y, w, h);
    node.hits = hits;
    node.at = Math.min(node.at, hits.length - 1);
    const options = hits.map((hit) => this.option(hit, x, y));
    if (
      options.some((option, k) => node.children[k] !== option) ||
      node.children.length !== options.length
    )
      node.replaceChildren(...options);
    return node;
  }

  option(hit, x, y) {
    let node = this.pool.get(hit.id);
    if (!node) {
      node = html("div", {
        class: "mc-hit mc-option",
        role: "option",
        id: unique("option"),
      });
      node.addEventListener("click", () => node.hit.act());
      node.addEventListener("pointerenter", () => this.enter(node.hit));
      node.addEventListener("pointerleave", () => this.exit(node.hit));
      this.pool.set(hit.id, node);
    }
    node.hit = hit;
    node.setAttribute("aria-label", hit.label);
    node.setAttribute("aria-selected", String(Boolean(hit.pressed)));
    put(node, hit.x - x, hit.y - y, hit.w, hit.h);
    return node;
  }

  reach(list, at) {
    list.at = clamp(at, 0, list.hits.length - 1);
    const option = list.children[list.at];
    for (const child of list.children)
      child.classList.toggle("mc-at", child === option);
    list.setAttribute("aria-activedescendant", option.id);
    this.enter(option.hit);
  }

  listKey(event, list) {
    const hit = list.hits[list.at];
    this.cutKey(event, hit);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      hit.act();
      return;
    }
    const boxes = list.hits;
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? boxes.length - 1
          : ARROWS[event.key]
            ? nearest(boxes, list.at, ARROWS[event.key])
            : -1;
    if (ARROWS[event.key] || to >= 0) event.preventDefault();
    if (to >= 0) this.reach(list, to);
  }

  // ---- rows of numbers --------------------------------------------------------------

  /** A row of numbers: a slider that reads them one by one, and Enter opens one. */
  row(cell) {
    const { m } = this;
    const node = html("div", {
      class: "mc-row",
      tabindex: "0",
      role: "slider",
      "aria-label": `${cell.name}; arrow keys read them, Enter opens one`,
      "aria-valuemin": 1,
      "aria-valuemax": cell.count,
      "aria-valuenow": 1,
      "aria-valuetext": m.reading(cell, 0),
    });
    put(node, cell.x, cell.y, cell.w, cell.h);
    let at = 0;
    const reach = (to) => {
      at = clamp(to, 0, cell.count - 1);
      node.setAttribute("aria-valuenow", at + 1);
      node.setAttribute("aria-valuetext", m.reading(cell, at));
      this.showCell(cell, at);
    };
    node.addEventListener("focus", () => node.matches(":focus-visible") && reach(at));
    node.addEventListener("blur", () => {
      this.tip.hidden = true;
    });
    node.addEventListener("keydown", (event) => {
      const to = {
        ArrowRight: at + 1,
        ArrowLeft: at - 1,
        ArrowDown: at + cell.cols,
        ArrowUp: at - cell.cols,
        Home: 0,
        End: cell.count - 1,
      }[event.key];
      if (event.key !== "Enter" && to === undefined) return;
      event.preventDefault();
      if (event.key === "Enter") m.openCell(cell, at);
      else reach(to);
    });
    return node;
  }

  find(event) {
    const box = this.node.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const cell = this.m.scene?.cells.find(
      (one) => x >= one.x && x < one.x + one.w && y >= one.y && y < one.y + one.h,
    );
    if (!cell) return null;
    const rows = Math.ceil(cell.count / cell.cols);
    const c =
      Math.floor(((x - cell.x) / cell.w) * cell.cols) +
      cell.cols * Math.floor(((y - cell.y) / cell.h) * rows);
    return c < cell.count ? { cell, c } : null;
  }

  pointed(event) {
    if (this.moving) return;
    const found = this.find(event);
    if (found) this.showCell(found.cell, found.c);
    else if (!this.m.hover) this.tip.hidden = true;
    this.canvas.style.cursor = found ? "pointer" : "";
  }

  // ---- the small label --------------------------------------------------------------

  showCell(cell, c) {
    const { m } = this;
    const rows = Math.ceil(cell.count / cell.cols);
    const [number, long] = m.told(cell, c);
    this.tip.replaceChildren(
      html("b", {}, number),
      html("span", {}, long),
      ...(cell.more ? [html("span", {}, cell.more(c))] : []),
      html("em", {}, cell.quiet ? "press to enter its layer" : "press to open"),
    );
    this.where(
      cell.x + ((c % cell.cols) + 0.5) * (cell.w / cell.cols),
      cell.y + ((Math.floor(c / cell.cols) + 1) * cell.h) / rows,
    );
  }

  say(words, x, y) {
    this.tip.replaceChildren(html("span", {}, words));
    this.where(x, y);
  }

  where(x, y) {
    const { tip, m } = this;
    tip.hidden = false;
    const [w, h] = [tip.offsetWidth, tip.offsetHeight];
    tip.style.left = `${clamp(x - w / 2, 0, Math.max(0, m.W - w))}px`;
    tip.style.top = `${y + 8 + h > m.H ? y - h - 34 : y + 8}px`;
  }

  /** The one thing that it invites to do: a ring around a place, a button beside it. */
  invite(box, [title, words], act) {
    const { call, ring, m } = this;
    const hidden = !box;
    if (hidden === call.hidden) return;
    call.hidden = ring.hidden = hidden;
    if (hidden) return;
    call.replaceChildren(
      html(
        "button",
        { type: "button", class: "mc-cta", onclick: act },
        html("b", {}, title),
        html("span", {}, words),
      ),
    );
    const [x, y, w, h] = box;
    put(ring, x - 3, y - 3, w + 6, h + 6);
    const right = x + 2 * w + 14;
    const beside = m.W >= 900 && m.W - right > 120;
    call.style.maxWidth = beside ? `${m.W - right - 2}px` : "";
    call.style.left = beside ? `${right}px` : "0px";
    const low = m.H - call.offsetHeight - 4;
    call.style.top = `${
      beside ? Math.min(y - h * 0.9, low) : m.narrow ? m.inviteY : low - 26
    }px`;
  }
}
