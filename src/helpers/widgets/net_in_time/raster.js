// Who fires when: a row for each name, a column for each instant.

import { change, html, rove } from "../figure.js";
import { flipped, sources } from "./model.js";

const CAPTION =
  "Who fires when; an input's cells flip, the others show where they came from";

/** The heads of the columns: each goes to its instant. */
function headsOf(figure, steps) {
  return Array.from({ length: steps }, (_, t) =>
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
}

/** The rows: an input's cell flips it, a unit's cell asks where it came from. */
function rowsOf(figure, { net, names, steps }) {
  const press = (name, t) => () => {
    if (Object.hasOwn(net, name)) figure.set({ focus: name, time: t });
    else figure.set({ signals: flipped(figure.get("signals"), name, t, steps) });
  };
  return names.map((name) => ({
    name,
    label: html("th", { scope: "row" }, name),
    cells: Array.from({ length: steps }, (_, t) =>
      html("button", {
        type: "button",
        "data-cell": true,
        onclick: press(name, t),
        class: Object.hasOwn(net, name) ? "tb-tick" : "tb-tick tb-input",
      }),
    ),
  }));
}

function tableOf(heads, rows, net) {
  const columns = heads.map((head) => html("th", { scope: "col" }, head));
  const body = rows.map(({ name, label, cells }) =>
    html(
      "tr",
      { "data-row": true, class: Object.hasOwn(net, name) ? null : "tb-given" },
      label,
      cells.map((cell) => html("td", {}, cell)),
    ),
  );
  return html("table", { class: "tb-raster" }, [
    html("caption", { class: "tb-unseen" }, CAPTION),
    html(
      "thead",
      {},
      html("tr", { "data-row": true }, html("th", { scope: "col" }, "t"), columns),
    ),
    html("tbody", {}, body),
  ]);
}

/** Bring one row up to an instant; `causes` are those who decided what is in focus. */
function fill({ name, label, cells }, { history, time, focus }, { causes, vetoes }) {
  label.classList.toggle("tb-focus", name === focus);
  cells.forEach((cell, t) => {
    const on = history[name][t];
    const origin = t === time - 1;
    cell.textContent = on;
    cell.parentNode.classList.toggle("tb-now", t === time);
    cell.classList.toggle("tb-lit", on === 1);
    cell.classList.toggle("tb-focus", name === focus && t === time);
    cell.classList.toggle("tb-from", origin && causes.includes(name));
    cell.classList.toggle("tb-vetoed", origin && vetoes.includes(name));
    change(cell, { "aria-label": `${name} at ${t}: ${on}` });
  });
}

/** Build the table into its host; returns what brings it up to an instant. */
export function raster(figure, host, shown) {
  const heads = headsOf(figure, shown.steps);
  const rows = rowsOf(figure, shown);
  host.replaceChildren(rove(tableOf(heads, rows, shown.net)));
  return (now) => {
    const { vetoes, drivers, silent } = sources(
      now.net,
      now.history,
      now.focus,
      now.time,
    );
    heads.forEach((head, t) => {
      change(head, { "aria-current": t === now.time && "true" });
      head.parentNode.classList.toggle("tb-now", t === now.time);
    });
    const causes = [...drivers, ...vetoes, ...silent];
    for (const row of rows) fill(row, now, { causes, vetoes });
    const { offsetLeft, offsetWidth } = heads[now.time].parentNode;
    const hidden = offsetLeft + offsetWidth * 2 - host.scrollLeft - host.clientWidth;
    if (hidden > 0) host.scrollLeft += hidden;
  };
}
