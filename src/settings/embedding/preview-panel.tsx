import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState } from 'react';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { Panel } from '#src/panels/panel.tsx';
import { OWN_BASE } from '#src/session/api-base.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { isNothing, unsentWork } from '#src/session/unsent-work.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { framePath, type Choices } from './choices.ts';
import { mayFrame } from './may-frame.ts';
import { messages } from './messages.ts';
import { SANDBOX } from './snippet.ts';
import { useFrameHost } from './use-frame-host.ts';

const { preview: texts } = messages;
const RELOAD_MS = 3_000;

/** The view in a real frame, with this page as its host. */
export function PreviewPanel({ choices }: { readonly choices: Choices }) {
  const whoami = useWhoami();
  const missingScope = useMissingScope();
  const [attempt, setAttempt] = useState(0);
  const { canEdit, view } = choices;
  const lacking = canEdit ? view.embed.writes.filter((scope) => missingScope(scope) !== undefined) : [];
  return (
    <Panel
      title={texts.title}
      note={texts.note(siteName(whoami))}
      actions={
        <IconButton icon="refresh" size="sm" label={texts.reload} onClick={() => setAttempt((before) => before + 1)} />
      }
    >
      {canEdit ? (
        <p role="note" className="mt-2 flex gap-2 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">
          <Icon name="warning" size={14} className="mt-px" />
          {lacking.length === 0 ? texts.real : texts.lacks(lacking.join(', '))}
        </p>
      ) : null}
      <Preview choices={choices} attempt={attempt} onRetry={() => setAttempt((before) => before + 1)} />
    </Panel>
  );
}

interface PreviewProps {
  readonly choices: Choices;
  readonly attempt: number;
  readonly onRetry: () => void;
}

function Preview({ choices, attempt, onRetry }: PreviewProps) {
  const isElsewhere = useSelector(sessionAtom, (state) => state.phase !== 'out' && state.session.baseUrl !== OWN_BASE);
  const isOffline = useOffline();
  const [ready, setReady] = useState<string | null>(null);
  const { view, only, density, locale, timeZone, canEdit } = choices;
  // What is typed makes no frame a letter. Another theme and height need no other frame.
  const chosen = useSettled([view.embed.name, only, density, locale, timeZone, canEdit].join('\n'));
  const key = `${chosen}\n${attempt}`;
  if (isElsewhere) return <EmptyBlock icon="eye" title={texts.elsewhere.title} text={texts.elsewhere.text} />;
  if (!mayFrame()) return <LoadAgain />;
  if (isOffline && ready !== key) return <p className="py-10 text-center text-ink-3">{texts.offline}</p>;
  return <PreviewFrame key={key} choices={choices} onReady={() => setReady(key)} onRetry={onRetry} />;
}

interface PreviewFrameProps extends Pick<PreviewProps, 'choices' | 'onRetry'> {
  readonly onReady: () => void;
}

function PreviewFrame({ choices, onReady, onRetry }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [src] = useState(() => framePath(choices, { preview: '1' }));
  const { view, theme, locale, timeZone, canEdit, height, maxHeight } = choices;
  const { phase, path, error, ...told } = useFrameHost(frame, {
    theme,
    ...(locale === null ? {} : { locale }),
    ...(timeZone === null ? {} : { timeZone }),
    edit: canEdit,
  });
  useEffect(() => {
    if (phase === 'ready') onReady();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [phase]);
  const shown = maxHeight === null ? height : Math.min(told.height ?? height, maxHeight);
  return (
    <>
      <div className="relative mt-2 border border-line-strong">
        <iframe
          ref={frame}
          src={src}
          title={texts.frame(view.label)}
          sandbox={SANDBOX}
          allow="clipboard-write"
          referrerPolicy="no-referrer"
          className="block w-full"
          height={shown}
        />
        {phase === 'ready' ? null : (
          <div className="absolute inset-0 flex items-center justify-center bg-surface">
            {phase === 'waiting' ? (
              <Loading />
            ) : (
              <ErrorBlock title={texts.late.title} text={texts.late.text} onRetry={onRetry} />
            )}
          </div>
        )}
      </div>
      <div role="status" className="mt-1.5 text-12 text-ink-3">
        {path === null ? null : (
          <p>
            {texts.shows}{' '}
            <code dir="ltr" className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
              <AddressText text={withoutPreview(path)} />
            </code>
          </p>
        )}
        {error === null ? null : <p className="text-danger-text">{errorText(error)}</p>}
      </div>
    </>
  );
}

/** The address as a portal would have it. */
function withoutPreview(path: string): string {
  const [before = '', query = ''] = path.split('?', 2);
  const kept = query.split('&').filter((pair) => pair !== '' && pair !== 'preview=1');
  return kept.length === 0 ? before : `${before}?${kept.join('&')}`;
}

function errorText(code: string): string {
  const known: Readonly<Record<string, string>> = texts.failed;
  return known[code] ?? texts.failedOther(code);
}

/** Loads the page again by itself where nothing is lost by that, and else on demand. */
function LoadAgain() {
  const survives = useSelector(
    sessionAtom,
    (state) => state.phase === 'in' && (state.session.kind === 'session' || state.session.kept),
  );
  const [isLoading, setLoading] = useState(() => survives && isNothing(unsentWork()));
  useEffect(() => {
    if (!isLoading) return;
    location.reload();
    // Somebody may have chosen to stay, for the sake of what is under way.
    const timer = setTimeout(() => setLoading(false), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (isLoading) return <Loading />;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-sunken px-3 py-2">
      <p className="min-w-48 flex-1">
        {texts.blocked.text} {survives ? null : texts.blocked.signIn}
      </p>
      <Button icon="refresh" onClick={() => location.reload()}>
        {texts.blocked.button}
      </Button>
    </div>
  );
}

function Loading() {
  return (
    <p className="flex items-center justify-center gap-2 py-10 text-ink-3">
      <Spinner />
      {texts.loading}
    </p>
  );
}
