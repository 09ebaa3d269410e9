import { sql, type Db } from '#server/db/db.ts';

export interface StoredView {
  readonly id: bigint;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Of every token, by id from behind `after` on. */
export async function findViewPage(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<StoredView[]> {
  return db.query<StoredView>(sql`
    select v.id, v.name, v.query from saved_view v where v.site_id = ${siteId} and v.id > ${after}
    order by v.id limit ${limit}`);
}

export async function deleteViews(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const rows = await db.query(sql`
    delete from saved_view where site_id = ${siteId} and id = any(${ids}::bigint[]) returning 1 as one`);
  return rows.length;
}
