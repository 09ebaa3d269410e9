import type { ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { usePathname } from '#src/browser/use-address.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { WINDOW_LENGTHS } from '#src/panels/day-window.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody, PageTabs } from '#src/panels/page-parts.tsx';
import { WindowControl } from '#src/panels/window-control.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { CapBanner } from './caps/cap-banner.tsx';
import { messages } from './messages.ts';
import { useHasReports } from './queries.ts';
import { AI_TABS, type AiSearch, type AiTab, type TabProps } from './search.ts';
import { view } from './view.ts';

/** The address of each tab. */
const TAB_PATHS = {
  usage: '/ai/usage',
  calls: '/ai/usage/calls',
} as const satisfies Readonly<Record<AiTab, string>>;

interface AiUsageViewProps extends TabProps<AiSearch> {
  /** The tab. */
  readonly children: ReactNode;
}

/** AI usage and guardrails: what is spent, what stops it, and the calls behind each figure. */
export function AiUsageView({ search, go, children }: AiUsageViewProps) {
  const whoami = useWhoami();
  const isPhone = useMedia('(max-width: 767.98px)');
  const pathname = usePathname();
  const isAlone = typeof useEmbedded()?.only === 'string';
  const isDeployed = whoami.capabilities.deployed.ai_usage !== false;
  const tab = AI_TABS.find((one) => TAB_PATHS[one] === pathname) ?? 'usage';
  const { days, from, to } = search;
  const tabs = useHasReports() ? (
    <PageTabs
      label={messages.tabs}
      tabs={AI_TABS.map((one) => ({
        label: messages.tab[one],
        link: { to: TAB_PATHS[one], search: { days, from, to } },
      }))}
    />
  ) : null;
  return (
    <>
      <PageHeader
        title={isPhone ? messages.shortTitle : messages.title}
        documentTitle={tab === 'usage' ? messages.title : `${messages.tab[tab]} · ${messages.title}`}
        tabs={tabs}
        // The gauge alone does not load the days.
        actions={isDeployed && !isAlone ? <HeaderActions search={search} go={go} /> : null}
      />
      <PageBody>
        {isDeployed ? (
          children
        ) : (
          <EmptyBlock icon="spark" title={messages.notDeployed} text={messages.notDeployedText} />
        )}
      </PageBody>
      {/* Below everything that scrolls: when it appears, the page doesn't move. */}
      {isAlone ? null : <CapBanner />}
    </>
  );
}

/** The window of days, and refresh. */
function HeaderActions({ search, go }: TabProps<AiSearch>) {
  const [{ group }] = view.keys;
  return (
    <>
      <WindowControl
        search={search}
        lengths={WINDOW_LENGTHS}
        onChoose={(window) => go(window)}
        today={utcToday(useNow())}
        zone="UTC"
        keyGroup={group}
        hasFreeDates={useHasReports()}
      />
      <PageActions />
    </>
  );
}
