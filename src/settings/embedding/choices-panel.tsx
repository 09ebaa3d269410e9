import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { isTimeZone } from '#contract/calendar-write.ts';
import { formatCount } from '#src/format/number.ts';
import { numberText, readNumber } from '#src/format/typed-number.ts';
import { SelectField, TextField } from '#src/forms/field.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { type Choices, type EmbeddableView, type EmbeddingSearch, MAX_PX, MIN_PX, isLocale } from './choices.ts';
import { messages } from './messages.ts';

const { choose: texts } = messages;

/** Offered while a locale is typed; any other can be typed as well. */
const LOCALES = (
  'ar-EG cs-CZ da-DK de-AT de-CH de-DE en-GB en-US es-ES es-MX fi-FI fr-CA fr-FR he-IL hi-IN it-IT ja-JP ko-KR nb-NO nl-NL ' +
  'pl-PL pt-BR pt-PT sv-SE tr-TR zh-CN'
).split(' ');

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
          <Choice
            label={texts.theme}
            value={theme}
            onChange={(look) => set({ look: look === 'system' ? undefined : look })}
            options={[
              { value: 'system', label: texts.system },
              { value: 'light', label: texts.light },
              { value: 'dark', label: texts.dark },
            ]}
          />
          <Choice
            label={texts.density}
            value={density}
            onChange={(rows) => set({ rows: rows === 'compact' ? undefined : rows })}
            options={[
              { value: 'compact', label: texts.compact },
              { value: 'comfortable', label: texts.comfortable },
            ]}
          />
        </Row>
        <Row>
          <LocaleField search={search} set={set} />
          <ZoneFields search={search} siteZone={siteZone} set={set} />
        </Row>
        <Row>
          <Choice
            label={texts.height}
            value={search.fit ?? 'grows'}
            onChange={(fit) => set({ fit: fit === 'fixed' ? fit : undefined, px: undefined })}
            options={[
              { value: 'grows', label: texts.grows },
              { value: 'fixed', label: texts.fixed },
            ]}
          />
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

function Choice<Value extends string>(props: ComponentProps<typeof Segmented<Value>>) {
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-12 font-medium">
        {props.label}
      </p>
      <Segmented {...props} />
    </div>
  );
}

type FieldProps = Pick<ChoicesProps, 'search' | 'set'>;

function LocaleField({ search: { language = '' }, set }: FieldProps) {
  return (
    <ListedField
      label={texts.locale}
      placeholder={texts.localePlaceholder}
      names={LOCALES}
      value={language}
      isRight={isLocale}
      wrong={texts.localeWrong}
      onChoose={(name) => set({ language: name })}
    />
  );
}

function ZoneFields({ search: { zone }, siteZone, set }: FieldProps & { readonly siteZone: string | null }) {
  const isNamed = zone !== undefined && zone !== 'site' && zone !== 'UTC';
  const [isOther, setOther] = useState(isNamed);
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
        <ListedField
          label={texts.zoneName}
          isLabelHidden
          placeholder="Europe/Berlin"
          names={Intl.supportedValuesOf('timeZone')}
          value={isNamed ? zone : ''}
          isRight={isTimeZone}
          wrong={texts.zoneWrong}
          onChoose={(name) => set({ zone: name })}
        />
      ) : null}
    </div>
  );
}

interface ListedFieldProps {
  readonly label: string;
  readonly isLabelHidden?: true;
  readonly placeholder: string;
  /** Offered while something is typed. */
  readonly names: readonly string[];
  readonly value: string;
  readonly isRight: (text: string) => boolean;
  readonly wrong: string;
  /** Undefined where it is empty. What is wrong stays in the field alone. */
  readonly onChoose: (name: string | undefined) => void;
}

function ListedField({ names, value, isRight, wrong, onChoose, ...field }: ListedFieldProps) {
  const id = useId();
  const [text, setText] = useTyped(value, (typed) => typed.trim() === value);
  return (
    <div className="min-w-0">
      <TextField
        {...field}
        error={text === '' || isRight(text) ? undefined : wrong}
        list={id}
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          const typed = target.value.trim();
          setText(typed);
          if (typed === '' || isRight(typed)) onChoose(typed === '' ? undefined : typed);
        }}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}

function PxField({ label, value, set }: { label: string; value: number } & Pick<ChoicesProps, 'set'>) {
  const [text, setText] = useTyped(numberText(value, 'whole'), (typed) => readPx(typed) === value);
  return (
    <NumberField
      kind="whole"
      label={label}
      error={readPx(text) === null ? texts.pxWrong(formatCount(MIN_PX), formatCount(MAX_PX)) : undefined}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const px = readPx(target.value);
        if (px !== null) set({ px });
      }}
    />
  );
}

/** A height that is typed; null where it is none that a frame can have. */
function readPx(text: string): number | null {
  const read = readNumber(text, 'whole');
  const px = read.kind === 'number' ? Number(read.plain) : 0;
  return px >= MIN_PX && px <= MAX_PX ? px : null;
}

/** What is typed, until the address has something else: Back, or another choice. @param isSame what is typed means the value */
function useTyped(value: string, isSame: (typed: string) => boolean): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: isSame(typed.text) ? typed.text : value, of: value });
  return [typed.text, (text) => setTyped({ text, of: typed.of })];
}
