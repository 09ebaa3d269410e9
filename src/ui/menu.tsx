import { lazy, type ReactNode } from 'react';
import type { IconName } from './icon-paths.ts';
import { Popover, type TriggerProps } from './popover.tsx';
import type { Align, Side } from './place.ts';

const MenuLines = lazy(() => import('./menu-lines.tsx').then((module) => ({ default: module.MenuLines })));

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: IconName;
  /** A glyph in the icon's place. */
  readonly glyph?: ReactNode;
  /** Grey words or a count at the end of the line. */
  readonly note?: string;
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

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly side?: Side;
  readonly align?: Align;
  /** Text above the items. */
  readonly header?: ReactNode;
}

/** Arrow keys, Home, End and type-ahead move; Enter and Space choose; Tab and Esc close. */
export function Menu({ label, items, trigger, side, align, header }: MenuProps) {
  return (
    <Popover
      label={label}
      trigger={trigger}
      role="menu"
      className="min-w-44"
      {...(side === undefined ? {} : { side })}
      {...(align === undefined ? {} : { align })}
    >
      {(close) => <MenuLines items={items} header={header} close={close} />}
    </Popover>
  );
}
