import { Link } from '@tanstack/react-router';
import { Suspense, type ComponentType } from 'react';
import { PageBody, PageHeader } from '#src/panels/page-frame.tsx';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { messages } from './messages.ts';
import { AI_TABS, type AiSearch, type AiTab } from './search.ts';
import type { GoTo, TabProps } from './tab-props.ts';
import { HeaderActions } from './header-actions.tsx';
import { UsageTab } from './usage/usage-tab.tsx';

const CapBanner = lazyPart(
  async () => (await import('./caps/cap-banner.tsx')).CapBanner,
  () => null,
);
const CapsTab = lazyPart(async () => (await import('./caps/caps-tab.tsx')).CapsTab);
const ValueTab = lazyPart(async () => (await import('./value/value-tab.tsx')).ValueTab);
const CallsTab = lazyPart(async () => (await import('./calls/calls-tab.tsx')).CallsTab);

interface AiUsageViewProps {
  readonly search: AiSearch;
  readonly go: GoTo;
  /** Loads again what is on screen. */
  readonly onRefresh: () => Promise<void>;
}

const PANELS: Readonly<Record<AiTab, ComponentType<TabProps>>> = {
  usage: UsageTab,
  caps: CapsTab,
  value: ValueTab,
  calls: CallsTab,
};

/** AI usage and guardrails: what is spent, what stops it, what it is worth, and the calls behind each figure. */
export function AiUsageView({ search, go, onRefresh }: AiUsageViewProps) {
  const whoami = useWhoami();
  const hasReports = hasExtension(whoami, 'ai_reports');
  const isPhone = useMedia('(max-width: 767.98px)');
  const isDeployed = whoami.capabilities.deployed.ai_usage !== false;
  const tab = search.tab ?? 'usage';
  const Panel = PANELS[tab];
  return (
    <>
      <PageHeader
        title={isPhone ? messages.shortTitle : messages.title}
        documentTitle={tab === 'usage' ? messages.title : `${messages.tab[tab]} · ${messages.title}`}
        tabs={
          <div className="self-stretch max-md:hidden">
            <Tabs current={tab} search={search} />
          </div>
        }
        actions={
          isDeployed ? <HeaderActions search={search} go={go} hasReports={hasReports} onRefresh={onRefresh} /> : null
        }
      />
      {/* A phone has no room for them beside the title and the range. */}
      <div className="flex-none border-b border-line bg-surface px-4 md:hidden">
        <Tabs current={tab} search={search} />
      </div>
      <PageBody>
        {isDeployed ? (
          <Suspense fallback={null}>
            <Panel search={search} go={go} hasReports={hasReports} />
          </Suspense>
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

const TAB = 'relative flex min-h-top flex-none items-center font-medium no-underline focus-visible:-outline-offset-2';
const CURRENT = 'text-ink after:absolute after:inset-x-0 after:bottom-0 after:border-b-2 after:border-current';

function Tabs({ current, search }: { readonly current: AiTab; readonly search: AiSearch }) {
  return (
    <nav aria-label={messages.tabs} className="flex h-full min-w-0 gap-4 overflow-x-auto md:ms-3">
      {AI_TABS.map((tab) => (
        <Link
          key={tab}
          to="/ai/usage"
          search={{ days: search.days, from: search.from, to: search.to, tab: tab === 'usage' ? undefined : tab }}
          className={`${TAB} ${tab === current ? CURRENT : 'text-ink-2 hover:text-ink'}`}
          aria-current={tab === current ? 'page' : undefined}
        >
          {messages.tab[tab]}
        </Link>
      ))}
    </nav>
  );
}
