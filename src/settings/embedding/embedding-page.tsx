import { isExactOrigin } from '#contract/exact-origin.ts';
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
import { EMBEDDED_NAMES, type EmbeddingSearch } from './search.ts';

interface EmbeddingPageProps {
  readonly views: readonly EmbeddableView[];
  readonly search: EmbeddingSearch;
  readonly go: (next: EmbeddingSearch) => void;
}

/** The snippet with which a portal shows a view, and the portals that are allowed now. */
export function EmbeddingPage({ views, search, go }: EmbeddingPageProps) {
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

/** Null if the service has nothing to embed. An unknown view or part in the URL is replaced by the default. */
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
            const name = EMBEDDED_NAMES.find((one) => one === target.value);
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

function opensText(scope: string): string {
  const known: Readonly<Record<string, string>> = messages.opens;
  return known[scope] ?? scope;
}

/** The allowed origins, from the document's meta element. */
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

/** Permissions of the frame, as docs/embedding.md suggests. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';
/** Initial height in px of a part alone. */
const WIDGET_PX = 320;

/** A view that portals may show. */
export interface EmbeddableView {
  readonly label: string;
  readonly embed: ViewEmbed;
}

interface Choices {
  readonly view: EmbeddableView;
  /** A key of the view's widgets; null for the whole view. */
  readonly only: string | null;
  readonly canEdit: boolean;
}

/** The HTML that shows the view in a portal's page. @param service origin of this service */
export function snippetOf({ view: { label, embed }, only, canEdit }: Choices, service: string): string {
  const id = ['support', embed.name, ...(only === null ? [] : [only])].join('-');
  return `<iframe
  id="${id}"
  title="${escaped(label)}"
  sandbox="${SANDBOX}"
  allow="clipboard-write"
  referrerpolicy="no-referrer"
  style="width: 100%; height: ${only === null ? embed.height : WIDGET_PX}px; border: 0"
></iframe>
<script type="module">
  import { embedSupport } from './embed-host.js';

  // Your server gives a session token, so that no API token is in a page.
  async function getToken(reason) {
    const response = await fetch('/support-session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ reason }),
    });
    if (!response.ok) throw new Error('No token');
    return (await response.json()).token;
  }

  embedSupport(document.querySelector('#${id}'), {
    service: '${service}',
    path: '/embed/${embed.name}${only === null ? '' : `?only=${only}`}',
${canEdit ? '    edit: true,\n' : ''}    getToken,
  });
</script>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
