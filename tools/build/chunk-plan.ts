import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '#tools/setup/run-command.ts';

/** A module as the bundler knows it, by its path from the root and its query. */
export interface PlannedModule {
  readonly id: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly lazyImports: readonly string[];
}

/** Folders below every view: they import each other, the contract, and no room. */
const KIT = new Set(['api', 'session', 'browser', 'format', 'i18n', 'ui', 'undo', 'ticket-edit']);
/** Folders that several rooms use. */
const SHARED = new Set([
  ...KIT,
  'node_modules',
  'contract',
  'charts',
  'panels',
  'forms',
  'shell',
  'list-export',
  'sign-in',
  'routes',
]);
/** Packages that come late, each with the parts of the kit and of the charts that need it. */
const LATE_PACKAGES = [
  { name: 'forms', test: /^node_modules\/(?:react-hook-form|@hookform)\// },
  { name: 'drawing', test: /^node_modules\/recharts\// },
] as const;
/** What a room needs right after its first paint: one module that imports it all (decision 0017). */
const AFTER_PAINT = /^src\/[\w-]+\/after-paint\.tsx?$/;
/** A page of a route: the bundler's half of a route's module. */
const PAGE = /^src\/routes\//;

/**
 * The chunk of each module, by what loads it and by the folder that it is in; no file is named. A module that a single lazy
 * part needs is left out: it lies with that part.
 *
 * - `vendor` and `app`: what the entry imports.
 * - `after-paint`: what the pages of the entry need once they stand.
 * - `kit`: what of the kit that is, what the kit in the entry loads lazily, and what pages share of it.
 * - `<room>`: what several parts share, pages among them, and the rows of the contract that they alone call; `<room>-<room>`: those
 *   that two rooms call, each in modules of its own. `<room>-parts`: what lazy parts alone share.
 *
 * Where the entry waits for something before it loads the `application`, it is a chunk of its own, `entry`, and what the application
 * imports has the place of what the entry does.
 *
 * Whatever a module imports is needed wherever the module is, and no two rooms import each other. So no two chunks do, and
 * what a module reads of another has run before.
 */
export function planChunks(modules: readonly PlannedModule[], application?: string): ReadonlyMap<string, string> {
  const known = new Map(modules.map((module) => [module.id, module]));
  const plan = new Map<string, string>();

  const importsOf = (id: string) => known.get(id)?.imports ?? [];

  /** Some modules and all that they import, as far as they have no chunk yet. */
  function closure(roots: Iterable<string>): ReadonlySet<string> {
    const found = new Set<string>();
    const open = [...roots];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id) || plan.has(id)) continue;
      found.add(id);
      open.push(...importsOf(id));
    }
    return found;
  }

  /** The modules that no chunk has yet, each with the lazy parts that need it. */
  function uses(): ReadonlyMap<string, readonly string[]> {
    const roots = new Map<string, readonly string[]>();
    for (const root of new Set(modules.flatMap(({ lazyImports }) => lazyImports))) {
      const chunk = plan.get(root);
      const parts =
        chunk === undefined ? [root] : [...plan.keys()].filter((id) => plan.get(id) === chunk).flatMap(importsOf);
      for (const id of closure(parts)) roots.set(id, [...(roots.get(id) ?? []), root]);
    }
    return roots;
  }

  const put = (name: string, ids: Iterable<string>): void => {
    for (const id of ids) plan.set(id, name);
  };
  const isShared = (roots: readonly string[]) => roots.length > 1;
  const isOfPage = (roots: readonly string[]) => roots.some((root) => PAGE.test(root));

  const first = closure(modules.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  if (application !== undefined) put('entry', first);
  const entry = application === undefined ? first : closure([application]);
  for (const id of entry) plan.set(id, /^node_modules\/(?!zod\/)/.test(id) ? 'vendor' : 'app');

  const lazyOfEntry = [...entry].flatMap((id) => known.get(id)?.lazyImports ?? []);
  const afterPaint = closure(lazyOfEntry.filter((id) => AFTER_PAINT.test(id)));
  const ofFrame = [...afterPaint].filter(isKit);
  // Before what uses it, and in a file of its own: it says that what uses it has not come.
  put('kit', closure([...ofFrame, ...lazyOfEntry.filter(isKit)]));
  // What the rest of the kit reads too, such as a rule of the contract: the kit would wait for what waits for it.
  const restOfKit = closure([...known.keys()].filter(isKit));
  put(
    'kit',
    [...closure(afterPaint)].filter((id) => restOfKit.has(id)),
  );
  put('after-paint', closure(afterPaint));

  for (const { name, test } of LATE_PACKAGES) {
    const late = closure([...known.keys()].filter((id) => test.test(id)));
    const users = [...known.keys()].filter(
      (id) => (isKit(id) || folderOf(id) === 'charts') && !late.isDisjointFrom(closure([id])),
    );
    put(name, [...late, ...users]);
  }

  const ofPages = [...uses()].filter(([id, roots]) => isKit(id) && isShared(roots) && isOfPage(roots));
  put('kit', closure(ofPages.map(([id]) => id)));

  /** The rooms that a page or a lazy part draws. */
  const roomsOf = (root: string): readonly string[] =>
    PAGE.test(root)
      ? importsOf(root)
          .map(folderOf)
          .filter((folder) => !SHARED.has(folder))
      : [folderOf(root)];

  for (const [id, roots] of uses()) {
    const [chunk, ...others] = new Set(roots.map((root) => plan.get(root)));
    const rooms = [...new Set(roots.flatMap(roomsOf))].toSorted();
    // Rows of the contract that a room or two call are no weight of the others.
    const isOfFew = folderOf(id) === 'contract' && (rooms.length === 1 || rooms.length === 2);
    const folder = isOfFew ? rooms.join('-') : folderOf(id);
    if (chunk !== undefined && others.length === 0) plan.set(id, chunk);
    else if (isShared(roots)) plan.set(id, isOfPage(roots) ? folder : `${folder}-parts`);
  }

  // A file of its own would cost more than such a row weighs.
  const users = Map.groupBy(
    [...known.keys()].flatMap((user) => importsOf(user).map((id) => ({ id, chunk: plan.get(user) }))),
    ({ id }) => id,
  );
  for (const id of plan.keys()) {
    if (folderOf(id) !== 'contract') continue;
    const [chunk, ...others] = new Set(users.get(id)?.map((user) => user.chunk));
    if (chunk !== undefined && others.length === 0) plan.set(id, chunk);
  }
  return plan;
}

function isKit(id: string): boolean {
  return KIT.has(folderOf(id));
}

/** `inbox` of `src/inbox/search.ts`, `contract` of `contract/tickets.ts`. */
function folderOf(id: string): string {
  const [first = '', second = ''] = id.split('/');
  return first === 'src' ? second : first;
}

/** The plugin that plans the chunks, and the group by which the bundler follows the plan. @param application see `planChunks` */
export function chunkPlan(application?: string) {
  let plan: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'chunk-plan',
    apply: 'build',
    renderStart() {
      const modules = [...this.getModuleIds()].map((id): PlannedModule => {
        const info = this.getModuleInfo(id);
        return {
          id: fromRoot(id),
          isEntry: info?.isEntry === true,
          imports: (info?.importedIds ?? []).map(fromRoot),
          lazyImports: (info?.dynamicallyImportedIds ?? []).map(fromRoot),
        };
      });
      plan = planChunks(modules, application);
    },
  };
  return {
    plugin,
    group: { name: (id: string) => plan.get(fromRoot(id)), debugName: 'plan', includeDependenciesRecursively: false },
  };
}

function fromRoot(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/');
}
