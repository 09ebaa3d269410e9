import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { SORT_CHOICES, sortChoiceOf } from './sort-choices.ts';

interface SortMenuProps {
  readonly plan: ListPlan;
  readonly onChange: (change: Pick<InboxSearch, 'order_by' | 'dir'>) => void;
}

/** The order of the list; only where the service can sort. */
export function SortMenu({ plan, onChange }: SortMenuProps) {
  const current = sortChoiceOf(plan.order, plan.isReversed);
  const name = current === undefined ? '' : messages.order[current.key];
  return (
    <Menu
      label={messages.display.order}
      align="end"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon="sort" aria-label={messages.sortedBy(name)}>
          <span className="max-sm:sr-only">{name}</span>
        </Button>
      )}
      items={SORT_CHOICES.map(({ key, search }) => ({
        key,
        label: messages.order[key],
        kind: 'radio' as const,
        checked: current?.key === key,
        onSelect: () => onChange({ order_by: search.order_by, dir: search.dir }),
      }))}
    />
  );
}
