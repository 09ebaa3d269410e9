import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { queryClient } from '#src/api/query-client.ts';
import { BrowserDatabase } from '#src/browser/database.ts';
import type { IssuedLink } from './issued-link.ts';

const line = z.object({
  siteId: z.string(),
  id: z.string(),
  email: z.string(),
  expiresUtc: z.string(),
  useCount: z.number(),
  isRevoked: z.boolean(),
  issuedAt: z.number(),
});

/** A link that was issued from this browser, as it was then; never its secret. */
export type IssuedHere = z.output<typeof line>;

const database = new BrowserDatabase({ name: 'support-console:portal-links', store: 'issued', patienceMs: 10_000 });
const KEY = 'issued-here';

/** Newest first; none where the browser keeps nothing. They go with the sign-out. */
export function issuedHere(siteId: bigint | number) {
  return queryOptions({
    queryKey: [KEY, String(siteId)],
    queryFn: async (): Promise<readonly IssuedHere[]> => {
      const found: unknown = await database.run('readonly', (store) => store.getAll()).catch(() => []);
      const lines = z.catch(z.array(z.catch(z.nullable(line), null)), []).parse(found);
      return lines
        .flatMap((one) => (one !== null && one.siteId === String(siteId) ? [one] : []))
        .toSorted((a, b) => b.issuedAt - a.issuedAt);
    },
  });
}

export async function rememberIssued(siteId: bigint | number, link: IssuedLink, nowMs: number): Promise<void> {
  const { id, email, expiresUtc, useCount } = link;
  await store({
    siteId: String(siteId),
    id: id.toString(),
    email,
    expiresUtc,
    useCount,
    isRevoked: false,
    issuedAt: nowMs,
  });
}

export async function markRevokedHere(siteId: bigint | number, revoked: IssuedHere): Promise<void> {
  await store({ ...revoked, siteId: String(siteId), isRevoked: true });
}

async function store(value: IssuedHere): Promise<void> {
  // Without a place to keep it in, the page has one line less.
  await database.run('readwrite', (store) => store.put(value, `${value.siteId} ${value.id}`)).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: [KEY] });
}
