import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { askToCompose } from './compose-request.ts';
import { messages } from './early-messages.ts';

/** Shift R and Shift N: from the press on, what is typed goes into the reply or the note. @param ticketOf whom it is for */
export function useComposeKeys(ticketOf: () => string | undefined): void {
  const canComment = hasExtension(useWhoami(), 'ticket_comments');
  const when = useWriteAccess('tickets:write').allowed && canComment;
  const write = (kind: 'public' | 'internal') => () => {
    const ticketId = ticketOf();
    if (ticketId === undefined) return false;
    askToCompose({ ticketId, kind });
    return true;
  };
  const { group, reply, note } = messages.compose;
  useShortcut('shift+r', write('public'), { label: reply, group, when });
  useShortcut('shift+n', write('internal'), { label: note, group, when });
}
