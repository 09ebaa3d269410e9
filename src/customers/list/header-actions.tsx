import { useNavigate } from '@tanstack/react-router';
import { listCustomerIdentities } from '#contract/customers.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { messages } from './messages.ts';

interface HeaderActionsProps {
  readonly isPhone: boolean;
  readonly isFetching: boolean;
  /** Why nobody can be added. */
  readonly newReason: string | undefined;
  readonly hasTools: boolean;
  /** The page beside the list has keys of its own. */
  readonly hasPage: boolean;
  readonly onRefresh: () => void;
  readonly onExport: () => void;
  readonly onNew: () => void;
}

/** The buttons of the list's header; a phone has a menu for most of them. */
export function HeaderActions(props: HeaderActionsProps) {
  const { isPhone, isFetching, newReason, hasTools, hasPage, onRefresh, onExport, onNew } = props;
  const navigate = useNavigate();
  const hasCalls = useHasApiCalls();
  const reason = hasTools ? newReason : messages.newNeedsTools;
  useShortcut('n', onNew, { label: messages.new, group: messages.keys.group, when: reason === undefined && !hasPage });
  const refresh: MenuItem = { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: onRefresh };
  const save: MenuItem = { key: 'export', label: messages.export, icon: 'download', onSelect: onExport };
  const items: readonly MenuItem[] = [
    ...(isPhone ? [refresh, save] : []),
    {
      key: 'coverage',
      label: messages.coverage,
      icon: 'chat',
      onSelect: () => void navigate({ to: '/customers/coverage' }),
    },
    { key: 'merge', label: messages.merge, icon: 'people', onSelect: () => void navigate({ to: '/customers/merge' }) },
    ...(hasCalls
      ? [
          {
            key: 'call',
            label: messages.showCall,
            icon: 'code' as const,
            onSelect: () => showApiCalls(listCustomerIdentities.resource),
          },
        ]
      : []),
  ];
  return (
    <>
      {isPhone ? null : (
        <>
          <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={onRefresh} />
          <Button icon="download" onClick={onExport}>
            {messages.export}
          </Button>
        </>
      )}
      {isPhone ? (
        <IconButton icon="plus" label={messages.new} disabledReason={reason} onClick={onNew} />
      ) : (
        <Button icon="plus" disabledReason={reason} onClick={onNew}>
          {messages.new}
        </Button>
      )}
      <Menu
        label={messages.more}
        align="end"
        items={items}
        trigger={(trigger) => <IconButton {...trigger} icon="more" label={messages.more} />}
      />
    </>
  );
}
