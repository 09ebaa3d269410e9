import type { ReactNode } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { messages } from './messages.ts';

/** The pages of the settings. */
const SETTINGS_PARTS = [
  { part: 'tags', to: '/settings/tags' },
  { part: 'webhooks', to: '/settings/webhooks/log', needs: 'webhook_deliveries' },
  { part: 'appearance', to: '/settings/appearance' },
  { part: 'shortcuts', to: '/settings/keys' },
] as const;

interface SettingsHeaderProps {
  readonly part: (typeof SETTINGS_PARTS)[number]['part'];
  readonly actions?: ReactNode;
}

/** The heading of every part of the settings, with its tabs. */
export function SettingsHeader({ part: current, actions }: SettingsHeaderProps) {
  const whoami = useWhoami();
  const parts = SETTINGS_PARTS.filter((part) => !('needs' in part) || hasExtension(whoami, part.needs));
  return (
    <PageHeader
      title={messages.settings}
      documentTitle={`${messages[current]} · ${messages.settings}`}
      actions={actions}
      tabs={
        <PageTabs label={messages.tabs} tabs={parts.map(({ part, to }) => ({ label: messages[part], link: { to } }))} />
      }
    />
  );
}
