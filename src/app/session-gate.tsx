import { useEffect, useState, type ComponentType } from 'react';
import { useSession } from '#src/sign-in/session-acts.ts';
import type { SessionState } from '#src/session/session-store.ts';

type Dialog = ComponentType<{ readonly ended: Extract<SessionState, { readonly phase: 'ended' }> }>;

/** Asks for a token over the page when the session has ended; the dialog is loaded only then. */
export function SessionGate() {
  const session = useSession();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const isEnded = session.phase === 'ended';

  useEffect(() => {
    if (!isEnded) return;
    import('#src/sign-in/reauth-dialog.tsx').then(
      (module) => setDialog(() => module.ReauthDialog),
      // The file is gone with a deploy: the whole page is loaded anew, and the address keeps the filters.
      () => location.reload(),
    );
  }, [isEnded]);

  return isEnded && Dialog !== null ? <Dialog ended={session} /> : null;
}
