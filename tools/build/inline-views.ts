import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { EmbeddedView } from '#src/embed/embedded-views.ts';
import type { EmbeddableView } from '#src/shell/embeddable-views.ts';
import type { ListedView, NavView, View } from '#src/panels/view-type.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { readViews } from './read-views.ts';

/** What a room says of itself. */
const ROOM = /\/src\/[\w-]+\/view\.ts$/;
const NAV = join(ROOT, 'src/shell/nav-views.ts');
const ALL = join(ROOT, 'src/shell/all-views.ts');
const EMBEDDABLE = join(ROOT, 'src/shell/embeddable-views.ts');
const EMBEDDED = join(ROOT, 'src/embed/embedded-views.ts');

/**
 * Puts the data of all views in the place of the modules that collect them: of a `view.ts` the entry carries a part, and the
 * palette does not load a room for the rest.
 */
export function inlineViews(): Plugin {
  return {
    name: 'inline-views',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (id === NAV) return moduleOf('NAV_VIEWS', navigationOf(await readViews()));
      if (id === ALL) return moduleOf('ALL_VIEWS', listedOf(await readViews()));
      if (id === EMBEDDABLE) return moduleOf('EMBEDDABLE_VIEWS', embeddableOf(await readViews()));
      if (id === EMBEDDED) return moduleOf('EMBEDDED_VIEWS', embeddedOf(await readViews()));
      if (!ROOM.test(id)) return null;
      const { view }: { readonly view: View } = await import(pathToFileURL(id).href);
      return moduleOf('view', roomOf(view));
    },
  };
}

/** The names of fields that people read: they are in the catalogue, as the texts of a room are. */
const TEXTS: ReadonlySet<string> = new Set(['label', 'group', 'sideLabel', 'tabLabel', 'keywords']);

function moduleOf(name: string, data: object): string {
  // Each once, however many parts have it.
  const texts = new Set<string>();
  const json = JSON.stringify(data, (key, value: unknown) =>
    typeof value === 'string' && TEXTS.has(key) ? `text ${[...texts.add(value)].indexOf(value)}` : value,
  );
  const catalogue = JSON.stringify(Object.fromEntries([...texts].map((text, index) => [`t${index}`, text])));
  return [
    "import { defineMessages } from '#src/i18n/messages.ts';",
    `const texts = defineMessages(${catalogue});`,
    `export const ${name} = ${json.replaceAll(/"text (\d+)"/g, 'texts.t$1')};`,
  ].join('\n');
}

/** What the palette and the list of keys need; an idle page loads it. */
export function listedOf(views: readonly View[]): readonly ListedView[] {
  return views.map(
    ({
      owns: _owns,
      order: _order,
      group: _group,
      sideLabel: _sideLabel,
      tabLabel: _tabLabel,
      isTab: _isTab,
      startFor: _startFor,
      skeleton: _skeleton,
      maxKb: _maxKb,
      embed: _embed,
      ...view
    }) => view,
  );
}

/** What its own room reads of a view. */
export function roomOf({ keys }: View): Pick<View, 'keys'> {
  return keys === undefined ? {} : { keys };
}

/** What the snippets for portals need. */
function embeddableOf(views: readonly View[]): readonly EmbeddableView[] {
  return views.flatMap(({ label, extension, embed }) => (embed === undefined ? [] : [{ label, extension, embed }]));
}

/** What a frame needs of the views that may be embedded. */
export function embeddedOf(views: readonly View[]): readonly EmbeddedView[] {
  return views.flatMap(({ id, path, label, extension, skeleton, embed }) =>
    embed === undefined ? [] : [{ id, path, label, extension, skeleton, embed }],
  );
}

/** Of each view what the navigation, the start page and pages without their extension need. */
export function navigationOf(views: readonly View[]): readonly NavView[] {
  return views.map(
    ({
      order: _order,
      keys: _keys,
      maxKb: _maxKb,
      skeleton: _skeleton,
      embed: _embed,
      keywords: _keywords,
      places = [],
      ...view
    }) => {
      // A verb is of a page that says for itself what it needs.
      const needing = places.flatMap(({ path, label, extension, isVerb }) =>
        extension === undefined || isVerb !== undefined || path.includes('?') ? [] : [{ path, label, extension }],
      );
      return needing.length === 0 ? view : { ...view, places: needing };
    },
  );
}
