import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { linkGone, type PortalContext } from './portal-session.ts';
import { getPortalSeed } from './portal-tokens.sql.ts';
import { readViewToken } from './view-token.ts';

export interface OpenView {
  /** Bound to the site. */
  readonly db: Db;
  readonly site: SiteRef;
  /** Of the link that the view was opened with. */
  readonly tokenId: bigint;
}

/**
 * The view that a token names, if this service signed it and it has not ended. Whether its link is still live is for the
 * statement that uses the link to see: a row is locked only for those who have a view of it.
 * @throws ApiError not_found
 */
export async function openView({ database, keys, now, lookUp }: PortalContext, viewToken: string): Promise<OpenView> {
  const view = readViewToken(keys, viewToken, now);
  if (view === undefined) throw linkGone();
  const site = { id: view.siteId };
  const db = database.forSite(site.id);
  const signed = await lookUp(viewToken, async () => {
    const seed = await getPortalSeed(db, site.id, view.tokenId);
    return view.isOf(seed?.nonce ?? '') ? seed : undefined;
  });
  if (signed === undefined) throw linkGone();
  return { db, site, tokenId: view.tokenId };
}
