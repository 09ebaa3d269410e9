import { useSelector } from '@tanstack/react-store';
import { useEffect, useId, useState } from 'react';
import { isExactOrigin } from '#contract/exact-origin.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { TextField } from '#src/forms/field.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { OWN_BASE } from '#src/session/api-base.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { ChoicesPanel, type ChoicesProps } from './choices-panel.tsx';
import { type Choices, choicesOf, type EmbeddableView, type EmbeddingSearch, embeddingSearch } from './choices.ts';
import { messages } from './messages.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { htmlSnippet, reactSnippet } from './snippet.ts';

interface EmbeddingPageProps {
  readonly views: readonly EmbeddableView[];
  /** What the address says. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly go: (next: EmbeddingSearch) => void;
}

/** Makes the snippet by which a portal shows a view, and says what has to be allowed for it. */
export function EmbeddingPage({ views, raw, go }: EmbeddingPageProps) {
  const { ignored, ...search } = embeddingSearch(raw);
  useEffect(() => {
    // The frame of the page says so, and takes it out of the address.
    if (ignored !== undefined && raw['ignored'] === undefined) go({ ...search, ignored });
  });
  const siteZone = useWhoami().time_zone || null;
  const choices = choicesOf(search, views, siteZone);
  const set = (changes: EmbeddingSearch): void => go({ ...search, ...changes });
  return (
    <>
      <SettingsHeader part="embedding" />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="max-w-measure text-ink-2 text-pretty">{messages.leadText}</p>
        {choices === null ? null : (
          <div className="mt-5 grid grid-cols-1 gap-x-10 gap-y-8 min-[1200px]:grid-cols-[minmax(0,420px)_minmax(0,1fr)] min-[1200px]:grid-rows-[auto_1fr]">
            <ChoicesPanel views={views} siteZone={siteZone} search={search} choices={choices} set={set} />
            <div className="min-w-0 min-[1200px]:col-start-2 min-[1200px]:row-span-2 min-[1200px]:row-start-1">
              <PreviewPanel choices={choices} />
            </div>
            <div className="grid min-w-0 content-start gap-y-8">
              <SnippetPanel search={search} choices={choices} set={set} />
              <OriginsPanel search={search} set={set} />
              <TokenPanel choices={choices} />
            </div>
          </div>
        )}
      </PageBody>
    </>
  );
}

/** What the portal's team pastes into their page. */
function SnippetPanel({ search, choices, set }: ChoicesProps) {
  const { snippet: texts } = messages;
  const language = search.code ?? 'html';
  const code = (language === 'react' ? reactSnippet : htmlSnippet)(choices, location.origin);
  return (
    <Panel
      title={texts.title}
      actions={
        <>
          <Segmented
            label={texts.language}
            value={language}
            onChange={(next) => set({ code: next === 'react' ? next : undefined })}
            options={[
              { value: 'html', label: 'HTML' },
              { value: 'react', label: 'React' },
            ]}
          />
          <CopyButton text={code} label={texts.copy} showLabel size="md" />
        </>
      }
    >
      <div className="mt-2">
        <CodeBlock title={language === 'react' ? 'React' : 'HTML'} isTitleHidden code={code} />
      </div>
      <p className="mt-2 text-12 text-ink-3">{texts.token}</p>
      <p className="mt-1 text-12 text-ink-3">{texts.script[language]}</p>
    </Panel>
  );
}

/** Which API token the portal needs, and how it is made. */
function TokenPanel({ choices: { view, canEdit } }: { readonly choices: Choices }) {
  const { token: texts } = messages;
  const whoami = useWhoami();
  const isElsewhere = useSelector(sessionAtom, (state) => state.phase !== 'out' && state.session.baseUrl !== OWN_BASE);
  const scopes = canEdit ? ['read', ...view.embed.writes] : ['read'];
  const viewers = hasExtension(whoami, 'sessions') ? (canEdit ? texts.few : texts.many) : texts.noSessions;
  return (
    <Panel title={texts.title}>
      <p className="mt-1 text-ink-2">{texts.lead}</p>
      <dl className="mt-2 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-12 leading-5 text-ink-3">{texts.scopes}</dt>
        <dd className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <code key={scope} className="rounded-tag bg-active px-1.5 font-mono text-11 leading-[18px] text-ink-2">
              {scope}
            </code>
          ))}
        </dd>
        <dt className="text-12 leading-5 text-ink-3">{texts.viewers}</dt>
        <dd>{viewers}</dd>
      </dl>
      <div className="mt-3">
        {isElsewhere ? (
          <p className="text-ink-2">{texts.hosted}</p>
        ) : (
          <CodeBlock
            title={texts.command}
            code={`npm run --silent admin -- token create --site-id ${whoami.site_id} --label "Portal" --scopes ${scopes.join(',')} --rate-limit 6000`}
            copy={texts.copy}
          />
        )}
        {isElsewhere ? null : <p className="mt-1 text-12 text-ink-3">{texts.shared}</p>}
      </div>
      <p className="mt-2 text-12 text-ink-3">{texts.known}</p>
    </Panel>
  );
}

/** Why the service would refuse an origin: a key of `messages.refused`. */
type Refusal = 'wildcard' | 'several' | 'scheme' | 'http' | 'path' | 'spelling' | 'own' | 'unreadable';

/** What is said of a portal's address: null where it can be set as it is. */
interface Judged {
  readonly refusal: Refusal;
  /** What was probably meant. */
  readonly meant: string | null;
}

/** Judges a portal's address by the service's own rule, and says what is wrong with it. @param own this service's origin */
export function judgePortal(text: string, own: string): Judged | null {
  const refuse = (refusal: Refusal, meant: string | null = null): Judged => ({ refusal, meant });
  if (isExactOrigin(text)) return text === own ? refuse('own') : null;
  if (text.includes('*')) return refuse('wildcard');
  if (/[\s,;]/.test(text)) return refuse('several');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const guess = URL.parse(`https://${text}`)?.origin;
    return refuse('scheme', guess !== undefined && isExactOrigin(guess) ? guess : null);
  }
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return refuse('unreadable');
  if (!isExactOrigin(url.origin)) return refuse(url.protocol === 'http:' ? 'http' : 'unreadable');
  const hasMore = url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '';
  return refuse(hasMore ? 'path' : 'spelling', url.origin);
}

/** The origins that the service lets embed it, as its document says. */
function allowedOrigins(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-console:embed-origins"]')?.content ?? '';
  return meta.split(/\s+/).filter(isExactOrigin);
}

/** The line that the operator has to set. */
export function originsLine(allowed: readonly string[], portal: string): string {
  return `EMBED_ORIGINS="${[...new Set([...allowed, portal])].join(' ')}"`;
}

/** A page on https shows no frame of plain http, but for this computer's own. */
export function isMixed(portal: string, own: string): boolean {
  return portal.startsWith('https:') && own.startsWith('http:') && !isExactOrigin(own);
}

/** Which portals the service lets embed it, and what to set for another. */
function OriginsPanel({ search, set }: Pick<ChoicesProps, 'search' | 'set'>) {
  const { origins: texts } = messages;
  const [text, setText] = useState(search.portal ?? '');
  const own = location.origin;
  const allowed = allowedOrigins();
  const judged = text === '' ? null : judgePortal(text, own);
  const portal = text === '' || judged !== null ? null : text;

  function type(typed: string): void {
    setText(typed);
    set({ portal: typed !== '' && judgePortal(typed, own) === null ? typed : undefined });
  }

  const meant = judged?.meant ?? null;
  return (
    <Panel title={texts.title}>
      <p className="mt-1 text-ink-2">{allowed.length === 0 ? texts.nobody : texts.now(allowed.length)}</p>
      {allowed.length === 0 ? null : (
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
      )}
      <TextField
        className="mt-3"
        label={texts.field}
        hint={texts.hint}
        error={
          judged === null ? undefined : (
            <span>
              {messages.refused[judged.refusal]}{' '}
              {meant === null ? null : <TextButton onClick={() => type(meant)}>{texts.use(meant)}</TextButton>}
            </span>
          )
        }
        inputMode="url"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value.trim())}
      />
      <div className="mt-3 grid gap-3">
        {portal === null ? null : allowed.includes(portal) ? (
          <p role="status" className="flex items-center gap-2 text-ok-text">
            <Icon name="check" size={14} />
            {texts.already}
          </p>
        ) : (
          <div>
            <CodeBlock title={texts.set} code={originsLine(allowed, portal)} copy={texts.copySet} />
            <p className="mt-1 text-12 text-ink-3">{texts.where}</p>
          </div>
        )}
        {portal !== null && isMixed(portal, own) ? (
          <p role="note" className="flex gap-2 text-12 text-warn-text">
            <Icon name="warning" size={14} className="mt-px" />
            {texts.mixed}
          </p>
        ) : null}
        <CodeBlock title={texts.policy} code={`frame-src ${own}`} copy={texts.copyPolicy} />
      </div>
    </Panel>
  );
}

interface CodeBlockProps {
  /** What it is; read by screen readers alone where `isTitleHidden`. */
  readonly title: string;
  readonly isTitleHidden?: boolean;
  readonly code: string;
  /** Of the copy button, such as "Copy command"; none where it stands elsewhere. */
  readonly copy?: string;
}

/** Text for somebody's terminal, settings or page, to be copied. */
function CodeBlock({ title, isTitleHidden = false, code, copy }: CodeBlockProps) {
  const id = useId();
  const isLong = code.includes('\n');
  return (
    <div className="relative">
      <h3 id={id} className={isTitleHidden ? 'sr-only' : 'mb-1 text-12 font-medium'}>
        {title}
      </h3>
      <pre
        dir="ltr"
        // Long lines of a snippet scroll, and then the arrows do that too.
        tabIndex={isLong ? 0 : undefined}
        role={isLong ? 'region' : undefined}
        aria-labelledby={isLong ? id : undefined}
        className={`rounded-control border border-line bg-sunken py-2 ps-2.5 font-mono text-12 ${isLong ? 'overflow-x-auto pe-2.5' : 'pe-10 whitespace-pre-wrap [overflow-wrap:anywhere]'}`}
      >
        <code>{code}</code>
      </pre>
      {copy === undefined ? null : (
        <span className="absolute end-1 bottom-1">
          <CopyButton text={code} label={copy} />
        </span>
      )}
    </div>
  );
}
