import { useLocation } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { PageBody, PageHeader, PageTabs } from '#src/panels/page-frame.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { HeaderActions } from './header-actions.tsx';
import { messages } from './messages.ts';
import { AI_TABS, type AiSearch, type AiTab, type GoTo } from './search.ts';

const CapBanner = lazyPart(
  async () => (await import('./caps/cap-banner.tsx')).CapBanner,
  () => null,
);

/** The address of each tab. */
export const TAB_PATHS = {
  usage: '/ai/usage',
  caps: '/ai/usage/caps',
  value: '/ai/usage/value',
  calls: '/ai/usage/calls',
} as const satisfies Readonly<Record<AiTab, string>>;

interface AiUsageViewProps {
  readonly search: AiSearch;
  readonly go: GoTo<AiSearch>;
  /** Loads again what is on screen. */
  readonly onRefresh: () => Promise<void>;
  /** The tab. */
  readonly children: ReactNode;
}

/** AI usage and guardrails: what is spent, what stops it, what it is worth, and the calls behind each figure. */
export function AiUsageView({ search, go, onRefresh, children }: AiUsageViewProps) {
  const whoami = useWhoami();
  const isPhone = useMedia('(max-width: 767.98px)');
  const { pathname } = useLocation();
  const isDeployed = whoami.capabilities.deployed.ai_usage !== false;
  const tab = AI_TABS.find((one) => TAB_PATHS[one] === pathname) ?? 'usage';
  const { days, from, to } = search;
  const tabs = (
    <PageTabs
      label={messages.tabs}
      tabs={AI_TABS.map((one) => ({
        label: messages.tab[one],
        link: { to: TAB_PATHS[one], search: { days, from, to } },
      }))}
    />
  );
  return (
    <>
      <PageHeader
        title={isPhone ? messages.shortTitle : messages.title}
        documentTitle={tab === 'usage' ? messages.title : `${messages.tab[tab]} · ${messages.title}`}
        tabs={isPhone ? null : tabs}
        actions={
          isDeployed ? (
            <HeaderActions search={search} go={go} hasExport={tab === 'usage'} onRefresh={onRefresh} />
          ) : null
        }
      />
      {/* A phone has no room for them beside the title and the range. */}
      {isPhone ? <div className="flex flex-none border-b border-line bg-surface px-4 *:ms-0">{tabs}</div> : null}
      <PageBody>
        {isDeployed ? (
          children
        ) : (
          <EmptyBlock icon="spark" title={messages.notDeployed} text={messages.notDeployedText} />
        )}
      </PageBody>
      {/* Below all that scrolls, where its coming moves nothing. */}
      <Suspense fallback={null}>
        <CapBanner />
      </Suspense>
    </>
  );
}
