// The words as dots that move from picture to picture; over them names and arrows.

import { change, html, still, svg } from "../figure.js";
import { onTheme } from "../cells.js";

const PACE = 800; // milliseconds from one picture to the next
const NEAR = 16; // pixels within which a dot is meant

const ease = (t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);
const joined = (places) =>
  places.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A way with a head, from place to place. */
function arrow([x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 6) return "";
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [tx, ty] = [x2 - 7 * ux, y2 - 7 * uy];
  const wing = (side) => [tx - 10 * ux - side * 5 * uy, ty - 10 * uy + side * 5 * ux];
  return joined([[x1 + 7 * ux, y1 + 7 * uy], [tx, ty], wing(1), wing(-1), [tx, ty]]);
}

/** The dots, and what stands over them. `acts` says what a pointer does. */
export class Stage {
  constructor(figure, names, acts) {
    Object.assign(this, { figure, names, acts });
    this.now = null; // two pixels for each word
    this.scene = null;
    this.held = null;
    this.canvas = html("canvas", { class: "an-dots", "aria-hidden": "true" });
    this.lines = svg("g", {});
    this.labels = svg("g", { class: "an-names" });
    this.hover = svg("text", { class: "an-hover" });
    this.handles = svg("g", {});
    this.over = svg("svg", { class: "an-over", role: "img", ...this.pointing() }, [
      this.lines,
      this.labels,
      this.handles,
      this.hover,
    ]);
    this.root = html("div", { class: "an-stage" }, this.canvas, this.over);
    figure.fit(this.root, (width) => this.size(width));
    onTheme(figure, () => this.paint());
    figure.endings.push(() => cancelAnimationFrame(this.turn));
  }

  size(width) {
    const high = Math.min(500, Math.round(0.78 * width) + (width < 560 ? 80 : 0));
    const scale = Math.min(3, devicePixelRatio || 1);
    Object.assign(this, { width, high, scale });
    Object.assign(this.canvas, { width: width * scale, height: high * scale });
    this.root.style.height = `${high}px`;
    change(this.over, { viewBox: `0 0 ${width} ${high}` });
    this.acts.sized();
  }

  /** Show another scene; the dots move there if they may. */
  show(scene, said) {
    cancelAnimationFrame(this.turn);
    change(this.over, { "aria-label": said });
    this.over.dataset.view = scene.view;
    const from = this.now;
    Object.assign(this, { scene, held: null });
    this.hover.textContent = "";
    this.name();
    const moves = from && !still() && from.length === scene.places.length;
    if (!moves) return this.arrive();
    const began = performance.now();
    const frame = (time) => {
      const t = Math.min(1, Math.max(0, (time - began) / PACE));
      if (t === 1) return this.arrive();
      const part = ease(t);
      this.now = from.map((x, k) => x + part * (scene.places[k] - x));
      this.paint();
      this.turn = requestAnimationFrame(frame);
    };
    this.turn = requestAnimationFrame(frame);
  }

  arrive() {
    this.now = this.scene.places;
    this.paint();
  }

  at(i) {
    return [this.now[2 * i], this.now[2 * i + 1]];
  }

  /** All dots; those that are lit larger. */
  paint() {
    if (!this.now || !this.scene) return;
    const pen = this.canvas.getContext("2d");
    const style = getComputedStyle(this.root);
    const ink = (name) => style.getPropertyValue(`--tb-${name}`).trim();
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    pen.clearRect(0, 0, this.width, this.high);
    pen.fillStyle = ink("quiet");
    pen.globalAlpha = 0.42;
    const { size = 1.8 } = this.scene;
    for (let k = 0; k < this.now.length; k += 2)
      pen.fillRect(this.now[k] - size / 2, this.now[k + 1] - size / 2, size, size);
    pen.globalAlpha = 1;
    for (const { i, kind } of this.scene.labels) {
      pen.fillStyle = ink(kind === "lit" ? "lit" : kind === "plain" ? "quiet" : "ink");
      pen.beginPath();
      pen.arc(...this.at(i), kind === "plain" ? 1.8 : 3.4, 0, 7);
      pen.fill();
    }
    this.place();
  }

  /** The names of a scene, made once; they follow their dots. */
  name() {
    this.labels.replaceChildren(
      ...this.scene.labels.map(({ i, kind }) =>
        svg("text", { class: `an-name an-${kind}` }, this.names[i]),
      ),
    );
    const { ends } = this.scene;
    this.handles.replaceChildren(
      ...(ends ? ["start", "end", "drop"] : []).map((name) => this.handle(name)),
    );
  }

  /** A ring around a word of the arrow, to take it to another word. */
  handle(name) {
    const ring = svg("circle", { r: name === "drop" ? 9 : 8 });
    const touch = svg("circle", { r: 20, class: "an-touch" });
    const let_go = () => {
      const to = this.held?.over;
      this.held = null;
      if (to === undefined || to === null) this.paint();
      else this.acts.move(name, this.names[to]);
    };
    return svg(
      "g",
      {
        class: `an-handle an-${name}`,
        onpointerdown: (event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          this.held = { name, at: this.spot(event), over: null };
        },
        onpointermove: (event) => this.held && this.drag(event),
        onpointerup: let_go,
        onpointercancel: () => {
          this.held = null;
          this.paint();
        },
      },
      touch,
      ring,
    );
  }

  spot({ clientX, clientY }) {
    const box = this.over.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  drag(event) {
    const own = this.scene.ends[this.held.name];
    this.held.at = this.spot(event);
    const over = this.under(this.held.at, 26);
    this.held.over = over === own ? null : over;
    this.place();
    this.point(this.held.over);
  }

  /** The word at a place: one with a name, or else the nearest dot. */
  under([x, y], reach = NEAR) {
    if (!this.now) return null;
    const far = (i) => Math.hypot(this.now[2 * i] - x, this.now[2 * i + 1] - y);
    let [best, least] = [null, reach];
    for (const { i } of this.scene.labels)
      if (far(i) < least) [best, least] = [i, far(i)];
    if (best !== null) return best;
    for (let i = 0; i < this.names.length; i++)
      if (far(i) < least) [best, least] = [i, far(i)];
    return best;
  }

  /** Write the name of a word beside its dot. */
  point(i) {
    const known = i === null || this.scene.labels.some((label) => label.i === i);
    this.hover.textContent = i === null || (known && !this.held) ? "" : this.names[i];
    if (i === null) return;
    const [x, y] = this.at(i);
    const left = x > this.width - 110;
    change(this.hover, {
      x: left ? x - 9 : x + 9,
      y: Math.max(10, y - 9),
      style: `text-anchor:${left ? "end" : "start"}`,
    });
  }

  pointing() {
    return {
      onpointermove: (event) => {
        if (!this.held && this.now) this.point(this.under(this.spot(event)));
      },
      onpointerleave: () => !this.held && this.now && this.point(null),
      onclick: (event) => {
        if (!this.now || event.target.closest(".an-handle")) return;
        const i = this.under(this.spot(event));
        if (i !== null) this.acts.press(this.names[i]);
      },
    };
  }

  /** Names and arrows to where the dots are now. */
  place() {
    const { ends } = this.scene;
    this.scene.labels.forEach(({ i, side }, k) => {
      const [x, y] = this.at(i);
      const away = ends && Object.values(ends).includes(i) ? 14 : 7;
      change(this.labels.children[k], {
        x: (x + side * away).toFixed(1),
        y: y.toFixed(1),
        style: `text-anchor:${side > 0 ? "start" : "end"}`,
      });
    });
    this.lines.replaceChildren(
      ...(ends ? this.arrows(ends) : (this.scene.lines ?? [])),
    );
  }

  arrows(ends) {
    const places = Object.fromEntries(
      Object.entries(ends).map(([name, i]) => [name, this.at(i)]),
    );
    if (this.held) places[this.held.name] = this.held.at;
    const { start, end, drop } = places;
    const tip = [drop[0] + end[0] - start[0], drop[1] + end[1] - start[1]];
    Object.keys(places).forEach((name, k) =>
      change(this.handles.children[k], {
        transform: `translate(${places[name][0]} ${places[name][1]})`,
      }),
    );
    const path = (names, d) => svg("path", { class: names, d });
    return [
      path("an-edge", joined([start, drop])),
      path("an-edge", joined([end, tip])),
      path("an-arrow an-first", arrow(start, end)),
      path("an-arrow an-copy", arrow(drop, tip)),
      svg("circle", { class: "an-target", cx: tip[0], cy: tip[1], r: 7 }),
    ];
  }
}
