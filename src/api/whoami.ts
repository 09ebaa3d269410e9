import { createContext, use } from 'react';
import { onlyReads } from '#contract/operation.ts';
import { type Whoami, getWhoami } from '#contract/site.ts';
import { parseJson, writeJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { sessionState, survivesReload } from '#src/session/session-store.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { read } from '#src/api/read.ts';
import { isCountry, type Country } from '#contract/dialling.ts';

const messages = defineMessages({ site: (id: string) => `Site ${id}` });

export function whoamiOptions() {
  return { ...read(getWhoami), staleTime: 60_000 };
}

/** Ties a stored answer to its token. */
function tailOf(token: string): string {
  return token.slice(-8);
}

/** Stores the answer for this tab: a reload starts with it, and asks again meanwhile. */
export function keepWhoami(whoami: Whoami): void {
  const state = sessionState();
  // A token that does not survive a reload leaves nothing in storage.
  if (state.phase !== 'in' || !survivesReload()) return;
  storage.tab.set(SITE_KEYS.whoami, `${tailOf(state.session.token)} ${writeJson({ ok: true, data: whoami })}`);
}

/** The stored answer for the token of this tab; null if there is none. */
export function keptWhoami(): Whoami | null {
  const state = sessionState();
  const [tail, ...json] = storage.tab.get(SITE_KEYS.whoami)?.split(' ') ?? [];
  if (state.phase !== 'in' || tail !== tailOf(state.session.token)) return null;
  try {
    return readPayload(getWhoami, parseJson(json.join(' ')));
  } catch {
    return null;
  }
}

/** Provided by the frame of every signed-in page. */
export const WhoamiContext = createContext<Whoami | null>(null);

/** The token's own data. Behind `requireSession` it is always there. */
export function useWhoami(): Whoami {
  const whoami = use(WhoamiContext);
  if (whoami === null) throw new Error('no one is signed in here');
  return whoami;
}

/** The part of whoami that says what the service provides to a token. */
export type Provided = Pick<Whoami, 'scopes'> & { readonly capabilities: Pick<Whoami['capabilities'], 'deployed'> };

/**
 * False if the session only reads and names no agent. Many people may share it, so the service stores nothing of its
 * own.
 */
export function writesOwn({ scopes, agent_id: agentId }: Whoami): boolean {
  return !onlyReads(scopes) || (agentId ?? null) !== null;
}

/** Whether the service has our extensions. Without them (`EXTENSIONS=0`, or another service) it has the API document alone. */
export function isWholeService({ capabilities }: Pick<Provided, 'capabilities'>): boolean {
  return capabilities.deployed.sessions === true;
}

/** A service without the extension does not answer the name. */
export function siteName(whoami: Whoami): string {
  return whoami.site_name || messages.site(whoami.site_id.toString());
}

/** The country of the site, for matching phone numbers; null if unset, or with an older service. */
export function useCountry(): Country | null {
  const { country = null } = useWhoami();
  return country !== null && isCountry(country) ? country : null;
}
