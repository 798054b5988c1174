// A small net of 1943 units stepped through time: the net, and the raster below it.

import {
  change,
  connection,
  html,
  listed,
  liveFigure,
  menu,
  pressable,
  rove,
  svg,
  timeline,
} from "./figure.js";
import { shown } from "./rules.js";
import { padded, run } from "./units.js";

export { fires, run } from "./units.js";

const RADIUS = 21;

// ---- what can be told of a net ----------------------------------------------------

/** How many steps a signal needs from the nearest input to each unit. */
export function depths(net, signals) {
  const found = Object.fromEntries(Object.keys(signals).map((name) => [name, 0]));
  for (let depth = 1, grew = true; grew; depth += 1) {
    grew = false;
    for (const [name, { excite = [] }] of Object.entries(net)) {
      if (Object.hasOwn(found, name)) continue;
      if (!excite.some((source) => found[source] === depth - 1)) continue;
      found[name] = depth;
      grew = true;
    }
  }
  for (const name of Object.keys(net)) found[name] ??= 1;
  return found;
}

/** Where a line that is bowed so much leaves a unit, and where it ends before one. */
function ends(from, to, bend) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const turn = Math.atan2(dy, dx);
  const tilt = -Math.atan2(4 * bend, Math.hypot(dx, dy));
  const beside = ([x, y], radius, angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ];
  const start = beside(from, RADIUS, turn + tilt);
  return [start, beside(to, -RADIUS - 7, turn - tilt)];
}

/** The least bend with which a line does not pass behind any of these other units. */
export function clearBend(from, to, others) {
  const shares = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
  const clear = (bend) => {
    const [[x1, y1], [x2, y2]] = ends(from, to, bend);
    const bow = (4 * bend) / Math.hypot(x2 - x1, y2 - y1);
    return shares.every((t) => {
      const x = x1 + t * (x2 - x1 + (1 - t) * bow * (y2 - y1));
      const y = y1 + t * (y2 - y1 - (1 - t) * bow * (x2 - x1));
      return others.every(([ox, oy]) => Math.hypot(x - ox, y - oy) > RADIUS + 6);
    });
  };
  return [0, 36, -36, 60, -60].find(clear) ?? 0;
}

/** A place for every name: the given one, or a column for each depth. */
export function layout(net, signals, places) {
  const depth = depths(net, signals);
  const deepest = Math.max(1, ...Object.values(depth));
  const names = [...Object.keys(signals), ...Object.keys(net)];
  return Object.fromEntries(
    names.map((name) => {
      const column = names.filter((other) => depth[other] === depth[name]);
      const y = (column.indexOf(name) + 0.5) / column.length;
      return [name, places[name] ?? [depth[name] / deepest, y]];
    }),
  );
}

/** The unit's law as a formula: "y(t) = [a(t − 1) or b(t − 1)] and not c(t − 1)". */
export function law(name, { excite = [], inhibit = [], threshold = 1 }) {
  const before = (source) => `${source}(t − 1)`;
  const parts = excite.map(before);
  const nots = inhibit.map((source) => `not ${before(source)}`);
  let body;
  if (threshold > parts.length) body = "never";
  else if (threshold === 1) body = parts.join(" or ");
  else if (threshold === parts.length) body = parts.join(" and ");
  else body = `at least ${threshold} of ${parts.join(", ")}`;
  if (nots.length && body !== "never") {
    const compound = parts.length > 1 && threshold < parts.length;
    body = [compound ? `[${body}]` : body, ...nots].join(" and ");
  }
  return `${name}(t) = ${body}`;
}

/** Who decided the value of a name at time t: {vetoes, drivers, silent}. */
export function sources(net, history, name, t) {
  const { excite = [], inhibit = [] } = net[name] ?? {};
  const fired = (source) => t > 0 && history[source][t - 1] === 1;
  return {
    vetoes: inhibit.filter(fired),
    drivers: excite.filter(fired),
    silent: [...excite, ...inhibit].filter((source) => !fired(source)),
  };
}

/** Where the value of a name at time t came from, in a sentence. */
export function why(net, history, name, t) {
  const fires = history[name][t] === 1;
  if (!Object.hasOwn(net, name)) {
    const value = fires ? "on" : "off";
    return `${name} is an input, ${value} at t = ${t}, as set in its row.`;
  }
  if (t === 0) return `${name} is silent at t = 0: every unit starts silent.`;
  const { vetoes, drivers } = sources(net, history, name, t);
  const { inhibit = [], threshold = 1 } = net[name];
  const start = `${name} ${fires ? "fires" : "is silent"} at t = ${t}: `;
  if (vetoes.length) {
    return `${start}${listed(vetoes)} fired at t = ${t - 1}, and inhibits: a veto.`;
  }
  const who = drivers.length
    ? `${listed(drivers)} fired at t = ${t - 1}`
    : `at t = ${t - 1} nobody excited it`;
  const count = `${drivers.length} ${fires ? "≥" : "<"} ${threshold}`;
  return `${start}${who}, so ${count}${inhibit.length ? "; nobody vetoed" : ""}.`;
}

/** The signals with one value flipped, as long as the steps. */
export function flipped(signals, name, t, steps) {
  const filled = padded(signals, steps);
  filled[name][t] = 1 - filled[name][t];
  return filled;
}

function disagreement({
  net = {},
  signals = {},
  places = {},
  focus = "",
  steps,
  time = 0,
}) {
  const known = [...Object.keys(signals), ...Object.keys(net)];
  const names = known.map(shown).join(", ") || "none";
  for (const name of Object.keys(net)) {
    if (Object.hasOwn(signals, name)) {
      return `${shown(name)} is both a unit of the net and an input; rename one.`;
    }
  }
  for (const [name, { excite = [], inhibit = [] }] of Object.entries(net)) {
    const stranger = [...excite, ...inhibit].find((source) => !known.includes(source));
    if (stranger !== undefined) {
      return (
        `net[${shown(name)}] names the unknown unit ${shown(stranger)}; ` +
        `known are ${names}.`
      );
    }
  }
  const [first, ...others] = Object.entries(signals);
  for (const [name, values] of others) {
    if (values.length !== first[1].length) {
      return (
        `signals must be equally long, but ${shown(first[0])} has length ` +
        `${first[1].length} and ${shown(name)} has length ${values.length}.`
      );
    }
  }
  for (const name of Object.keys(places)) {
    if (!known.includes(name)) {
      return `places names the unknown unit ${shown(name)}; known are ${names}.`;
    }
  }
  if (focus && !known.includes(focus)) {
    return `focus names the unknown unit ${shown(focus)}; known are ${names}.`;
  }
  if (time >= steps) return `time must be below steps, which is ${steps}, not ${time}.`;
  return null;
}

export function problem(state) {
  const own = disagreement(state);
  if (own) return own;
  for (const [name, preset] of Object.entries(state.presets)) {
    const inner = disagreement({ steps: state.steps, ...preset });
    if (inner) return `In the preset ${shown(name)}: ${inner}`;
  }
  return null;
}

// ---- how it looks -----------------------------------------------------------------

/** The names, the history and what is in focus now. */
function look(figure) {
  const { steps, time, focus } = figure.state();
  const [net, signals] = ["net", "signals"].map((key) =>
    figure.ordered(figure.get(key)),
  );
  const names = [...Object.keys(signals), ...Object.keys(net)];
  return {
    net,
    signals,
    steps,
    names,
    time: Math.min(time, steps - 1),
    focus: names.includes(focus) ? focus : names.at(-1),
    history: run(net, signals, steps),
  };
}

/** A line of the net: straight, bowed when another runs beside it, or a loop. */
function strand(from, to, { inhibits, bend }) {
  if (from === to) {
    const [x, y] = from;
    const loop = connection([x + 10, y - RADIUS - 14], [x + 6, y - RADIUS], {
      inhibits,
    });
    loop.firstChild.setAttribute(
      "d",
      `M${x - 12} ${y - RADIUS + 4}C${x - 34} ${y - 74} ${x + 40} ${y - 74} ` +
        `${x + 9} ${y - RADIUS - 8}`,
    );
    return loop;
  }
  return connection(...ends(from, to, bend), { inhibits, bend });
}

/** All lines of the net: [{source, target, node}, …]. */
function strands(net, at) {
  const lines = Object.entries(net).flatMap(
    ([target, { excite = [], inhibit = [] }]) => [
      ...excite.map((source) => ({ source, target, inhibits: false })),
      ...inhibit.map((source) => ({ source, target, inhibits: true })),
    ],
  );
  return lines.map((line) => {
    const alike = lines.filter(
      ({ source, target }) => source === line.source && target === line.target,
    );
    const opposed = lines.some(
      ({ source, target }) => source === line.target && target === line.source,
    );
    const place = alike.indexOf(line);
    const others = Object.keys(at).filter(
      (name) => name !== line.source && name !== line.target,
    );
    const bend = opposed
      ? 14 * (place + 1)
      : 24 * (place - (alike.length - 1) / 2) ||
        clearBend(
          at[line.source],
          at[line.target],
          others.map((name) => at[name]),
        );
    return {
      ...line,
      node: strand(at[line.source], at[line.target], { ...line, bend }),
    };
  });
}

function picture(figure, drawing, width) {
  const { net, signals, names } = look(figure);
  const given = figure.get("places");
  const places = layout(net, signals, given);
  const crowd = Math.max(
    0,
    ...names
      .filter((name) => !given[name])
      .map(
        (name) => names.filter((other) => places[other][0] === places[name][0]).length,
      ),
  );
  const height = Math.max(216, Math.min(270, width * 0.45), 92 + 84 * crowd);
  const [left, top] = [Math.min(90, 30 + width * 0.04), 46];
  const right = Object.values(net).some(({ threshold = 1 }) => threshold > 1)
    ? Math.max(left, 66) // room for a θ beside the last unit
    : left;
  change(drawing, { viewBox: `0 0 ${width} ${height}`, height });
  const at = Object.fromEntries(
    names.map((name) => [
      name,
      [
        left + places[name][0] * (width - left - right),
        top + places[name][1] * (height - 2 * top),
      ],
    ]),
  );
  const lines = strands(net, at);
  const cells = names.map((name) => {
    const [x, y] = at[name];
    const value = svg("text", { x, y, class: "tb-inside" });
    const unit = net[name];
    const threshold =
      unit && (unit.threshold ?? 1) > 1
        ? svg(
            "text",
            { x: x + RADIUS + 6, y: y - 13, class: "tb-small tb-theta" },
            `θ = ${unit.threshold}`,
          )
        : "";
    return {
      name,
      value,
      node: pressable(
        svg(
          "g",
          {},
          svg("circle", { cx: x, cy: y, r: RADIUS + 5, class: "tb-ring" }),
          unit
            ? svg("circle", { cx: x, cy: y, r: RADIUS, class: "tb-cell-body" })
            : svg("rect", {
                x: x - 19,
                y: y - 19,
                width: 38,
                height: 38,
                rx: 7,
                class: "tb-cell-body",
              }),
          value,
        ),
        () => figure.set({ focus: name }),
      ),
      words: [
        threshold,
        svg("text", { x, y: y + RADIUS + 15, class: "tb-name" }, name),
      ],
    };
  });
  drawing.replaceChildren(
    ...lines.map(({ node }) => node),
    ...cells.flatMap(({ node, words }) => [node, ...words]),
  );

  return ({ history, time, focus }) => {
    for (const { source, node } of lines) {
      node.classList.toggle("tb-on", history[source][time] === 1);
      node.dataset.when = time;
    }
    for (const { name, value, node } of cells) {
      value.textContent = history[name][time];
      node.classList.toggle("tb-on", history[name][time] === 1);
      node.classList.toggle("tb-focus", name === focus);
      change(node, {
        "aria-label": `${name}: ${history[name][time]}`,
        "aria-pressed": name === focus ? "true" : "false",
      });
    }
  };
}

function raster(figure, host) {
  const { net, names, steps } = look(figure);
  const times = Array.from({ length: steps }, (_, t) => t);
  const heads = times.map((t) =>
    html(
      "button",
      {
        type: "button",
        class: "tb-when",
        "data-cell": true,
        "aria-label": `go to t = ${t}`,
        onclick: () => figure.set({ time: t }),
      },
      String(t),
    ),
  );
  const press = (name, t) => () => {
    if (Object.hasOwn(net, name)) figure.set({ focus: name, time: t });
    else figure.set({ signals: flipped(figure.get("signals"), name, t, steps) });
  };
  const rows = names.map((name) => ({
    name,
    label: html("th", { scope: "row" }, name),
    cells: times.map((t) =>
      html("button", {
        type: "button",
        "data-cell": true,
        onclick: press(name, t),
        class: Object.hasOwn(net, name) ? "tb-tick" : "tb-tick tb-input",
      }),
    ),
  }));
  host.replaceChildren(
    rove(
      html(
        "table",
        { class: "tb-raster" },
        html(
          "caption",
          { class: "tb-unseen" },
          "Who fires when; an input's cells flip, the others show where they came from",
        ),
        html(
          "thead",
          {},
          html(
            "tr",
            { "data-row": true },
            html("th", { scope: "col" }, "t"),
            heads.map((head) => html("th", { scope: "col" }, head)),
          ),
        ),
        html(
          "tbody",
          {},
          rows.map(({ name, label, cells }) =>
            html(
              "tr",
              { "data-row": true, class: Object.hasOwn(net, name) ? null : "tb-given" },
              label,
              cells.map((cell) => html("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );

  return ({ history, time, focus }) => {
    const { vetoes, drivers, silent } = sources(net, history, focus, time);
    heads.forEach((head, t) => {
      change(head, { "aria-current": t === time && "true" });
      head.parentNode.classList.toggle("tb-now", t === time);
    });
    for (const { name, label, cells } of rows) {
      label.classList.toggle("tb-focus", name === focus);
      cells.forEach((cell, t) => {
        const on = history[name][t];
        const origin = t === time - 1;
        cell.textContent = on;
        cell.parentNode.classList.toggle("tb-now", t === time);
        cell.classList.toggle("tb-lit", on === 1);
        cell.classList.toggle("tb-focus", name === focus && t === time);
        cell.classList.toggle(
          "tb-from",
          origin && [...drivers, ...vetoes, ...silent].includes(name),
        );
        cell.classList.toggle("tb-vetoed", origin && vetoes.includes(name));
        change(cell, { "aria-label": `${name} at ${t}: ${on}` });
      });
    }
    const { offsetLeft, offsetWidth } = heads[time].parentNode;
    const hidden = offsetLeft + offsetWidth * 2 - host.scrollLeft - host.clientWidth;
    if (hidden > 0) host.scrollLeft += hidden;
  };
}

/** The preset that is shown now: net and signals, or at least the net. */
function chosen(figure) {
  const presets = Object.entries(figure.get("presets"));
  const same =
    (key) =>
    ([, preset]) =>
      JSON.stringify(preset[key]) === JSON.stringify(figure.get(key));
  const alike = presets.filter(same("net"));
  return (alike.find(same("signals")) ?? alike[0])?.[0];
}

function draw(figure) {
  const shape = () =>
    JSON.stringify(
      ["net", "places", "steps", "presets"]
        .map((name) => figure.get(name))
        .concat(Object.keys(figure.get("signals"))),
    );
  const drawn = shape();
  const presets = figure.ordered(figure.get("presets"));
  const names = Object.keys(presets);
  const drawing = svg("svg", {
    class: "tb-drawing tb-net",
    role: "group",
    "aria-label": "The net",
  });
  const table = html("div", { class: "tb-scroll" });
  const formula = html("p", { class: "tb-law" });
  const reason = html("p", { class: "tb-reason" });
  const start = { places: {}, signals: {}, time: 0, focus: "" };

  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      names.length > 1
        ? menu(figure, {
            label: "net",
            options: names,
            otherwise: "a net of your own",
            watches: ["net", "signals"],
            value: () => chosen(figure),
            choose: (name) =>
              figure.set(structuredClone({ ...start, ...presets[name] })),
          })
        : null,
    ),
    html("div", {}, drawing),
    html("div", { class: "tb-told" }, formula, reason),
    table,
    html(
      "p",
      { class: "tb-note" },
      "Click a cell of an input (square) to flip it; click a unit to see where its " +
        "value came from.",
    ),
    timeline(figure, {
      label: "time",
      watches: ["time", "steps"],
      last: () => figure.get("steps") - 1,
      at: () => Math.min(figure.get("time"), figure.get("steps") - 1),
      move: (time) => figure.set({ time }),
      say: (time) => `t = ${time}`,
    }),
  );

  let update = () => {};
  figure.fit(drawing.parentNode, (width) => {
    update = picture(figure, drawing, width);
    update(look(figure));
  });
  const fill = raster(figure, table);
  let first = true;
  figure.watch(
    ["net", "signals", "places", "steps", "time", "focus", "presets"],
    () => {
      if (shape() !== drawn) {
        figure.redraw();
        return;
      }
      const now = look(figure);
      update(now);
      fill(now);
      const { net, history, focus, time } = now;
      formula.textContent = net[focus] ? law(focus, net[focus]) : `${focus}: an input`;
      reason.textContent = why(net, history, focus, time);
      if (!first) figure.announce(reason.textContent);
      first = false;
    },
  );
}

export default liveFigure({ title: "A net in time", draw, problem });
