import type { EmbeddableView } from '#src/panels/view-type.ts';

/** Parameters of the frame itself: they stay in its address wherever it goes. */
const OF_FRAME = ['theme', 'only'] as const;

/** Stands for the page's own origin, which no path leaves. */
const HERE = 'https://here.invalid';

/** The view that an address of a frame shows; undefined where none may be embedded there. */
export function viewAt(views: readonly EmbeddableView[], path: string): EmbeddableView | undefined {
  const [, name] = /^\/embed\/([a-z-]+)$/.exec(path) ?? [];
  return views.find(({ embed }) => embed.name === name);
}

/**
 * Translates between the addresses of the dashboard, which views and links use, and those of a frame:
 * `/csat/answers?days=7` is `/embed/csat?page=answers&days=7` there, and `/tickets/5` is the ticket beside its list.
 * An address that no frame shows stays the same.
 */
export class FrameAddresses {
  readonly #views: readonly EmbeddableView[];
  readonly #kept: readonly (readonly [string, string])[];

  /** @param search of the frame's first address: what it has of the frame itself goes along */
  constructor(views: readonly EmbeddableView[], search: string) {
    this.#views = views;
    this.#kept = [...new URLSearchParams(search)].filter(([name]) => OF_FRAME.some((one) => one === name));
  }

  /** From the address bar to the dashboard's. */
  input(from: URL): URL {
    const url = new URL(from);
    const view = viewAt(this.#views, url.pathname);
    if (view === undefined) return url;
    const page = url.searchParams.get('page');
    const [, path = view.path] = Object.entries(view.embed.pages ?? {}).find(([name]) => name === page) ?? [];
    url.pathname = path;
    for (const name of ['page', ...OF_FRAME]) url.searchParams.delete(name);
    return url;
  }

  /** From the dashboard's to the address bar. */
  output(to: URL): URL {
    // A copy: the router still needs the other one.
    const url = new URL(to);
    const [, ticket] = /^\/tickets\/(\d+)$/.exec(url.pathname) ?? [];
    if (ticket !== undefined) {
      url.pathname = '/inbox';
      url.searchParams.set('ticket', ticket);
    }
    const found = this.#find(url.pathname);
    if (found === undefined) return url;
    url.pathname = `/embed/${found.name}`;
    if (found.page !== null) url.searchParams.set('page', found.page);
    for (const [name, value] of this.#kept) url.searchParams.set(name, value);
    return url;
  }

  /** A path that a host gives, with what is the frame's own; null where no frame shows it. */
  fromHost(path: string): string | null {
    const url = new URL(path, HERE);
    if (url.origin !== HERE || viewAt(this.#views, url.pathname) === undefined) return null;
    for (const [name, value] of this.#kept) if (name !== 'only') url.searchParams.set(name, value);
    return url.pathname + url.search;
  }

  /** A path of the address bar, as the host gets it: without the theme, which it chose itself. */
  forHost(path: string): string {
    const url = new URL(path, HERE);
    url.searchParams.delete('theme');
    return url.pathname + url.search;
  }

  #find(path: string): { readonly name: string; readonly page: string | null } | undefined {
    for (const { path: start, embed } of this.#views) {
      if (path === start) return { name: embed.name, page: null };
      const page = Object.entries(embed.pages ?? {}).find(([, address]) => address === path);
      if (page !== undefined) return { name: embed.name, page: page[0] };
    }
    return undefined;
  }
}
