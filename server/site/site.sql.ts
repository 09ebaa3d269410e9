import { sql, type Db } from '#server/db/db.ts';

export async function insertSite(
  db: Db,
  site: {
    readonly name: string;
    readonly timeZone: string;
    readonly isDemo: boolean;
    readonly undeployed: readonly string[];
    readonly now: Date;
  },
): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into site (name, time_zone, is_demo, undeployed, created_utc)
    values (${site.name}, ${site.timeZone}, ${site.isDemo}, ${site.undeployed}, ${site.now.toISOString()})
    returning id`);
  if (row === undefined) throw new Error('the new site was not answered');
  await db.query(sql`select create_site_sequences(${row.id})`);
  return row.id;
}

export async function getAnySiteId(db: Db): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`select id from site limit 1`);
  return row?.id;
}
