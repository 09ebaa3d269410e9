import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { YEAR_LENGTHS } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { WindowControl } from '#src/panels/window-control.tsx';
import { FilterChips } from './filter-chips.tsx';
import { messages } from './messages.ts';
import { usePageFiles } from './overview/overview-files.ts';
import { useHasReports, useShownWindow } from './queries.ts';
import { filtersOf, sharedOf, type CsatSearch, type TabProps } from './search.ts';
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

/** What customers answered: how it stands, whether it changed, who should hear from us, and the answers themselves. */
export function CsatView({ search, go, children }: CsatViewProps) {
  const hasReports = useHasReports();
  const isAlone = typeof useEmbedded()?.only === 'string';
  const { pathname } = useLocation();
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
        // What stands alone does not ask for what it does not show.
        actions={
          isAlone ? null : <HeaderActions search={search} go={go} hasFiles={part === 'overview' && hasReports} />
        }
      />
      {part === 'feedback' || filtersOf(search).length === 0 ? null : <FilterChips search={search} go={go} />}
      {children}
    </>
  );
}

interface HeaderActionsProps extends TabProps<CsatSearch> {
  /** The part has figures that can be saved. */
  readonly hasFiles: boolean;
}

/** The days, and what can be done with the figures of them. */
function HeaderActions({ search, go, hasFiles }: HeaderActionsProps) {
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
      {hasFiles ? <FigureActions search={search} /> : <PageActions />}
    </>
  );
}

function FigureActions({ search }: { readonly search: CsatSearch }) {
  return <PageActions files={usePageFiles(search)} />;
}
