import { formatCount } from '#src/format/number.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/menu-item.ts';
import { Menu } from '#src/ui/menu.tsx';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import { DEFAULT_LIMIT, type InboxSearch } from './search.ts';

const PAGE_SIZES = [25, 50, 100, 200] as const;

interface DisplayMenuProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  /** Phones have one layout. */
  readonly hasLayouts: boolean;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onChange: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
}

/** Layout, grouping and page size. */
export function DisplayMenu({ search, plan, hasLayouts, onLayout, onChange }: DisplayMenuProps) {
  const { display } = messages;
  const limit = search.limit ?? DEFAULT_LIMIT;
  const layouts: MenuItem[] = [
    { key: 'split', label: display.split, value: undefined, icon: 'panel' as const },
    { key: 'table', label: display.table, value: 'table' as const, icon: 'table' as const },
  ].map(({ key, label, value, icon }) => ({
    key,
    label,
    icon,
    group: display.layout,
    kind: 'radio',
    checked: search.layout === value,
    kbd: 'v',
    onSelect: () => onLayout(value),
  }));
  const items: MenuItem[] = [
    ...(hasLayouts ? layouts : []),
    {
      key: 'group',
      label: display.grouped,
      group: display.groups,
      kind: 'checkbox',
      checked: plan.groups !== 'none',
      onSelect: () => onChange({ group: plan.groups === 'none' ? 'first_reply' : 'none' }),
    },
    ...[...new Set([...PAGE_SIZES, limit])]
      .toSorted((a, b) => a - b)
      .map((size): MenuItem => ({
        key: `limit-${size}`,
        label: display.rows(formatCount(size)),
        group: display.pageSize,
        kind: 'radio',
        checked: size === limit,
        onSelect: () => onChange({ limit: size === DEFAULT_LIMIT ? undefined : size }),
      })),
  ];
  return (
    <Menu
      label={display.open}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="panel" label={display.open} />}
    />
  );
}
