import * as z from 'zod/mini';

/** A version that changes the format of the file has to raise this. */
export const BACKUP_FORMAT = 1;

/**
 * The first line. The file has one JSON value per line: the head, then for each table a line with its name and columns
 * and a list of texts for each row, and last the counts of tables and rows and the state of the sequences. Values are
 * in PostgreSQL's text form, which every version reads and which loses no digits.
 */
export const backupHead = z.object({
  support_console_backup: z.literal(BACKUP_FORMAT),
  created_utc: z.string(),
  /** The key from which links and secrets are derived. */
  key: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHead = z.output<typeof backupHead>;

/** The first line of the file of one site. The rest is as in a backup, without browser sessions. */
export const siteHead = z.object({
  support_console_site: z.literal(BACKUP_FORMAT),
  created_utc: z.string(),
  site_id: z.string(),
  /**
   * Ids of the keys from which the site's links and webhook secrets are derived. The file does not contain the keys.
   */
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
