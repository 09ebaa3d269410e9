import type { ReactNode } from 'react';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { messages } from './messages.ts';

/** The pages of the settings. */
const SETTINGS_PARTS = [
  { part: 'tokens', to: '/settings/tokens' },
  { part: 'webhooks', to: '/settings/webhooks' },
  { part: 'tags', to: '/settings/tags' },
  { part: 'savedReplies', to: '/settings/saved-replies', isExtension: true },
  { part: 'audit', to: '/settings/audit', isExtension: true },
  { part: 'embedding', to: '/settings/embedding' },
  { part: 'appearance', to: '/settings/appearance' },
] as const;

interface SettingsHeaderProps {
  readonly part: (typeof SETTINGS_PARTS)[number]['part'];
  readonly actions?: ReactNode;
}

/** The heading of every page of the settings, with its tabs. */
export function SettingsHeader({ part: current, actions }: SettingsHeaderProps) {
  const isWhole = isWholeService(useWhoami());
  const parts = SETTINGS_PARTS.filter((part) => isWhole || !('isExtension' in part));
  return (
    <PageHeader
      title={messages.settings}
      documentTitle={`${messages[current]} · ${messages.settings}`}
      actions={actions}
      tabs={
        <PageTabs
          label={messages.tabs}
          tabs={parts.map(({ part, to }) => ({
            label: messages[part],
            // The webhooks have pages of their own below theirs.
            link: { to, activeOptions: { exact: part !== 'webhooks', includeSearch: false } },
          }))}
        />
      }
    />
  );
}
