import { useLocation } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { PageHeader, refreshPage } from '#src/panels/page-frame.tsx';
import { PageBody, PageTabs } from '#src/panels/page-parts.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { RangeControl } from './range-control.tsx';
import { AI_TABS, type AiSearch, type AiTab, type GoTo, type TabProps } from './search.ts';
import { useExportItems } from './usage/usage-files.ts';

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
  /** The tab. */
  readonly children: ReactNode;
}

/** AI usage and guardrails: what is spent, what stops it, what it is worth, and the calls behind each figure. */
export function AiUsageView({ search, go, children }: AiUsageViewProps) {
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
        actions={isDeployed ? <HeaderActions search={search} go={go} hasExport={tab === 'usage'} /> : null}
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

interface HeaderActionsProps extends TabProps<AiSearch> {
  /** The tab has figures that can be saved. */
  readonly hasExport: boolean;
}

/** The days, and what can be done with the figures of them; a phone has a menu for the latter. */
function HeaderActions({ search, go, hasExport }: HeaderActionsProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void refreshPage().finally(() => setRefreshing(false));
  };
  return (
    <>
      <RangeControl search={search} go={go} />
      {isPhone && hasExport ? (
        <PhoneMenu search={search} onRefresh={refresh} />
      ) : (
        <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isRefreshing} onClick={refresh} />
      )}
      {isPhone || !hasExport ? null : <ExportButton search={search} />}
    </>
  );
}

function PhoneMenu({ search, onRefresh }: Pick<TabProps<AiSearch>, 'search'> & { readonly onRefresh: () => void }) {
  const { items, reason } = useExportItems(search);
  const refresh: MenuItem = { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: onRefresh };
  return (
    <Menu
      label={messages.more}
      align="end"
      items={[
        refresh,
        ...items.map((item): MenuItem => ({
          ...item,
          group: messages.export,
          icon: 'download',
          disabledReason: reason,
        })),
      ]}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

/** The files of the figures on the screen. */
function ExportButton({ search }: Pick<TabProps<AiSearch>, 'search'>) {
  const { items, reason } = useExportItems(search);
  return (
    <Menu
      label={messages.export}
      align="end"
      items={items}
      trigger={(props) => (
        <Button {...props} icon="download" disabledReason={reason}>
          {messages.export}
        </Button>
      )}
    />
  );
}
