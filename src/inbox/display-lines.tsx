import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import type { InboxActions } from '#src/inbox/list/list-actions.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { MenuLines } from '#src/ui/overlay/menu-lines.tsx';
import { useCapabilities } from './capabilities.ts';
import type { ListDialog } from './list-dialogs.tsx';
import { messages } from './messages.ts';
import { DEFAULT_LIMIT, type InboxSearch } from './search.ts';

const texts = defineMessages({
  layout: 'Layout',
  groups: 'Groups',
  grouped: 'Group by first reply',
  pageSize: 'Rows on the first page',
  rows: (n: string) => `${n} rows`,
  list: 'List',
  columns: 'Columns…',
  target: 'Reply target…',
  noTarget: 'This service doesn’t have reply targets.',
  exportCsv: 'Download CSV…',
  calls: 'Show API calls',
});

const PAGE_SIZES = [25, 50, 100, 200] as const;

interface DisplayLinesProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly isPhone: boolean;
  /** Lines before all others. */
  readonly first?: readonly MenuItem[];
  readonly actions: InboxActions;
  readonly onDialog: (dialog: ListDialog) => void;
  readonly close: () => void;
}

export function DisplayLines({ search, plan, isPhone, first = [], actions, onDialog, close }: DisplayLinesProps) {
  // Somebody looks at the menu: what its lines open is needed soon.
  const can = useCapabilities();
  const { reason } = useWriteAccess('any');
  const { display } = messages;
  const limit = search.limit ?? DEFAULT_LIMIT;
  const layouts: MenuItem[] = [
    { key: 'split', label: display.split, value: undefined, icon: 'panel' as const },
    { key: 'table', label: display.table, value: 'table' as const, icon: 'table' as const },
  ].map(({ key, label, value, icon }) => ({
    key,
    label,
    icon,
    group: texts.layout,
    kind: 'radio',
    checked: search.layout === value,
    kbd: 'v',
    onSelect: () => actions.setLayout(value),
  }));
  const items: MenuItem[] = [
    ...first,
    ...(isPhone ? [] : layouts),
    {
      key: 'group',
      label: texts.grouped,
      group: texts.groups,
      kind: 'checkbox',
      checked: plan.groups !== 'none',
      onSelect: () => actions.display({ group: plan.groups === 'none' ? 'first_reply' : 'none' }),
    },
    ...[...new Set([...PAGE_SIZES, limit])]
      .toSorted((a, b) => a - b)
      .map((size): MenuItem => ({
        key: `limit-${size}`,
        label: texts.rows(formatCount(size)),
        group: texts.pageSize,
        kind: 'radio',
        checked: size === limit,
        onSelect: () => actions.display({ limit: size === DEFAULT_LIMIT ? undefined : size }),
      })),
    ...(search.layout === 'table' && !isPhone
      ? [{ key: 'columns', label: texts.columns, group: texts.list, onSelect: () => onDialog('columns') }]
      : []),
    {
      key: 'target',
      label: texts.target,
      group: texts.list,
      disabledReason: reason ?? (can.due ? undefined : texts.noTarget),
      onSelect: () => onDialog('target'),
    },
    { key: 'export', label: texts.exportCsv, group: texts.list, onSelect: () => onDialog('export') },
  ];
  return <MenuLines items={items} header={null} close={close} />;
}
