import { useId, type ReactNode } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageTabs } from '#src/panels/page-parts.tsx';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';

/** The pages of the settings. */
const SETTINGS_PARTS = [
  { part: 'tokens', to: '/settings/tokens' },
  { part: 'webhooks', to: '/settings/webhooks' },
  { part: 'tags', to: '/settings/tags' },
  { part: 'audit', to: '/settings/audit', needs: 'audit_log' },
  { part: 'embedding', to: '/settings/embedding' },
  { part: 'appearance', to: '/settings/appearance' },
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
        <PageTabs
          label={messages.tabs}
          tabs={parts.map(({ part, to }) => ({
            label: messages[part],
            // The webhooks have parts of their own, with addresses below theirs.
            link: { to, activeOptions: { exact: part !== 'webhooks', includeSearch: false } },
          }))}
        />
      }
    />
  );
}

interface SettingRowProps {
  readonly name: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** One setting: its name, what it does, and its control. */
export function SettingRow({ name, text, children }: SettingRowProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-start gap-x-8 gap-y-2 border-b border-line py-4 last:border-b-0"
    >
      <div className="min-w-48 flex-[1_1_0]">
        <h3 id={id} className="font-medium">
          {name}
        </h3>
        <p className="text-12 text-ink-3">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  );
}

/** Turns single keys on and off. */
export function LetterKeysSwitch() {
  const { letterKeys } = usePreferences();
  const { name, on, off } = messages.keys;
  return (
    <Segmented
      label={name}
      value={letterKeys ? 'on' : 'off'}
      onChange={(value) => setPreferences({ letterKeys: value === 'on' })}
      options={[
        { value: 'on', label: on },
        { value: 'off', label: off },
      ]}
    />
  );
}
