import { useEarlyKeys } from '#src/ui/keys/early-keys.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './row-messages.ts';

// As the ticket's verbs register them, and those of a list beside.
const TICKET_KEYS = 'e,shift+e,p,o,a,shift+p,t,z,l,shift+s,mod+z'.split(',');
const LIST_KEYS = [...TICKET_KEYS, ...'x,shift+j,shift+k,mod+a,q'.split(',')];

const sayDropped = () => toast({ kind: 'info', text: messages.keysTooEarly });

/** The keys of verbs wait until the verbs are there. */
export function useEarlyVerbKeys(isReady: boolean, place: 'ticket' | 'list'): void {
  useEarlyKeys(place === 'list' ? LIST_KEYS : TICKET_KEYS, isReady, sayDropped);
}
