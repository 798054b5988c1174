// Write, run and check the code of a chapter in its page.
//
// The page's table says of each code cell whether it can run here, and of an exercise its
// number. Python itself is in python.js, which is not loaded before the first press.

(() => {
  const table = JSON.parse(document.getElementById("run-cells").textContent);
  const here = document.currentScript.src;
  const say = (text, ...values) =>
    values.reduce(
      (said, value) => said.replace("{}", () => value),
      table.words?.[text] ?? text,
    );
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const size = Object.values(table.parts).reduce((sum, [bytes]) => sum + bytes, 0);

  // ---- What is kept in this browser, and nowhere else -------------------------------------

  const memory = {
    read(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    // Whether it has been kept: storage may be full or forbidden.
    write(key, value) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
  };

  function tick(number) {
    const place = document.getElementById(`exercise-${number.replace(".", "-")}`);
    const box = place?.querySelector(".tick");
    if (box && !box.checked) box.click();
  }

  // ---- A small editor: a textarea over the same text in colours ---------------------------

  const KEYWORDS = new Set(
    (
      "False None True and as assert async await break class continue def del elif else " +
      "except finally for from global if import in is lambda nonlocal not or pass raise " +
      "return try while with yield"
    ).split(" "),
  );
  const TOKENS = new RegExp(
    [
      /(#[^\n]*)/,
      /((?:[rbfu]{0,2})(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
      /(@[\w.]+)/,
      /(\b(?:0x[\da-f_]+|\d[\d_]*\.?[\d_]*(?:e[+-]?\d+)?)\b)/,
      /([\p{L}_][\p{L}\p{N}_]*)/,
    ]
      .map((part) => part.source)
      .join("|"),
    "giu",
  );
  const KINDS = ["c1", "s2", "nd", "mi"];

  function element(name, className = "", text = "") {
    return Object.assign(document.createElement(name), {
      className,
      textContent: text,
    });
  }

  function coloured(text) {
    const parts = [];
    let last = 0;
    let before = "";
    for (const match of text.matchAll(TOKENS)) {
      const [word, ...groups] = match;
      const name = groups[4];
      const named = before === "def" || before === "class" ? "nf" : "";
      const kind = name
        ? KEYWORDS.has(name)
          ? "k"
          : named
        : KINDS[groups.findIndex((group) => group !== undefined)];
      parts.push(text.slice(last, match.index));
      parts.push(kind ? element("span", kind, word) : word);
      last = match.index + word.length;
      before = name ?? "";
    }
    return [...parts, `${text.slice(last)}\n`];
  }

  // What Enter, Tab and Backspace do to the text; whether the key has been used.
  function useKey(key, area) {
    const { selectionStart: from, selectionEnd: to, value } = area;
    const line = value.slice(value.lastIndexOf("\n", from - 1) + 1, from);
    const type = (text) => document.execCommand("insertText", false, text);
    const blank = from === to && !line.trim();
    if (key === "Enter") {
      const deeper = /:\s*(#.*)?$/.test(line) ? "    " : "";
      return type(`\n${/^ */.exec(line)[0]}${deeper}`);
    }
    if (key === "Tab" && blank) return type(" ".repeat(4 - (line.length % 4)));
    if (key === "Backspace" && blank && line.length) {
      area.selectionStart = from - (line.length % 4 || 4);
      return document.execCommand("delete");
    }
    return false;
  }

  function listenToKeys(area, press) {
    let leaving = false;
    area.addEventListener("keydown", (event) => {
      const { key } = event;
      if (event.isComposing) return;
      if (key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        press();
      } else if (!event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const leaves = leaving && key === "Tab";
        if (!leaves && useKey(key, area)) event.preventDefault();
      }
      leaving = key === "Escape";
    });
  }

  function openEditor(cell) {
    const pre = cell.pre;
    const area = element("textarea", "run-area");
    area.value = cell.text;
    area.spellcheck = false;
    area.wrap = "off";
    for (const name of ["autocapitalize", "autocomplete", "autocorrect"])
      area.setAttribute(name, "off");
    const label = cell.number
      ? say("Your answer to exercise {}", cell.number)
      : say("The code of this cell");
    area.setAttribute("aria-label", label);
    area.setAttribute("aria-describedby", "run-keys");
    pre.parentElement.classList.add("run-editing");
    pre.inert = true; // the text under the textarea is for the eye alone
    pre.after(area);
    const paint = () => {
      pre.replaceChildren(...coloured(area.value));
      area.rows = area.value.split("\n").length;
      cell.change(area.value);
    };
    area.addEventListener("input", paint);
    area.addEventListener("scroll", () => {
      pre.scrollLeft = area.scrollLeft;
    });
    listenToKeys(area, () => cell.press());
    cell.area = area;
    cell.set = (text) => {
      area.value = text;
      paint();
    };
    paint();
  }

  // ---- What a run shows -------------------------------------------------------------------

  // What Python shows as HTML may come from anybody's answer: it is to be seen, not to act.
  function harmless(html) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    const away =
      "script, iframe, object, embed, link, meta, base, form, style[data-shared]";
    for (const part of body.querySelectorAll(away)) part.remove();
    for (const part of body.querySelectorAll("style"))
      if (/@import|url\((?!["']?(#|data:image))/i.test(part.textContent)) part.remove();
    for (const part of body.querySelectorAll("*"))
      for (const { name, value } of [...part.attributes]) {
        const leads = /^(href|src|srcset|action|formaction|data|xlink:href)$/i.test(
          name,
        );
        const outside = leads && !/^(#|data:image)/i.test(value.trim());
        const asks = /url\((?!["']?(#|data:image))/i.test(value);
        if (/^on/i.test(name) || outside || asks) part.removeAttribute(name);
      }
    return [...body.childNodes];
  }

  const CLASSES = {
    stream: "stream",
    value: "text_plain",
    html: "text_html",
    error: "run-error",
  };

  function shown({ kind, text }, verdict) {
    const outer = element("div", `output ${CLASSES[kind]}`);
    if (kind === "html") {
      outer.append(...harmless(text));
      return outer;
    }
    if (kind === "value" && verdict)
      outer.classList.add(verdict === "right" ? "run-right" : "run-notyet");
    const inner = element("div", "highlight");
    inner.append(element("pre", "", text));
    outer.append(inner);
    return outer;
  }

  function outputOf(cell) {
    const found = cell.element.querySelector(":scope .cell_output");
    if (found) return found;
    const made = element("div", "cell_output docutils container");
    (cell.bar ?? cell.element.querySelector(".cell_input")).after(made);
    return made;
  }

  function show(cell, answer) {
    const output = outputOf(cell);
    const parts = answer.parts.map((part) => shown(part, answer.verdict));
    if (answer.lacks) {
      const why = say("This needs {}, which a page does not have.", answer.lacks);
      parts.push(element("p", "run-note", why));
    }
    if (cell.number) output.setAttribute("aria-live", "polite");
    if (answer.drawn) cell.say(say("Ran. Plots are drawn in JupyterLab and in Colab."));
    else if (!parts.length) cell.say(say("Ran. It shows nothing."));
    if (answer.drawn && !parts.length) return;
    output.replaceChildren(...parts);
    for (const pre of output.querySelectorAll("pre, .tb-scroll"))
      if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0;
  }

  // ---- Running ----------------------------------------------------------------------------

  let busy = null;
  let asked = null;

  // The script with Python, at the first press.
  function loaded() {
    asked ??= new Promise((resolve, reject) => {
      const script = element("script");
      script.src = new URL(`python.js?v=${table.python}`, here);
      const home = new URL(table.home, here);
      script.onload = () => resolve(window.bookPython(table, home, megabytes));
      script.onerror = () => {
        asked = null;
        reject(new Error(say("Python cannot be fetched: is there a connection?")));
      };
      document.head.append(script);
    });
    return asked;
  }

  // What is said while a cell is on its way.
  function progress({ fetched, starting, above, seconds }) {
    if (fetched !== undefined)
      return say("Fetching Python, once: {} of {} MB", fetched, megabytes(size));
    if (starting) return say("Starting Python …");
    if (seconds) return say("Running, {} s. Stop ends it.", seconds);
    if (above) return say("Running the cells above that this one needs: {} …", above);
    return say("Running …");
  }

  async function run(cell) {
    const python = await loaded();
    if (busy !== cell) return; // stopped meanwhile
    const began = performance.now();
    const sources = cells.map((other) => other.source);
    const clock = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1000);
      if (python.running && seconds > 2) cell.say(progress({ seconds }));
    }, 1000);
    try {
      const answer = await python.run(sources, cell.place, (step) =>
        cell.say(progress(step)),
      );
      memory.write("python", table.python);
      cell.say("");
      show(cell, answer);
      if (answer.verdict === "right" && cell.number) tick(cell.number);
    } finally {
      clearInterval(clock);
    }
  }

  async function press(cell) {
    if (busy === cell) {
      busy = null;
      (await loaded()).stop();
      return;
    }
    if (busy) {
      cell.say(say("Another cell is still running: stop it first."));
      return;
    }
    busy = cell;
    cell.button.textContent = say("Stop");
    try {
      await run(cell);
    } catch (error) {
      cell.say(
        error.message === "stopped"
          ? say("Stopped. What was defined is made again at the next run.")
          : error.message,
      );
    } finally {
      cell.button.textContent = cell.label;
      if (busy === cell) busy = null;
      for (const other of cells) if (other.first) other.first.textContent = "";
    }
  }

  function addStatus(cell) {
    const status = element("span", "run-status");
    status.setAttribute("role", "status");
    cell.say = (text) => {
      status.textContent = text;
    };
    cell.press = () => press(cell);
    cell.button.addEventListener("click", cell.press);
    return status;
  }

  // ---- Cells ------------------------------------------------------------------------------

  function button(text, more = "") {
    const made = element("button", `run-button ${more}`.trim(), text);
    made.type = "button";
    return made;
  }

  // Reset brings the stub back, and a second press what the reader had written.
  function addReset(cell, stub) {
    const reset = button("");
    let written = null;
    cell.showReset = () => {
      const same = cell.text === stub;
      if (!same) written = null;
      reset.hidden = same && written === null;
      reset.textContent = same ? say("Bring my answer back") : say("Reset");
    };
    reset.addEventListener("click", () => {
      const text = cell.text === stub ? written : stub;
      if (text === stub) written = cell.text;
      const kept = written;
      cell.set(text);
      written = text === stub ? kept : null;
      cell.showReset();
      cell.area.focus();
    });
    return reset;
  }

  function addExercise(cell) {
    const key = `answer ${cell.number}`;
    const stub = cell.text;
    cell.label = say("Check");
    cell.button = button(cell.label, "run-main");
    cell.bar = element("div", "run-bar");
    const reset = addReset(cell, stub);
    const kept = memory.read(key);
    cell.change = (text) => {
      const is = text !== cell.text;
      cell.text = text;
      cell.showReset();
      if (is && !memory.write(key, text === stub ? null : text))
        cell.say(
          say("This browser keeps nothing here: copy your answer before you go."),
        );
    };
    cell.bar.append(cell.button, reset, addStatus(cell));
    if (memory.read("python") !== table.python) {
      cell.first = element("span", "run-first");
      cell.first.textContent = say(
        "The first check fetches Python: {} MB.",
        megabytes(size),
      );
      cell.bar.append(cell.first);
    }
    cell.element.querySelector(".cell_input").after(cell.bar);
    openEditor(cell);
    if (kept !== null) cell.set(kept);
  }

  function addCode(cell) {
    const tools = element("div", "run-tools");
    const edit = button(say("Edit"));
    cell.label = say("Run");
    cell.button = button(cell.label);
    cell.change = (text) => {
      cell.text = text;
    };
    edit.addEventListener("click", () => {
      openEditor(cell);
      cell.area.setSelectionRange(0, 0);
      cell.area.focus();
      edit.remove();
    });
    if (memory.read("python") !== table.python)
      cell.button.title = say("The first run fetches Python: {} MB.", megabytes(size));
    tools.append(addStatus(cell), edit, cell.button);
    cell.element.querySelector(".cell_input").append(tools);
  }

  // A solution is not the reader's, and what Colab needs is no Python of a page.
  function sourceOf(cell) {
    const away =
      cell.element.matches(".tag_solution") || /google\.colab/.test(cell.text);
    return away ? "" : cell.text;
  }

  function makeCell(place) {
    const found = document.getElementById(`code-${place}`);
    const pre = found?.querySelector(".cell_input pre");
    if (!pre) return { source: "" };
    const state = table.cells[place] ?? "";
    return {
      place,
      pre,
      element: found,
      number: /^\d/.test(state) ? state : "",
      runs: state === "runs",
      text: pre.textContent.replace(/\n$/, ""),
      get source() {
        return sourceOf(this);
      },
    };
  }

  const cells = Array.from({ length: table.count }, (_, place) => makeCell(place));
  const keys = element(
    "p",
    "run-keys",
    say("Shift and Enter run the code. Escape, then Tab, leaves it."),
  );
  keys.id = "run-keys";
  keys.hidden = true;
  document.body.append(keys);
  for (const cell of cells) {
    if (cell.number) addExercise(cell);
    else if (cell.runs) addCode(cell);
  }
  window.bookRun = { cells };
})();
