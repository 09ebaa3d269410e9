import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { sortChoiceOf, sortItems } from './sort-choices.ts';

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
          {name}
        </Button>
      )}
      items={sortItems(plan, onChange)}
    />
  );
}
