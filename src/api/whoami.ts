import { useSuspenseQuery } from '@tanstack/react-query';
import type { EXTENSIONS, FEATURES } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { getWhoami } from './endpoints.ts';
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
