import { useId, useState, type ReactNode } from 'react';
import { isTimeZone } from '#contract/calendar-write.ts';
import { formatCount } from '#src/format/number.ts';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Switch } from '#src/ui/switch.tsx';
import type { Choices, EmbeddableView } from './choices.ts';
import { messages } from './messages.ts';
import { isLocale, MAX_PX, MIN_PX, type EmbeddingSearch } from './search.ts';

const { choose: texts } = messages;

/** Offered while a locale is typed; any other can be typed as well. */
const LOCALES = [
  ...[
    'ar-EG',
    'cs-CZ',
    'da-DK',
    'de-AT',
    'de-CH',
    'de-DE',
    'en-GB',
    'en-US',
    'es-ES',
    'es-MX',
    'fi-FI',
    'fr-CA',
    'fr-FR',
  ],
  ...[
    'he-IL',
    'hi-IN',
    'it-IT',
    'ja-JP',
    'ko-KR',
    'nb-NO',
    'nl-NL',
    'pl-PL',
    'pt-BR',
    'pt-PT',
    'sv-SE',
    'tr-TR',
    'zh-CN',
  ],
];

export interface ChoicesProps {
  readonly search: EmbeddingSearch;
  readonly choices: Choices;
  readonly set: (changes: EmbeddingSearch) => void;
}

interface ChoicesPanelProps extends ChoicesProps {
  readonly views: readonly EmbeddableView[];
  readonly siteZone: string | null;
}

/** What the frame shows, and how. */
export function ChoicesPanel({ views, siteZone, search, choices, set }: ChoicesPanelProps) {
  const { view, only, theme, density, canEdit } = choices;
  const { widgets = {}, writes } = view.embed;
  return (
    <Panel title={texts.title}>
      <div className="mt-2 grid gap-4">
        <Row>
          <SelectField
            label={texts.view}
            value={view.embed.name}
            options={views.map(({ label, embed }) => ({ value: embed.name, label }))}
            onChange={({ target }) => {
              const name = views.find(({ embed }) => embed.name === target.value)?.embed.name;
              set({ view: name === 'ai-usage' ? undefined : name, only: undefined, px: undefined });
            }}
          />
          {Object.keys(widgets).length === 0 ? null : (
            <SelectField
              label={texts.part}
              value={only ?? ''}
              options={[
                { value: '', label: texts.whole },
                ...Object.entries(widgets).map(([value, label]) => ({ value, label: texts.alone(label) })),
              ]}
              onChange={({ target }) => set({ only: target.value === '' ? undefined : target.value })}
            />
          )}
        </Row>
        <Row>
          <Labelled label={texts.theme}>
            <Segmented
              label={texts.theme}
              value={theme}
              onChange={(look) => set({ look: look === 'system' ? undefined : look })}
              options={[
                { value: 'system', label: texts.system },
                { value: 'light', label: texts.light },
                { value: 'dark', label: texts.dark },
              ]}
            />
          </Labelled>
          <Labelled label={texts.density}>
            <Segmented
              label={texts.density}
              value={density}
              onChange={(rows) => set({ rows: rows === 'compact' ? undefined : rows })}
              options={[
                { value: 'compact', label: texts.compact },
                { value: 'comfortable', label: texts.comfortable },
              ]}
            />
          </Labelled>
        </Row>
        <Row>
          <LocaleField search={search} set={set} />
          <ZoneFields search={search} siteZone={siteZone} set={set} />
        </Row>
        <Row>
          <Labelled label={texts.height}>
            <Segmented
              label={texts.height}
              value={search.fit ?? 'grows'}
              onChange={(fit) => set({ fit: fit === 'fixed' ? fit : undefined, px: undefined })}
              options={[
                { value: 'grows', label: texts.grows },
                { value: 'fixed', label: texts.fixed },
              ]}
            />
          </Labelled>
          <PxField
            key={`${search.fit}:${view.embed.name}:${only}`}
            label={choices.maxHeight === null ? texts.exactly : texts.most}
            value={choices.maxHeight ?? choices.height}
            set={set}
          />
        </Row>
        <Switch
          isOn={canEdit}
          checked={canEdit}
          label={texts.edit}
          text={canEdit ? writes.map((scope) => opensText(scope)).join(' ') : texts.readOnly}
          onChange={({ target }) => set({ edit: target.checked ? '1' : undefined })}
        />
      </div>
    </Panel>
  );
}

/** What a scope opens, in words. */
function opensText(scope: string): string {
  const known: Readonly<Record<string, string>> = messages.opens;
  return known[scope] ?? scope;
}

function Row({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-[repeat(auto-fit,minmax(168px,1fr))] gap-x-4 gap-y-4">{children}</div>;
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-12 font-medium">
        {label}
      </p>
      {children}
    </div>
  );
}

type FieldProps = Pick<ChoicesProps, 'search' | 'set'>;

/** Typed text that is no locale stays in the field alone. */
function LocaleField({ search: { language = '' }, set }: FieldProps) {
  const id = useId();
  const [text, setText] = useTyped(language);
  const isWrong = text !== '' && !isLocale(text);
  return (
    <div className="min-w-0">
      <TextField
        label={texts.locale}
        placeholder={texts.localePlaceholder}
        error={isWrong ? texts.localeWrong : undefined}
        list={id}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          const typed = target.value.trim();
          setText(typed);
          if (typed === '' || isLocale(typed)) set({ language: typed === '' ? undefined : typed });
        }}
      />
      <datalist id={id}>
        {LOCALES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}

function ZoneFields({ search: { zone }, siteZone, set }: FieldProps & { readonly siteZone: string | null }) {
  const id = useId();
  const isNamed = zone !== undefined && zone !== 'site' && zone !== 'UTC';
  const [isOther, setOther] = useState(isNamed);
  const [text, setText] = useTyped(isNamed ? zone : '');
  const shown = isNamed || (isOther && zone === undefined) ? 'other' : (zone ?? '');
  return (
    <div className="grid min-w-0 gap-2">
      <SelectField
        label={texts.zone}
        value={shown}
        options={[
          { value: '', label: texts.zoneBrowser },
          ...(siteZone === null ? [] : [{ value: 'site', label: texts.zoneSite(siteZone) }]),
          { value: 'UTC', label: texts.zoneUtc },
          { value: 'other', label: texts.zoneOther },
        ]}
        onChange={({ target }) => {
          const isNowOther = target.value === 'other';
          setOther(isNowOther);
          set({ zone: isNowOther || target.value === '' ? undefined : target.value });
        }}
      />
      {shown === 'other' ? (
        <div>
          <TextField
            label={texts.zoneName}
            isLabelHidden
            error={text === '' || isTimeZone(text) ? undefined : texts.zoneWrong}
            placeholder="Europe/Berlin"
            list={id}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              const typed = target.value.trim();
              setText(typed);
              if (typed === '' || isTimeZone(typed)) set({ zone: typed === '' ? undefined : typed });
            }}
          />
          <datalist id={id}>
            {Intl.supportedValuesOf('timeZone').map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      ) : null}
    </div>
  );
}

interface PxFieldProps extends Pick<ChoicesProps, 'set'> {
  readonly label: string;
  readonly value: number;
}

function PxField({ label, value, set }: PxFieldProps) {
  const [text, setText] = useTyped(String(value));
  const isRight = /^\d{1,4}$/.test(text) && Number(text) >= MIN_PX && Number(text) <= MAX_PX;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      error={isRight ? undefined : texts.pxWrong(formatCount(MIN_PX), formatCount(MAX_PX))}
      value={text}
      onChange={({ target }) => {
        const typed = target.value.trim();
        setText(typed);
        if (/^\d{1,4}$/.test(typed) && Number(typed) >= MIN_PX && Number(typed) <= MAX_PX) set({ px: Number(typed) });
      }}
    />
  );
}

/** What is typed, until the address says something else: Back, or another choice. */
function useTyped(value: string): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: typed.text.trim() === value ? typed.text : value, of: value });
  return [typed.text, (text) => setTyped({ text, of: typed.of })];
}
