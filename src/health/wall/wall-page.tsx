import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef, useState } from 'react';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getHealth, getWhoami, type Whoami } from '#contract/site.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { hasExtension } from '#src/api/whoami.ts';
import { useReplaceFrame } from '#src/browser/use-replace-frame.ts';
import { judge, pictureOf, type HealthPicture } from '#src/health/picture.ts';
import { useAutoRefresh } from '#src/panels/use-auto-refresh.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import { messages } from './messages.ts';
import { TokenGate } from './token-gate.tsx';
import { useWakeLock } from './use-wake-lock.ts';
import { WallBoard } from './wall-board.tsx';
import { WallControls } from './wall-controls.tsx';

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
