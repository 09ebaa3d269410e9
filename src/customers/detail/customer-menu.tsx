import { getCustomer } from '#contract/customers.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import type { CustomerVerbs } from './customer-verbs.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

interface CustomerMenuProps {
  readonly open: OpenCustomer;
  readonly verbs: CustomerVerbs;
}

/** What is done to a customer less often. */
export function CustomerMenu({ open, verbs }: CustomerMenuProps) {
  const { menu } = messages;
  const hasCalls = useHasApiCalls();
  const isBlocked = open.customer.identity.blocked_utc != null;
  const disabledReason = verbs.editReason;
  const items: readonly MenuItem[] = [
    {
      key: 'bind',
      label: menu.bind,
      icon: 'plus',
      kbd: 'b',
      disabledReason: verbs.bindReason,
      onSelect: verbs.bind,
    },
    ...line('edit', messages.editCustomer, 'pencil', verbs.edit, { disabledReason }),
    ...line('duplicates', menu.duplicates, 'people', verbs.duplicates),
    { key: 'inbox', label: menu.openInInbox, icon: 'inbox', onSelect: verbs.openInInbox },
    { key: 'link', label: menu.copyLink, icon: 'copy', onSelect: verbs.copyLink },
    // The menu is gone before the page is printed.
    { key: 'print', label: menu.print, icon: 'table', onSelect: () => requestAnimationFrame(() => print()) },
    ...line('export', menu.exportData, 'download', verbs.exportData),
    ...(hasCalls
      ? [
          {
            key: 'calls',
            label: menu.apiCalls,
            icon: 'code' as const,
            onSelect: () => showApiCalls(getCustomer.resource),
          },
        ]
      : []),
    ...line('block', isBlocked ? menu.unblock : menu.block, 'lock', verbs.block, {
      disabledReason,
      danger: !isBlocked,
    }),
    ...line('erase', menu.eraseData, 'warning', verbs.eraseData, { disabledReason, danger: true }),
  ];
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

function line(
  key: string,
  label: string,
  icon: NonNullable<MenuItem['icon']>,
  act: (() => void) | null,
  more: Partial<MenuItem> = {},
): readonly MenuItem[] {
  return act === null ? [] : [{ key, label, icon, onSelect: act, ...more }];
}
