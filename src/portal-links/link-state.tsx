import type { PortalTokenRecord } from '#contract/portal.ts';
import { Chip } from '#src/ui/chip.tsx';
import { messages } from './messages.ts';

const TONES = { active: 'ok', blocked: 'warn', expired: 'plain', revoked: 'plain' } as const;

type StateOfLink = Pick<PortalTokenRecord, 'state' | 'customer_blocked'>;

/** The state to show: an active link of a blocked customer does not open, so it is "blocked". */
export function shownState({ state, customer_blocked: isBlocked }: StateOfLink): keyof typeof TONES {
  return state === 'active' && isBlocked === true ? 'blocked' : state;
}

/** The state of a link as a chip; an unknown state is shown as sent. */
export function LinkState({ link }: { readonly link: StateOfLink }) {
  const state = shownState(link);
  return <Chip tone={TONES[state] ?? 'plain'}>{messages.state[state] ?? state}</Chip>;
}
