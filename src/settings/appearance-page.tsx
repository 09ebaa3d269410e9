import { useId, type ComponentProps, type ReactNode } from 'react';
import { setZoneChoice, useDisplayZone, useZoneChoice, type ZoneChoice } from '#src/browser/zone.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { setPreferences, UNDO_SEND_SECONDS, usePreferences } from '#src/ui/preferences.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { messages } from './messages.ts';
import { SettingsHeader } from './settings-header.tsx';

interface AppearancePageProps {
  /** Opens the sheet of keys. */
  readonly onShowKeys: () => void;
}

/** A person's choices on this device. */
export function AppearancePage({ onShowKeys }: AppearancePageProps) {
  const { theme, density, undoSendSeconds, letterKeys } = usePreferences();
  return (
    <>
      <SettingsHeader part="appearance" />
      <PageBody>
        <p className="text-ink-2 text-pretty">{messages.lead}</p>
        <div className="mt-2 max-w-measure">
          <ChoiceRow
            texts={messages.theme}
            value={theme}
            onChange={(value) => setPreferences({ theme: value })}
            options={[
              { value: 'system', label: messages.theme.system, icon: 'screen' },
              { value: 'light', label: messages.theme.light, icon: 'sun' },
              { value: 'dark', label: messages.theme.dark, icon: 'moon' },
            ]}
          />
          <ChoiceRow
            texts={messages.density}
            value={density}
            onChange={(value) => setPreferences({ density: value })}
            options={[
              { value: 'compact', label: messages.density.compact },
              { value: 'comfortable', label: messages.density.comfortable },
            ]}
          />
          <ZoneRow />
          <ChoiceRow
            texts={messages.undoSend}
            value={String(undoSendSeconds)}
            onChange={(value) =>
              setPreferences({ undoSendSeconds: UNDO_SEND_SECONDS.find((seconds) => String(seconds) === value) ?? 5 })
            }
            options={UNDO_SEND_SECONDS.map((seconds) => ({
              value: String(seconds),
              label: seconds === 0 ? messages.undoSend.off : messages.undoSend.seconds(seconds),
            }))}
          />
          <SettingRow name={messages.keys.name} text={messages.keys.text}>
            <Segmented
              label={messages.keys.name}
              value={letterKeys ? 'on' : 'off'}
              onChange={(value) => setPreferences({ letterKeys: value === 'on' })}
              options={[
                { value: 'on', label: messages.keys.on },
                { value: 'off', label: messages.keys.off },
              ]}
            />
            <Button variant="ghost" onClick={onShowKeys}>
              {messages.keys.list}
            </Button>
          </SettingRow>
        </div>
      </PageBody>
    </>
  );
}

function ZoneRow() {
  const choice = useZoneChoice();
  const zone = useDisplayZone();
  const now = useNow();
  const { time_zone: siteZone } = useWhoami();
  const texts = messages.zone;
  const shown = `${formatInstant(new Date(now).toISOString(), zone)} (${zone})`;
  const unknown = choice === 'site' && !siteZone ? ` ${texts.siteUnknown}` : '';
  return (
    <ChoiceRow<ZoneChoice>
      texts={{ name: texts.name, text: `${texts.text(shown)}${unknown}` }}
      value={choice}
      onChange={setZoneChoice}
      options={[
        { value: 'browser', label: texts.browser },
        { value: 'site', label: texts.site },
        { value: 'utc', label: texts.utc },
      ]}
    />
  );
}

interface ChoiceRowProps<Value extends string> extends Omit<ComponentProps<typeof Segmented<Value>>, 'label'> {
  readonly texts: { readonly name: string; readonly text?: string };
}

function ChoiceRow<Value extends string>({ texts, ...choice }: ChoiceRowProps<Value>) {
  return (
    <SettingRow name={texts.name} text={texts.text}>
      <Segmented label={texts.name} {...choice} />
    </SettingRow>
  );
}

interface SettingRowProps {
  readonly name: string;
  readonly text: string | undefined;
  readonly children: ReactNode;
}

/** One setting: its name, what it does, and its control. */
function SettingRow({ name, text, children }: SettingRowProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-start gap-x-8 gap-y-2 border-b border-line py-4 last:border-b-0"
    >
      <div className="min-w-48 flex-[1_1_0]">
        <h2 id={id} className="font-medium">
          {name}
        </h2>
        <p className="text-12 text-ink-3">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  );
}
