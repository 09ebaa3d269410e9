import { useSuspenseQuery } from '@tanstack/react-query';
import { EXTENSIONS, FEATURES, type Scope } from '#contract/operation.ts';
import { getWhoami, type Whoami } from '#contract/site.ts';
import { read } from './read.ts';

/** Every optional feature that `whoami.capabilities.deployed` can name. */
export type DeployedKey = (typeof EXTENSIONS)[number] | (typeof FEATURES)[number];

export function whoamiOptions() {
  return { ...read(getWhoami), staleTime: 60_000 };
}

/** The token's own data. Behind `requireSession` it is always there. */
export function useWhoami(): Whoami {
  return useSuspenseQuery(whoamiOptions()).data;
}

export function hasExtension(whoami: Whoami, key: DeployedKey): boolean {
  return whoami.capabilities.deployed[key] === true;
}

export function hasScope(whoami: Whoami, scope: Scope): boolean {
  return whoami.scopes.includes(scope) || whoami.scopes.includes('*');
}
