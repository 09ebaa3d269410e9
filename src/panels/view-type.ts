import type { RequiredScope } from '#src/api/write-access.ts';
import type { IconName } from '#src/ui/icons/icon.tsx';

/** A page below a view, or a verb with an address: the palette leads to it. */
export interface ViewPlace {
  readonly key: string;
  readonly path: string;
  readonly label: string;
  /** Marks a verb: it is listed by its label alone, without "Go to". */
  readonly icon?: IconName;
  /** The page offers it to the palette as `<view>-<key>`: choosing the place opens the page and runs it. */
  readonly isVerb?: true;
  /** Other words that find it, such as the API's own name. */
  readonly keywords?: string;
  /** Is listed in the palette before anything is typed. */
  readonly isListed?: true;
  /** Needs our extensions: on a service without them the palette omits it, and its page says so. */
  readonly isExtension?: true;
  /** The scope of a verb: without it the palette disables the verb and says why. Pages need none. */
  readonly scope?: RequiredScope;
}

/** A key and what it does. */
export interface ViewKey {
  readonly keys: string;
  readonly label: string;
}

/** The parts of a view that another page may show in a frame (docs/embedding.md). */
export interface ViewEmbed {
  /** Its address is `/embed/` and this. */
  readonly name: 'ai-usage' | 'health' | 'csat' | 'inbox';
  /** Its other pages that stay in the frame, by the value of `page` in the address. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Labels of the parts that can be shown alone, by the value of `only` in the address. */
  readonly widgets?: Readonly<Record<string, string>>;
  /** Scopes that it asks for where the host allows changes. */
  readonly writes: readonly RequiredScope[];
  /** Its header says by itself how old its figures are. */
  readonly hasTime?: true;
  /** Height in px that a host may begin with, before the frame has said how high it is. */
  readonly height: number;
}

/**
 * Describes a view once: `view.ts` of its room exports one as `view`, and `src/shell/views.ts` lists them all. It is plain
 * data, as Node reads it too.
 */
export interface View {
  readonly id: string;
  readonly path: string;
  /** Beginnings of the addresses that belong to it. */
  readonly owns: readonly string[];
  readonly label: string;
  readonly icon: IconName;
  /** Open it from every page. */
  readonly goKeys: string;
  /** Heading of its group in the sidebar, and its labels there and in the tabs of a phone. */
  readonly group?: string;
  readonly sideLabel?: string;
  readonly tabLabel?: string;
  /** Other words by which the palette finds it, such as the API's own name. */
  readonly keywords?: string;
  /** Has a tab on a phone; the others are behind "More". */
  readonly isTab?: true;
  /** Needs our extensions: on a service without them the navigation omits it, and its pages say so. */
  readonly isExtension?: true;
  /** The tokens that start here: `/` and sign-in lead to the first view in order whose scope the token has. */
  readonly startFor?: 'any' | RequiredScope;
  /** Whether its page is a list of its own height, which scrolls, beside a record. */
  readonly isList?: true;
  readonly places?: readonly ViewPlace[];
  readonly embed?: ViewEmbed;
  /** Keys of its pages, by their headings in the list of keys. */
  readonly keys?: readonly { readonly group: string; readonly entries: Readonly<Record<string, ViewKey>> }[];
}

/** A view that other pages may show in a frame. */
export type EmbeddableView = View & { readonly embed: ViewEmbed };
