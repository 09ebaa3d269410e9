import { useKeysOff } from '#src/ui/keys/keys-off.ts';

// As `verb-keys.ts` registers them, and what a list has beside them.
const TICKET_KEYS = 'e,shift+e,p,o,a,shift+p,t,z,l,shift+s,mod+z'.split(',');
const LIST_KEYS = [...TICKET_KEYS, ...'x,shift+j,shift+k,mod+a,q'.split(',')];
const COMPOSE_KEYS = ['shift+r', 'shift+n'];

/** Until the verbs of a page are there, their keys do nothing and look so. */
export function useVerbKeysOff(isReady: boolean, place: 'ticket' | 'list'): void {
  useKeysOff(place === 'list' ? LIST_KEYS : TICKET_KEYS, isReady);
}

/** Until a composer can be begun, so do Shift R and Shift N. */
export function useComposeKeysOff(isReady: boolean): void {
  useKeysOff(COMPOSE_KEYS, isReady);
}
