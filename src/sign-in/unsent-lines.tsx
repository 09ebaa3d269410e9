import type { UnsentWork } from '#src/session/unsent-work.ts';
import { messages } from './messages.ts';

const texts = messages.unsent;

/** Items of a list: what the service does not have yet, kind by kind. */
export function UnsentLines({ work }: { readonly work: UnsentWork }) {
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
