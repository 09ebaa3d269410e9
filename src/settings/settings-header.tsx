import type { ReactNode } from 'react';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { messages } from './messages.ts';

/** The pages of the settings. */
export const SETTINGS_PARTS = [
  { part: 'tags', to: '/settings/tags' },
  { part: 'appearance', to: '/settings/appearance' },
  { part: 'shortcuts', to: '/settings/keys' },
] as const;

interface SettingsHeaderProps {
  readonly part: (typeof SETTINGS_PARTS)[number]['part'];
  readonly actions?: ReactNode;
}

/** The heading of every part of the settings, with its tabs. */
export function SettingsHeader({ part: current, actions }: SettingsHeaderProps) {
  return (
    <PageHeader
      title={messages.settings}
      documentTitle={`${messages[current]} · ${messages.settings}`}
      actions={actions}
      tabs={
        <PageTabs
          label={messages.tabs}
          tabs={SETTINGS_PARTS.map(({ part, to }) => ({ label: messages[part], link: { to } }))}
        />
      }
    />
  );
}
