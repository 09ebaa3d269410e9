import { useSelector } from '@tanstack/react-store';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import type { HostMessage, InitMessage, READY } from '#src/panels/embed-protocol.ts';
import { Panel } from '#src/panels/panel.tsx';
import { OWN_BASE } from '#src/session/api-base.ts';
import { sessionAtom, sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { isNothing, unsentWork } from '#src/session/unsent-work.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { type Choices, framePath } from './choices.ts';
import { messages } from './messages.ts';
import { SANDBOX } from './snippet.ts';

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

const LATE_MS = 5_000;

// Types alone of the protocol: the entry has no room for what its own schemas need of zod.
const ready: typeof READY = { type: 'support-console:ready', version: 1 };
const readyMessage = z.object({ type: z.literal(ready.type), version: z.literal(ready.version) });
const frameMessage = z.object({
  type: z.enum(['height', 'navigated', 'token_needed', 'error']),
  height: z.optional(z.number()),
  path: z.optional(z.string()),
  code: z.optional(z.string()),
});

/** What a frame has told. */
interface FrameState {
  /** `late`: it has not said in five seconds that it is ready. */
  readonly phase: 'waiting' | 'late' | 'ready';
  readonly height: number | null;
  readonly path: string | null;
  readonly error: string | null;
}

type Init = Pick<InitMessage, 'theme' | 'locale' | 'timeZone' | 'edit'>;

/**
 * Does for a frame of this origin what a portal does: answers it once it is ready, with the session of this page, gives it the
 * next one when it asks, and tells it of another theme. Everything else in `init` is for a new frame.
 */
function useFrameHost(frame: RefObject<HTMLIFrameElement | null>, init: Init): FrameState {
  const [state, setState] = useState<FrameState>({ phase: 'waiting', height: null, path: null, error: null });
  const port = useRef<MessagePort>(null);
  const given = useRef<string>(null);
  const firstInit = useEffectEvent(() => init);

  useEffect(() => {
    const change = (changes: Partial<FrameState>) => setState((before) => ({ ...before, ...changes }));
    const timer = setTimeout(
      () => setState((before) => (before.phase === 'waiting' ? { ...before, phase: 'late' } : before)),
      LATE_MS,
    );

    function receive(message: z.output<typeof frameMessage>): void {
      const { type, height, path, code } = message;
      if (type === 'height' && height !== undefined) change({ height });
      if (type === 'navigated' && path !== undefined) change({ path });
      if (type === 'error' && code !== undefined) change({ error: code });
      if (type === 'token_needed') giveNewToken();
    }

    /** The dashboard asks the person for another one by itself. */
    function giveNewToken(): void {
      const session = sessionState();
      if (session.phase !== 'in' || session.session.token === given.current) return;
      given.current = session.session.token;
      post(port.current, { type: 'token', token: session.session.token });
    }

    function meet({ source, origin, data }: MessageEvent<unknown>): void {
      const target = frame.current?.contentWindow;
      const session = sessionState();
      if (target == null || source !== target || origin !== location.origin) return;
      if (!readyMessage.safeParse(data).success || session.phase === 'out') return;
      // A document that comes anew into the frame gets a port of its own.
      port.current?.close();
      const { port1, port2 } = new MessageChannel();
      port.current = port1;
      port1.addEventListener('message', (event: MessageEvent<unknown>) => {
        const message = frameMessage.safeParse(event.data);
        if (message.success) receive(message.data);
      });
      port1.start();
      given.current = session.session.token;
      const answer: InitMessage = {
        type: 'support-console:init',
        version: ready.version,
        token: session.session.token,
        ...firstInit(),
      };
      target.postMessage(answer, location.origin, [port2]);
      change({ phase: 'ready', error: null });
    }

    addEventListener('message', meet);
    const unsubscribe = subscribeToSession(giveNewToken);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', meet);
      unsubscribe();
      port.current?.close();
      port.current = null;
    };
  }, [frame]);

  const { theme = 'system' } = init;
  useEffect(() => post(port.current, { type: 'theme', theme }), [theme]);
  return state;
}

function post(port: MessagePort | null, message: HostMessage): void {
  port?.postMessage(message);
}

const PATH = '/settings/embedding';

/**
 * Whether this document may show a frame: its Content-Security-Policy allows one where it was loaded at this page's address
 * (docs/decisions/0039), and a page that is reached by a link stands in the document of another.
 */
function mayFrame(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded === undefined || URL.parse(loaded.name)?.pathname === PATH;
}
