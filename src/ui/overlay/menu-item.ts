import type { ReactNode } from 'react';
import type { IconName } from '#src/ui/icons/icon-paths.ts';

/** One line of a menu. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  /** A glyph in the icon's place. */
  readonly glyph?: ReactNode;
  /** Grey words or a count at the end of the line. */
  readonly note?: ReactNode;
  readonly kbd?: string;
  /** Makes it a choice: one of many with `kind` radio, any of many with checkbox. */
  readonly checked?: boolean;
  readonly kind?: 'radio' | 'checkbox';
  readonly disabledReason?: string | undefined;
  readonly danger?: boolean;
  /** Items of one group stand together under this heading. */
  readonly group?: string;
  /** The menu stays open after the choice. */
  readonly keepOpen?: boolean;
}
