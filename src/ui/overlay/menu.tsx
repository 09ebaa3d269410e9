import type { ReactNode } from 'react';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { MenuItem } from './menu-lines.tsx';
import { Popover, preloadLayer, type TriggerProps } from './popover.tsx';
import type { Align, Side } from './position.ts';

const MenuLines = lazyPart(async () => (await import('./menu-lines.tsx')).MenuLines);

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

/** Once the page is idle: a menu that a key opens has its lines within the key. */
export function preloadMenus(): void {
  preloadLayer();
  MenuLines.preload();
}
