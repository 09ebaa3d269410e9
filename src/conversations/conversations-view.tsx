import type { ReactNode } from 'react';
import { usePathname } from '#src/browser/use-address.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { WINDOW_LENGTHS } from '#src/panels/day-window.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { WindowControl } from '#src/panels/window-control.tsx';
import { messages } from './messages.ts';
import { useHasSessions } from './queries.ts';
import type { ConversationsSearch, TabProps } from './search.ts';
import { view } from './view.ts';

/** The address of each tab. */
const PATHS = {
  all: '/conversations',
  handovers: '/conversations/handovers',
  review: '/conversations/review',
  insights: '/conversations/insights',
} as const;
type Tab = keyof typeof PATHS;

interface ConversationsViewProps extends TabProps<ConversationsSearch> {
  /** The tab. */
  readonly children: ReactNode;
}

/** Conversations with the AI: all of them, those handed over, those to review, and what they are about. */
export function ConversationsView({ search, go, children }: ConversationsViewProps) {
  const hasSessions = useHasSessions();
  const pathname = usePathname();
  const { days, from, to } = search;
  const tabs: readonly Tab[] = hasSessions ? ['all', 'handovers', 'review', 'insights'] : ['handovers', 'insights'];
  const tab = tabs.find((one) => PATHS[one] === pathname);
  return (
    <>
      <PageHeader
        title={messages.title}
        documentTitle={tab === undefined || tab === 'all' ? messages.title : `${messages.tab[tab]} · ${messages.title}`}
        tabs={
          <PageTabs
            label={messages.tabs}
            tabs={tabs.map((one) => ({
              label: messages.tab[one],
              link: { to: PATHS[one], search: { days, from, to } },
            }))}
          />
        }
        actions={
          <>
            <WindowControl
              search={search}
              lengths={WINDOW_LENGTHS}
              onChoose={(window) => go({ ...search, ...window }, { replace: true })}
              today={utcToday(useNow())}
              zone="UTC"
              keyGroup={view.keys[1].group}
              hasFreeDates={hasSessions}
            />
            <PageActions />
          </>
        }
      />
      {children}
    </>
  );
}
