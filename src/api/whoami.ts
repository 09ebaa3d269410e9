import { createContext, use } from 'react';
import type { EXTENSIONS, FEATURES } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { getWhoami } from '#contract/site.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { read } from './read.ts';

const messages = defineMessages({ site: (id: string) => `Site ${id}` });

/** Every optional feature that `whoami.capabilities.deployed` can name. */
export type DeployedKey = (typeof EXTENSIONS)[number] | (typeof FEATURES)[number];

export function whoamiOptions() {
  return { ...read(getWhoami), staleTime: 60_000 };
}

/** Filled by the frame of every signed-in page: one watcher for the thirty places that ask. */
export const WhoamiContext = createContext<Whoami | null>(null);

/** The token's own data. Behind `requireSession` it is always there. */
export function useWhoami(): Whoami {
  const whoami = use(WhoamiContext);
  if (whoami === null) throw new Error('no one is signed in here');
  return whoami;
}

/** The part of whoami that says what the service provides to a token. */
export type Provided = Pick<Whoami, 'scopes'> & { readonly capabilities: Pick<Whoami['capabilities'], 'deployed'> };

export function hasExtension({ capabilities }: Pick<Provided, 'capabilities'>, key: DeployedKey): boolean {
  return capabilities.deployed[key] === true;
}

/** A service without the extension does not answer the name. */
export function siteName(whoami: Whoami): string {
  return whoami.site_name || messages.site(whoami.site_id.toString());
}
