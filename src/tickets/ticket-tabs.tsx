import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';
import { TABS, type TicketTab } from './ticket-tab.ts';

interface TicketTabsProps {
  readonly tab: TicketTab;
  readonly counts: Readonly<Record<Exclude<TicketTab, 'timeline'>, number | undefined>>;
  readonly onTab: (tab: TicketTab) => void;
}

/** Everything together, or one part of it. */
export function TicketTabs({ tab, counts, onTab }: TicketTabsProps) {
  return (
    <div className="flex-none overflow-x-auto px-5 pt-2.5 pb-1 [scrollbar-width:none] max-md:px-4 print:hidden">
      <Segmented
        label={messages.tabs.label}
        value={tab}
        options={TABS.map((value) => ({
          value,
          label: labelOf(value, value === 'timeline' ? undefined : counts[value]),
        }))}
        onChange={onTab}
      />
    </div>
  );
}

function labelOf(tab: TicketTab, count: number | undefined): string {
  return count === undefined ? messages.tabs[tab] : `${messages.tabs[tab]} ${count}`;
}
