import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePathname } from '#src/browser/use-address.ts';
import { YEAR_LENGTHS } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { WindowControl } from '#src/panels/window-control.tsx';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { keyWord } from './figure-text.ts';
import { messages } from './messages.ts';
import { splitsOptions, useHasReports, useShownWindow } from './queries.ts';
import { type CsatSearch, filtersOf, sharedOf, type TabProps, withFilter, withoutFilters } from './search.ts';
import { view } from './view.ts';

/** The address of each part. */
const PATHS = {
  overview: '/csat',
  answers: '/csat/answers',
  followUp: '/csat/follow-up',
  feedback: '/csat/feedback',
} as const;
type Part = keyof typeof PATHS;

interface CsatViewProps extends TabProps<CsatSearch> {
  /** The part. */
  readonly children: ReactNode;
}

/** The CSAT page: overview, answers, follow-up and chat feedback. */
export function CsatView({ search, go, children }: CsatViewProps) {
  const hasReports = useHasReports();
  const isAlone = typeof useEmbedded()?.only === 'string';
  const pathname = usePathname();
  const parts: readonly Part[] = hasReports
    ? ['overview', 'answers', 'followUp', 'feedback']
    : ['overview', 'feedback'];
  const part = parts.find((one) => PATHS[one] === pathname) ?? 'overview';
  const tabs = (
    <PageTabs
      label={messages.tabs}
      tabs={parts.map((one) => ({ label: messages.tab[one], link: { to: PATHS[one], search: sharedOf(search) } }))}
    />
  );
  return (
    <>
      <PageHeader
        title={messages.title}
        documentTitle={part === 'overview' ? messages.title : `${messages.tab[part]} · ${messages.title}`}
        tabs={tabs}
        // The trend alone does not load what it does not show.
        actions={isAlone ? null : <HeaderActions search={search} go={go} />}
      />
      {part === 'feedback' || filtersOf(search).length === 0 ? null : <FilterChips search={search} go={go} />}
      {children}
    </>
  );
}

/** The window of days, and refresh. */
function HeaderActions({ search, go }: TabProps<CsatSearch>) {
  const { today, zone } = useShownWindow(search);
  return (
    <>
      <WindowControl
        search={search}
        lengths={YEAR_LENGTHS}
        onChoose={(window) => go({ ...search, ...window }, { replace: true })}
        today={today}
        zone={zone}
        keyGroup={view.keys[0].group}
        hasFreeDates={useHasReports()}
      />
      <PageActions />
    </>
  );
}

/** The filters of the page, as chips that can be removed. */
function FilterChips({ search, go }: TabProps<CsatSearch>) {
  const window = useShownWindow(search);
  // The splits have the agent's name; no extra call.
  const { data } = useQuery({ ...splitsOptions(search, window), enabled: false });
  const filters = filtersOf(search);
  const remove = (split: (typeof filters)[number]['split']) =>
    go(withFilter(search, split, undefined), { replace: true });
  return (
    <div
      role="group"
      aria-label={messages.filters}
      className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-4 py-1.5"
    >
      {filters.map(({ split, key }) => {
        const row = data?.items.find((one) => one.split === split && one.key === key);
        return (
          <FilterChip
            key={split}
            field={messages.split[split]}
            value={split === 'agent' && row !== undefined && key !== 'none' ? row.label : keyWord(split, key)}
            onRemove={() => remove(split)}
          />
        );
      })}
      {filters.length < 2 ? null : (
        <Button size="sm" variant="ghost" onClick={() => go(withoutFilters(search), { replace: true })}>
          {messages.removeAll}
        </Button>
      )}
    </div>
  );
}
