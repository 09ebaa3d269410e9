import { useCallback, useEffect, useState } from 'react';
import type { Whoami } from '#contract/site.ts';
import { OWN_BASE } from '#src/session/api-base.ts';
import { findLiveSession, isLoopback, type LiveSession } from './live-session.ts';
import { forgetStartToken, onStartToken, startToken } from './start-link.ts';
import type { TokenCheck } from './use-token-check.ts';

type Accepted = Extract<TokenCheck, { readonly phase: 'accepted' }>;

/** State of a start link: `asking` waits for a click, `refused` shows the form with what is wrong with it. */
export type StartLink =
  | { readonly phase: 'none' | 'checking' }
  | { readonly phase: 'refused'; readonly live: LiveSession }
  | { readonly phase: 'asking'; readonly accepted: Accepted; readonly live: LiveSession; readonly isEntering: boolean };

interface Actions {
  readonly check: (token: string, baseUrl: string) => Promise<TokenCheck | null>;
  /** Answers whether it is in. */
  readonly enter: (accepted: Accepted) => Promise<boolean>;
  /** Puts a refused token into the form, where it can be tried again. */
  readonly show: (token: string) => void;
}

interface StartLinkState {
  readonly link: StartLink;
  /** Enters by the link that asks. */
  readonly follow: () => void;
  /** Leaves it alone: the session that is there stays, and without one the form is shown. */
  readonly drop: () => void;
}

/**
 * Follows start links: by itself on the machine of the service where no tab has a session, else when it is told to
 * (docs/using.md, "Signing in").
 */
export function useStartLink({ check, enter, show }: Actions): StartLinkState {
  const [link, setLink] = useState<StartLink>(() => ({ phase: startToken() === null ? 'none' : 'checking' }));

  const decide = useCallback((next: StartLink) => {
    forgetStartToken();
    setLink(next);
  }, []);

  const enterBy = useCallback(
    async (accepted: Accepted, live: LiveSession) => {
      if (await enter(accepted)) return decide({ phase: 'none' });
      show(accepted.token);
      decide({ phase: 'refused', live });
    },
    [enter, show, decide],
  );

  useEffect(() => {
    async function begin(token: string): Promise<void> {
      setLink({ phase: 'checking' });
      const [live, found] = await Promise.all([findLiveSession(), check(token, OWN_BASE)]);
      // Another link was followed meanwhile.
      if (startToken() !== token) return;
      if (found?.phase === 'accepted') {
        if (live.kind === 'none' && isLoopback(location.hostname)) await enterBy(found, live);
        else setLink({ phase: 'asking', accepted: found, live, isEntering: false });
        return;
      }
      // Null: something else was typed meanwhile.
      if (found !== null) show(token);
      decide({ phase: 'refused', live });
    }
    const token = startToken();
    if (token !== null) void begin(token);
    return onStartToken((next) => void begin(next));
  }, [check, enterBy, show, decide]);

  return {
    link,
    follow() {
      if (link.phase !== 'asking' || link.isEntering) return;
      setLink({ ...link, isEntering: true });
      void enterBy(link.accepted, link.live);
    },
    drop: () => decide({ phase: 'none' }),
  };
}

/** Whether the session that is there and the link are of one site, so that a path of the one is one of the other. */
export function isSameSite(live: LiveSession, whoami: Whoami): boolean {
  return live.kind === 'here' && live.whoami?.site_id === whoami.site_id;
}
