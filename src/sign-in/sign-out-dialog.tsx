import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { isNothing, unsentWork, type UnsentWork } from '#src/session/unsent-work.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import { signOut, signOutQuestion } from './session-acts.ts';

const LOOK_MS = 500;

/** Asks before a sign-out that would lose unsent work. */
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
            {isSent ? messages.again.signOut : texts.anyway}
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

/** Items of a list: the unsent work, kind by kind. */
export function UnsentLines({ work }: { readonly work: UnsentWork }) {
  const texts = messages.unsent;
  const { changes, messages: sending, tickets, saves, drafts } = work;
  // The calls of these kinds are saves too.
  const isCounted = changes + sending + tickets > 0;
  return (
    <>
      {changes === 0 ? null : <li>{texts.changes(changes)}</li>}
      {sending === 0 ? null : <li>{texts.messages(sending)}</li>}
      {tickets === 0 ? null : <li>{texts.tickets(tickets)}</li>}
      {saves === 0 || isCounted ? null : <li>{texts.changes(saves)}</li>}
      {drafts === 0 ? null : <li>{texts.drafts(drafts)}</li>}
    </>
  );
}
