import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getHealth, getWhoami, type Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { describeFailure, failureMessage } from '#src/api/failure-message.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { Field } from '#src/forms/field.tsx';
import { type HealthPicture, judge, pictureOf } from '#src/health/picture.ts';
import { useAutoRefresh } from '#src/health/use-health.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { Button } from '#src/ui/button.tsx';
import { startShortcuts, useShortcut } from '#src/ui/keys/shortcuts.ts';
import { setPreferences, usePreferences } from '#src/ui/preferences.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';
import { WallBoard } from './wall-board.tsx';

interface Shown {
  readonly whoami: Whoami;
  readonly picture: HealthPicture;
}

interface Credentials {
  readonly token: string;
  readonly baseUrl: string;
}

interface WallPageProps {
  readonly onLeave: () => void;
}

/** The board for a wall: no frame, no controls until somebody is there. It goes on when the session ends, or asks for a token. */
export function WallPage({ onLeave }: WallPageProps) {
  useReplaceFrame();
  const session = useSelector(sessionAtom, (state) => (state.phase === 'in' ? state.session : null));
  // In memory alone: a reload asks anew.
  const [given, setGiven] = useState<Credentials | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const candidate = given ?? (session === null ? null : { token: session.token, baseUrl: session.baseUrl });
  const credentials = candidate?.token === refused ? null : candidate;
  useEffect(() => {
    document.title = messages.title;
  }, []);
  return (
    <main className="flex min-h-full flex-col bg-surface">
      {credentials === null ? (
        <TokenGate isAgain={refused !== null} onToken={(token) => setGiven({ token, baseUrl: '/v1' })} />
      ) : (
        <Board key={credentials.token} credentials={credentials} onRefused={() => setRefused(credentials.token)} />
      )}
      <WallControls onLeave={onLeave} />
    </main>
  );
}

interface BoardProps {
  readonly credentials: Credentials;
  readonly onRefused: () => void;
}

function Board({ credentials, onRefused }: BoardProps) {
  useWakeLock();
  const known = useRef<Whoami>(null);
  const query = useQuery({
    // The token is no part of the key: it would stand in the cache.
    queryKey: ['health_board'],
    queryFn: async ({ signal }): Promise<Shown> => {
      const options = { ...credentials, signal };
      known.current ??= await call(getWhoami, options);
      const whoami = known.current;
      const picture = hasExtension(whoami, 'health_overview')
        ? pictureOf(await call(getHealthOverview, options))
        : judge(await call(getHealth, options), null);
      return { whoami, picture };
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  useAutoRefresh(query, true);
  const { data, error, dataUpdatedAt } = query;
  const isRefused = error instanceof ApiFailure && error.kind === 'unauthorized';
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
  if (data !== undefined) return <WallBoard {...data} loadedAt={dataUpdatedAt} />;
  return (
    <div className="m-auto p-6 text-center">
      <h1 className="text-20 font-semibold">{error === null ? messages.loading : messages.noAnswer}</h1>
      {error === null ? null : (
        <p role="alert" className="text-ink-2">
          {messages.noAnswerText(`${describeFailure(error).title}.`)}
        </p>
      )}
    </div>
  );
}

const SHOWN_MS = 6_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** One bar, for as long as somebody is at the board: its theme, and the way out. */
function WallControls({ onLeave }: { readonly onLeave: () => void }) {
  const [isShown, setShown] = useState(false);
  const { theme } = usePreferences();
  useEffect(() => startShortcuts(), []);
  useShortcut('escape', onLeave);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), SHOWN_MS);
    };
    for (const sign of SIGNS) addEventListener(sign, show, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, show);
    };
  }, []);
  if (!isShown) return null;
  return (
    <div
      role="toolbar"
      aria-label={messages.controls}
      className="fixed inset-x-0 bottom-4 z-sticky mx-auto flex w-fit items-center gap-3 rounded-dialog bg-raised px-3 py-2 shadow-1"
    >
      <Segmented
        label={messages.theme}
        value={theme}
        options={[
          { value: 'system', label: messages.system, icon: 'screen' },
          { value: 'light', label: messages.light, icon: 'sun' },
          { value: 'dark', label: messages.dark, icon: 'moon' },
        ]}
        onChange={(value) => setPreferences({ theme: value })}
      />
      <Button kbd="escape" onClick={onLeave}>
        {messages.leave}
      </Button>
    </div>
  );
}

const texts = messages.gate;

interface TokenGateProps {
  /** The board has shown figures before. */
  readonly isAgain: boolean;
  readonly onToken: (token: string) => void;
}

/** Asks for the token that the board reads with. Nothing stores it, and one that can write is not taken. */
function TokenGate({ isAgain, onToken }: TokenGateProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function check(): Promise<void> {
    const token = input.current?.value.trim() ?? '';
    if (isBusy || token === '') return input.current?.focus();
    setBusy(true);
    try {
      const { scopes } = await call(getWhoami, { token });
      if (scopes.every((scope) => scope === 'read')) return onToken(token);
      setProblem(texts.canWrite);
    } catch (error) {
      setProblem(error instanceof ApiFailure && error.kind === 'unauthorized' ? texts.refused : failureMessage(error));
    }
    setBusy(false);
    input.current?.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void check();
  }

  return (
    <form noValidate onSubmit={submit} className="m-auto flex w-full max-w-sm flex-col gap-4 p-6">
      <h1 className="text-20 font-semibold">{isAgain ? texts.again : texts.title}</h1>
      <p className="text-ink-2">{texts.text}</p>
      <Field
        label={texts.label}
        size="lg"
        error={problem === undefined ? undefined : <span role="alert">{problem}</span>}
      >
        {({ className, ...control }) => (
          <input
            ref={input}
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            dir="ltr"
            className={`${className} font-mono text-12 tracking-[2px] [-webkit-text-security:disc] max-md:pointer-coarse:text-16`}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={isBusy}>
        {texts.submit}
      </Button>
      <Link to="/health" className="text-12 text-accent-text hover:underline">
        {texts.signIn}
      </Link>
    </form>
  );
}

/** Keeps the screen on while the page is seen, where the browser lets it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async (): Promise<void> => {
      // The browser takes it away from a page that is hidden. Plain http has none.
      if (document.hidden || isOver || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Such as on a low battery: the screen goes off as it always did.
      }
    };
    const onChange = () => void hold();
    onChange();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release();
    };
  }, []);
}
