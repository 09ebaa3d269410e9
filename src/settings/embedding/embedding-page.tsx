import { useEffect } from 'react';
import { isExactOrigin } from '#contract/exact-origin.ts';
import { defineSearch, flag, oneOf, textWhere } from '#src/browser/define-search.ts';
import { SelectField } from '#src/forms/field.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import type { ViewEmbed } from '#src/panels/view-type.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { messages } from './messages.ts';
import { type Choices, type EmbeddableView, snippetOf } from './snippet.ts';

const NAMES = ['ai-usage', 'health', 'csat', 'inbox'] as const satisfies readonly ViewEmbed['name'][];

/** Absent: the whole of AI usage, read-only. */
const embeddingSearch = defineSearch({
  view: oneOf(NAMES, 'ai-usage'),
  /** A key of `embed.widgets`. */
  only: textWhere((text) => /^[a-z-]{1,40}$/.test(text)),
  edit: flag,
});
type EmbeddingSearch = ReturnType<typeof embeddingSearch>;

interface EmbeddingPageProps {
  readonly views: readonly EmbeddableView[];
  /** What the address says. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly go: (next: EmbeddingSearch) => void;
}

/** Makes the snippet by which a portal shows a view, and says which portals may. */
export function EmbeddingPage({ views, raw, go }: EmbeddingPageProps) {
  const { ignored, ...search } = embeddingSearch(raw);
  useEffect(() => {
    // The frame of the page says so, and takes it out of the address.
    if (ignored !== undefined && raw['ignored'] === undefined) go({ ...search, ignored });
  });
  const choices = choicesOf(search, views);
  return (
    <>
      <SettingsHeader part="embedding" />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
        {choices === null ? null : (
          <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 min-[1000px]:grid-cols-[minmax(0,360px)_minmax(0,1fr)]">
            <div className="grid min-w-0 content-start gap-y-8">
              <ChoicesPanel views={views} choices={choices} set={(changes) => go({ ...search, ...changes })} />
              <OriginsPanel />
            </div>
            <SnippetPanel choices={choices} />
          </div>
        )}
      </PageBody>
    </>
  );
}

/** Null where the service has nothing to embed. A service may lack the view, and a view the part, that the address names. */
function choicesOf(search: EmbeddingSearch, views: readonly EmbeddableView[]): Choices | null {
  const view = views.find(({ embed }) => embed.name === (search.view ?? 'ai-usage')) ?? views[0];
  if (view === undefined) return null;
  const { only } = search;
  const hasPart = only !== undefined && Object.hasOwn(view.embed.widgets ?? {}, only);
  return { view, only: hasPart ? only : null, canEdit: search.edit === '1' };
}

interface ChoicesPanelProps {
  readonly views: readonly EmbeddableView[];
  readonly choices: Choices;
  readonly set: (changes: EmbeddingSearch) => void;
}

function ChoicesPanel({ views, choices: { view, only, canEdit }, set }: ChoicesPanelProps) {
  const { choose: texts } = messages;
  const { widgets = {}, writes } = view.embed;
  return (
    <Panel title={texts.title}>
      <div className="mt-2 grid gap-4">
        <SelectField
          label={texts.view}
          value={view.embed.name}
          options={views.map(({ label, embed }) => ({ value: embed.name, label }))}
          onChange={({ target }) => {
            const name = NAMES.find((one) => one === target.value);
            set({ view: name === 'ai-usage' ? undefined : name, only: undefined });
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

/** The origins that the service lets embed it, as its document says. */
function allowedOrigins(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-console:embed-origins"]')?.content ?? '';
  return meta.split(/\s+/).filter(isExactOrigin);
}

function OriginsPanel() {
  const { origins: texts } = messages;
  const allowed = allowedOrigins();
  return (
    <Panel title={texts.title}>
      <p className="mt-1 text-ink-2">{allowed.length === 0 ? texts.nobody : texts.now(allowed.length)}</p>
      <ul className="mt-1">
        {allowed.map((origin) => (
          <li key={origin} className="flex min-h-6 items-center gap-2">
            <Icon name="check" size={14} className="text-ok-text" />
            <code dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
              <AddressText text={origin} />
            </code>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-12 text-ink-3">{texts.where}</p>
    </Panel>
  );
}

/** What the portal's team pastes into their page. */
function SnippetPanel({ choices }: { readonly choices: Choices }) {
  const { snippet: texts } = messages;
  const code = snippetOf(choices, location.origin);
  const scopes = ['read', ...(choices.canEdit ? choices.view.embed.writes : [])].join(', ');
  return (
    <Panel title={texts.title} actions={<CopyButton text={code} label={texts.copy} showLabel size="md" />}>
      <pre
        dir="ltr"
        className="mt-2 rounded-control border border-line bg-sunken p-2.5 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        <code>{code}</code>
      </pre>
      <p className="mt-2 text-12 text-ink-3">{texts.script}</p>
      <p className="mt-1 text-12 text-ink-3">{texts.token(scopes)}</p>
    </Panel>
  );
}
