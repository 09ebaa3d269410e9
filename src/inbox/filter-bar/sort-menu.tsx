import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';

interface SortChoice {
  readonly key: keyof typeof messages.order;
  readonly search: Pick<InboxSearch, 'order_by' | 'dir'>;
}

/** The orders that the service knows, each with the parameters that ask for it. */
export const SORT_CHOICES: readonly SortChoice[] = [
  { key: 'waiting', search: { order_by: 'waiting' } },
  { key: 'newest', search: { order_by: 'created' } },
  { key: 'oldest', search: { order_by: 'created', dir: 'asc' } },
  { key: 'updated', search: { order_by: 'updated' } },
  { key: 'updatedAsc', search: { order_by: 'updated', dir: 'asc' } },
  { key: 'priority', search: { order_by: 'priority' } },
  { key: 'priorityAsc', search: { order_by: 'priority', dir: 'asc' } },
  { key: 'waitingAsc', search: { order_by: 'waiting', dir: 'asc' } },
];

/** The choice that stands for the present order. */
export function sortChoiceOf(order: NonNullable<InboxSearch['order_by']>, isReversed: boolean): SortChoice | undefined {
  return SORT_CHOICES.find(({ search }) => search.order_by === order && (search.dir === 'asc') === isReversed);
}

/** The orders as lines of a menu. */
export function sortItems(plan: ListPlan, onChange: (change: SortChoice['search']) => void): readonly MenuItem[] {
  const current = sortChoiceOf(plan.order, plan.isReversed);
  return SORT_CHOICES.map(({ key, search }) => ({
    key,
    label: messages.order[key],
    kind: 'radio',
    checked: current?.key === key,
    onSelect: () => onChange({ order_by: search.order_by, dir: search.dir }),
  }));
}
