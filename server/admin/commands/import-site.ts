import { sql, type Db } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { readAppSecret } from '#server/serve/read-app-secret.ts';
import { getSiteById } from '#server/site/sites.ts';
import { siteHead, type SiteHead } from '../backup-format.ts';
import type { DatabaseCommand, Tools } from '../command.ts';
import { analyzeAll, findMigrations, advanceIdSequences } from '../dump.sql.ts';
import { loadBackup, openLines } from '../load-backup.ts';

/** Imports the site of a file of `export-site` beside existing sites, with its ids and counters. */
export const importSite: DatabaseCommand = {
  name: 'import-site',
  canCreateDatabase: true,
  options: ['from'],
  prepare(options) {
    const file = options.file('from');
    return async ({ database: { owner }, config }) => {
      const lines = openLines(file);
      const head = await lines.readHead(siteHead, 'a file of export-site');
      const siteId = BigInt(head.site_id);
      await requireKeys(head, config);
      const counts = await owner
        .transaction(async (db) => {
          await requireRoom(db, head, siteId);
          return loadBackup(db, lines.rest, async (db) => {
            await advanceIdSequences(db, siteId);
            await requireFreeTokenIds(db, siteId);
          });
        })
        .catch((error: unknown) => {
          throw lines.toFailure(error);
        });
      await analyzeAll(owner);
      return { site_id: siteId, ...counts };
    };
  },
};

/** @throws StartFailure if this server cannot derive the site's links and webhook secrets */
async function requireKeys({ key_ids: ids }: SiteHead, config: Tools['config']): Promise<void> {
  const known = new AppKeys(await readAppSecret(config), config.appSecretPrevious).ids;
  if (!ids.every((id) => known.includes(id)))
    throw new StartFailure(
      'The site has portal links or webhook secrets of a key that this service does not know: set APP_SECRET_PREVIOUS to the key of the service it comes from',
    );
}

/** @throws StartFailure if the site does not fit into this database */
async function requireRoom(db: Db, head: SiteHead, siteId: bigint): Promise<void> {
  const own = await findMigrations(db);
  if (JSON.stringify(own.map(({ checksum }) => checksum)) !== JSON.stringify(head.migrations.map((m) => m.checksum)))
    throw new StartFailure('The site comes from another version of this service: bring both to the same version');
  if ((await getSiteById(db, siteId)) !== undefined)
    throw new StartFailure(`The database has a site ${siteId} already: ids are kept, so this site has no room here`);
}

/** Ids of tokens are unique over all sites, which no constraint checks. @throws StartFailure */
async function requireFreeTokenIds(db: Db, siteId: bigint): Promise<void> {
  const tokens = await db.query<{ id: bigint }>(sql`select id from api_token where site_id = ${siteId}`);
  const taken = await db.query(sql`
    select id from api_token where site_id <> ${siteId} and id = any(${tokens.map(({ id }) => id)}::bigint[]) limit 1`);
  if (taken.length > 0) throw new StartFailure('The database has a token of the same id already');
}
