// The rules of rules.py, read in the page: the same sentence for the same mistake.

export function shown(value) {
  const written = JSON.stringify(value) ?? String(value);
  return written.length <= 40 ? written : written.slice(0, 39) + "…";
}

const isNumber = (value, { low, high }) =>
  Number.isFinite(value) && low <= value && value <= high;

const isDictionary = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function first(entries, check) {
  for (const entry of entries) {
    const problem = check(entry);
    if (problem) return problem;
  }
  return null;
}

const CHECKS = {
  number: (name, value, rule) =>
    isNumber(value, rule) ? null
      : `${name} must be a number from ${rule.low} to ${rule.high}, not ${shown(value)}.`,

  whole: (name, value, rule) =>
    isNumber(value, rule) && Number.isInteger(value) ? null
      : `${name} must be a whole number from ${rule.low} to ${rule.high}, `
        + `not ${shown(value)}.`,

  flag: (name, value) =>
    [0, 1, true, false].includes(value) ? null
      : `${name} must be 0 or 1, not ${shown(value)}.`,

  choice: (name, value, { options }) =>
    options.includes(value) ? null
      : `${name} must be one of ${options.map(shown).join(", ")}, not ${shown(value)}.`,

  text: (name, value, { shortest, longest }) =>
    typeof value === "string" && value.length >= shortest && value.length <= longest ? null
      : `${name} must be a text of ${shortest} to ${longest} characters, `
        + `not ${shown(value)}.`,

  list: (name, value, { of, fewest, most }) => {
    if (!Array.isArray(value)) return `${name} must be a list, not ${shown(value)}.`;
    if (value.length < fewest || value.length > most) {
      const wanted = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
      const entries = wanted === "1" ? "entry" : "entries";
      return `${name} must have ${wanted} ${entries}, not ${value.length}.`;
    }
    return first(value.entries(), ([i, entry]) => complaint(`${name}[${i}]`, entry, of));
  },

  named: (name, value, { of, most, longest }) => {
    if (!isDictionary(value)) return `${name} must be a dictionary, not ${shown(value)}.`;
    const entries = Object.entries(value);
    if (entries.length > most) {
      return `${name} must have at most ${most} names, not ${entries.length}.`;
    }
    const short = { kind: "text", shortest: 1, longest };
    return first(entries, ([key, entry]) =>
      complaint(`a name in ${name}`, key, short)
      ?? complaint(`${name}[${shown(key)}]`, entry, of));
  },

  record: (name, value, { fields }) => {
    if (!isDictionary(value)) return `${name} must be a dictionary, not ${shown(value)}.`;
    return first(Object.entries(value), ([key, entry]) => {
      if (Object.hasOwn(fields, key)) {
        return complaint(`${name}[${shown(key)}]`, entry, fields[key]);
      }
      const known = Object.keys(fields).map(shown).join(", ");
      return `${name} has no place for ${shown(key)}; it knows ${known}.`;
    });
  },
};

/** One sentence on how the value breaks the rule, or null. */
export function complaint(name, value, rule) {
  return CHECKS[rule.kind](name, value, rule);
}
