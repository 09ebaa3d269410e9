/** A module and the modules that it imports, by their paths from the root. */
export interface ImportingModule {
  readonly source: string;
  readonly imports: readonly string[];
}

type Graph = Map<string, Map<string, string>>;

/** The rooms of these are held apart; tests and their tools may reach into every room. */
const FOLDERS = /^(?:contract|server|src|tools|bench|e2e)\//;
const TEST = /\.test\.tsx?$|^server\/testing\//;

/**
 * Import cycles between the parts of each folder: its files, and its subfolders taken whole. Two parts that need each
 * other, directly or through a third, cannot be read one after the other. One line per cycle, with an import for each step.
 */
export function findRoomCircles(modules: readonly ImportingModule[]): readonly string[] {
  const graphs = new Map<string, Graph>();
  for (const { source, imports } of modules) {
    for (const target of imports) {
      if (![source, target].every((path) => FOLDERS.test(path) && !TEST.test(path))) continue;
      const [folder, from, to] = partingOf(source, target);
      if (folder === '' || from === to) continue;
      const graph = graphs.get(folder) ?? new Map();
      graphs.set(folder, graph);
      const steps = graph.get(from) ?? new Map();
      graph.set(from, steps.set(to, `${source} -> ${target}`));
    }
  }
  return [...graphs].flatMap(([folder, graph]) =>
    circlesOf(graph).map(
      (circle) =>
        `no-circle-of-rooms: ${folder}: ${circle.map((room, at) => importOf(graph, room, circle[(at + 1) % circle.length])).join(', ')}`,
    ),
  );
}

/** The deepest folder that holds both, and the room of each in it. */
function partingOf(source: string, target: string): readonly [string, string, string] {
  const from = source.split('/');
  const to = target.split('/');
  let depth = 0;
  while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth += 1;
  return [from.slice(0, depth).join('/'), from[depth] ?? '', to[depth] ?? ''];
}

/** One circle for each set of rooms that reach each other: the shortest way from its first room back to it. */
function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const known = new Set<string>();
  for (const room of [...graph.keys()].toSorted()) {
    if (known.has(room)) continue;
    const circle = shortestCircle(graph, room);
    if (circle === null) continue;
    for (const member of circle) known.add(member);
    circles.push(circle);
  }
  return circles;
}

function shortestCircle(graph: Graph, start: string): readonly string[] | null {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function importOf(graph: Graph, from: string, to: string | undefined): string {
  return graph.get(from)?.get(to ?? '') ?? '';
}
