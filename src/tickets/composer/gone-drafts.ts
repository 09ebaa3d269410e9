import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { parseId } from '#src/format/id.ts';
import { draftKeys, writeDraft } from './draft-store.ts';

/** A ticket is gone, and with it what was being written to it. */
export async function forgetDraftsOf(ticketId: bigint): Promise<void> {
  for (const { key, id } of await draftsOfSite()) if (id === ticketId) await writeDraft(key, null);
}

/** Tickets were erased: each that has a draft here is looked for. What cannot be looked for now keeps its draft. */
export async function forgetGoneDrafts(): Promise<void> {
  const drafts = await draftsOfSite();
  for (const id of new Set(drafts.map((draft) => draft.id))) if (await isGone(id)) await forgetDraftsOf(id);
}

async function isGone(id: bigint): Promise<boolean> {
  try {
    await call(getTicket, { query: { id }, priority: 'background' });
    return false;
  } catch (error) {
    // By the code: whatever stands between here and the service may answer 404 too.
    return error instanceof ApiFailure && error.code === 'not_found';
  }
}

/** Keys are site, ticket and kind. */
async function draftsOfSite(): Promise<readonly { readonly key: string; readonly id: bigint }[]> {
  const siteId = queryClient.getQueryData(whoamiOptions().queryKey)?.site_id;
  return (await draftKeys()).flatMap((key) => {
    const [site, ticket] = key.split(' ');
    const id = parseId(ticket ?? '');
    return site === siteId?.toString() && id !== null ? [{ key, id }] : [];
  });
}
