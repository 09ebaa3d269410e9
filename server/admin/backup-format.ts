import * as z from 'zod/mini';

/** The form of the file, for a later version that would change it. */
export const BACKUP_FORMAT = 1;

/**
 * A file of one JSON value a line: this, then for each table a line that names it and its columns and a list of texts
 * for each row, and at the end how many tables and rows there were and how far the sequences had got. Values are PostgreSQL's
 * texts, which every version writes and reads alike and which lose no digit.
 */
export const backupHead = z.object({
  support_console_backup: z.literal(BACKUP_FORMAT),
  created_utc: z.string(),
  /** From which links and secrets are derived. */
  key: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHead = z.output<typeof backupHead>;

/** The first line of the file of one site. The rest is as in a backup, without the sessions of browsers. */
export const siteHead = z.object({
  support_console_site: z.literal(BACKUP_FORMAT),
  created_utc: z.string(),
  site_id: z.string(),
  /** Ids of the keys from which the site's links and webhook secrets are derived. The keys are not in the file. */
  key_ids: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type SiteHead = z.output<typeof siteHead>;

export const backupTable = z.object({ table: z.string(), columns: z.array(z.string()) });

export const backupRow = z.array(z.nullable(z.string()));

export const backupEnd = z.object({
  tables: z.number(),
  rows: z.number(),
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.string()) })),
});
export type BackupEnd = z.output<typeof backupEnd>;
