// Where the places of a graph stand: in columns by depth, with few crossings.

/** How many operations lie below each place; an input stands just before its user. */
export function depths({ nodes, edges }) {
  const depth = nodes.map(() => 0);
  nodes.forEach(({ p }, place) => {
    if (!p) return;
    const below = edges.filter(({ to }) => to === place).map(({ from }) => depth[from]);
    depth[place] = 1 + Math.max(0, ...below);
  });
  nodes.forEach(({ p }, place) => {
    if (p) return;
    const above = edges.filter(({ from }) => from === place).map(({ to }) => depth[to]);
    depth[place] = above.length ? Math.min(...above) - 1 : 0;
  });
  const least = Math.min(...depth);
  return depth.map((d) => d - least);
}

/** The places with posts where a long edge passes a column, as levels of ids. */
function levelled(net) {
  const depth = depths(net);
  const levels = Array.from({ length: Math.max(...depth) + 1 }, () => []);
  net.nodes.forEach((_, place) => levels[depth[place]].push(place));
  const links = [];
  const ways = net.edges.map(({ from, to }) => {
    const way = [from];
    for (let d = depth[from] + 1; d < depth[to]; d += 1) {
      const post = `${from}>${to}@${d}`;
      if (!levels[d].includes(post)) levels[d].push(post);
      way.push(post);
    }
    way.push(to);
    way.slice(1).forEach((id, i) => links.push([way[i], id]));
    return way;
  });
  return { depth, levels, links, ways };
}

/** The lane of each id: its share of the height of its column, in the order given. */
function lanes(levels) {
  const lane = new Map();
  for (const level of levels) {
    level.forEach((id, i) => lane.set(id, (i + 0.5) / level.length));
  }
  return lane;
}

/** Put each level in the order of the means of its neighbours, up and down. */
function untangled({ levels, links }) {
  let ordered = levels.map((level) => [...level]);
  for (let round = 0; round < 8; round += 1) {
    const lane = lanes(ordered);
    const [here, there] = round % 2 ? [0, 1] : [1, 0];
    ordered = ordered.map((level) => {
      const mean = new Map(
        level.map((id) => {
          const near = links.filter((link) => link[here] === id);
          const sum = near.reduce((total, link) => total + lane.get(link[there]), 0);
          return [id, near.length ? sum / near.length : lane.get(id)];
        }),
      );
      return [...level].sort((a, b) => mean.get(a) - mean.get(b));
    });
  }
  return ordered;
}

/**
 * Points in a box from 0 to 1 each way: along, by depth, and across, by lane; for each
 * place, and for each edge the points through which it runs.
 */
export function layout(net) {
  const { depth, levels, links, ways } = levelled(net);
  const lane = lanes(untangled({ levels, links }));
  const deepest = levels.length - 1;
  const along = (id) =>
    (typeof id === "number" ? depth[id] : Number(id.split("@")[1])) /
    Math.max(1, deepest);
  const point = (id) => [along(id), lane.get(id)];
  return {
    depth,
    columns: levels.length,
    widest: Math.max(...levels.map((level) => level.length)),
    places: net.nodes.map((_, place) => point(place)),
    ways: ways.map((way) => way.map(point)),
  };
}
