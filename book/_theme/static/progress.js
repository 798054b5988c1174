// What the reader has done and written, taken out of this browser and brought into one.
//
// It is a file of JSON: { "book", "done": […], "predictions": {…}, "answers": {…} }.

(() => {
  const words = JSON.parse(document.getElementById("progress-words").textContent);
  const NAME = "evolution-of-the-transformer";
  const LARGEST = 5e6; // characters; a browser keeps about as many
  const ANSWER = /^answer (\d+\.\d+)$/;
  const NUMBER = /^\d+\.\d+$/;

  function stored() {
    const answers = {};
    for (let i = 0; i < localStorage.length; i++) {
      const found = ANSWER.exec(localStorage.key(i));
      if (found) answers[found[1]] = localStorage.getItem(found[0]);
    }
    const read = (key, otherwise) => JSON.parse(localStorage.getItem(key) ?? otherwise);
    return {
      book: NAME,
      done: read("done", "[]"),
      predictions: read("predictions", "{}"),
      answers,
    };
  }

  function take(status) {
    try {
      const text = JSON.stringify(stored(), null, 1);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = `${NAME}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      status.textContent = words.taken;
    } catch {
      status.textContent = words.blocked;
    }
  }

  // The file's content, if it is one of ours; else an error whose message names a sentence.
  function understood(text) {
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      throw new Error("foreign");
    }
    if (found?.book !== NAME || !Array.isArray(found.done)) throw new Error("foreign");
    const entries = (part, fits) =>
      Object.entries(found[part] ?? {}).filter(([n, v]) => NUMBER.test(n) && fits(v));
    return {
      done: found.done.filter((n) => typeof n === "string" && NUMBER.test(n)),
      answers: entries("answers", (text) => typeof text === "string"),
      predictions: entries("predictions", (entry) => Array.isArray(entry?.said)),
    };
  }

  // Answers that differ from those here replace them only if the reader says so.
  function chosen(entries, here) {
    const fresh = entries.filter(([n]) => !(n in here));
    const other = entries.filter(([n, v]) => n in here && !equal(here[n], v));
    return { fresh, other };
  }

  const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  function keep(all) {
    const before = Object.keys(all).map((key) => [key, localStorage.getItem(key)]);
    try {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
    } catch {
      for (const [key, value] of before)
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      throw new Error("full");
    }
  }

  function bring(text) {
    const { done, answers, predictions } = understood(text);
    const here = stored();
    const written = chosen(answers, here.answers);
    const said = chosen(predictions, here.predictions);
    const differ = written.other.length + said.other.length;
    const replace = differ && confirm(words.replace.replace("{}", differ));
    const take = ({ fresh, other }) => (replace ? [...fresh, ...other] : fresh);
    const all = {
      done: JSON.stringify([...new Set([...here.done, ...done])]),
      predictions: JSON.stringify({
        ...here.predictions,
        ...Object.fromEntries(take(said)),
      }),
    };
    for (const [n, answer] of take(written)) all[`answer ${n}`] = answer;
    keep(all);
    for (const item of document.querySelectorAll("li[data-exercise]")) {
      const box = item.querySelector(".tick");
      if (done.includes(item.dataset.exercise) && !box.checked) box.click();
    }
    return words.brought
      .replace("{}", done.length)
      .replace("{}", take(written).length + take(said).length);
  }

  function start(place) {
    const make = (name, text, className = "") =>
      Object.assign(document.createElement(name), { textContent: text, className });
    const [out, into] = [words.take, words.bring].map((w) =>
      make("button", w, "run-button"),
    );
    const file = Object.assign(make("input", ""), { type: "file", hidden: true });
    file.accept = "application/json,.json";
    file.setAttribute("aria-label", words.bring);
    const status = make("span", "", "run-status");
    status.setAttribute("role", "status");
    out.addEventListener("click", () => take(status));
    into.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [given] = file.files;
      if (!given) return;
      try {
        if (given.size > LARGEST) throw new Error("foreign");
        status.textContent = bring(await given.text());
      } catch (error) {
        status.textContent = words[error.message] ?? words.blocked;
      }
      file.value = "";
    });
    const bar = make("div", "", "run-bar");
    bar.append(out, into, file, status);
    place.before(bar);
  }

  start(document.querySelector("ol.exercises").parentElement.querySelector("h2"));
})();
