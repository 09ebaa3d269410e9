import type { ReactNode } from 'react';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { MenuLines, type MenuItem } from './menu-lines.tsx';
import { Popover, type TriggerProps, type Align, type Side } from './popover.tsx';

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
export function Menu({ items, header, ...popover }: MenuProps) {
  if (items.every(({ disabledReason }) => disabledReason === LEFT_OUT)) return null;
  return (
    <Popover {...popover} role="menu" className="min-w-44">
      {(close) => <MenuLines items={items} header={header} close={close} />}
    </Popover>
  );
}
