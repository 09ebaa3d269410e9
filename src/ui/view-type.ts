import type { IconName } from './icons/icon-paths.ts';

/** A place that the palette leads to, below a view. */
export interface ViewPlace {
  readonly key: string;
  readonly path: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Stands in the palette before anything is typed. */
  readonly isListed?: true;
  /** It is there where the service has this extension alone, and may be used with this scope. */
  readonly extension?: 'identity_tools';
  readonly scope?: 'customers:write';
}

/** A key that can be changed, and what it does. */
export interface ViewKey {
  readonly keys: string;
  readonly label: string;
}

/**
 * What a view is, said once: `view.ts` of its room exports one as `view`. The sidebar, the tabs of a phone, the palette, the
 * list of keys, the frame of the document, the first script, the budgets and the pictures read it. It is plain data, since
 * Node reads it too, and short, since every page downloads it.
 */
export interface View {
  readonly id: string;
  readonly path: string;
  /** Beginnings of the addresses that belong to it. */
  readonly owns: readonly string[];
  /** Where it stands in the navigation. */
  readonly order: number;
  readonly label: string;
  readonly icon: IconName;
  /** Lead to it from everywhere. */
  readonly goKeys: string;
  /** The heading that it stands under in the sidebar, and how it is called there and in the tabs of a phone. */
  readonly group?: string;
  readonly sideLabel?: string;
  readonly tabLabel?: string;
  /** Has a tab of its own on a phone; the others stand behind "More". */
  readonly isTab?: true;
  /** What the frame of the document draws below its title until the page is there. */
  readonly skeleton?: 'list' | 'figures';
  readonly places?: readonly ViewPlace[];
  /** Keys of its pages that can be changed, below their headings in the list of keys. */
  readonly keys?: readonly { readonly group: string; readonly entries: Readonly<Record<string, ViewKey>> }[];
}
