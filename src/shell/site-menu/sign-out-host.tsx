import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { isNothing, unsentWork } from '#src/session/unsent-work.ts';
import { signOut, signOutQuestion } from '#src/sign-in/session-acts.ts';
import { UnsentLines } from '#src/sign-in/unsent-lines.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './site-messages.ts';

const LOOK_MS = 500;

/** Asks before a sign-out that would drop unsent work. */
export function SignOutHost() {
  return useSelector(signOutQuestion) ? <SignOutDialog /> : null;
}

function SignOutDialog() {
  const [work, setWork] = useState(unsentWork);
  const texts = messages.signOutQuestion;
  // Work may be sent while the dialog is open.
  useEffect(() => {
    const timer = setInterval(() => setWork(unsentWork()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const stay = (): void => signOutQuestion.set(false);
  const isSent = isNothing(work);
  return (
    <Dialog
      title={isSent ? texts.sentTitle : texts.title}
      onClose={stay}
      footer={
        <>
          <Button variant={isSent ? 'default' : 'danger'} onClick={() => void signOut()}>
            {isSent ? messages.signOut : texts.anyway}
          </Button>
          <Button variant="primary" onClick={stay}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <div role="status" className="text-ink-2">
        {isSent ? (
          <p>{texts.sent}</p>
        ) : (
          <>
            <ul className="ms-4 list-disc text-ink tabular-nums">
              <UnsentLines work={{ ...work, saves: 0, drafts: 0 }} />
            </ul>
            <p className="mt-2">{texts.lost}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
