import * as z from 'zod/mini';

/** The form of the file, for a later version that would change it. */
export const EXPORT_FORMAT = 1;

/**
 * A file of one JSON value a line: this, then for each table a line that names it and its columns and a list of texts
 * for each row, and at the end how many tables and rows there were and how far the sequences had got. Values are PostgreSQL's
 * texts, which both engines write and read alike and which lose no digit.
 */
export const exportHead = z.object({
  support_console_export: z.literal(EXPORT_FORMAT),
  created_utc: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type ExportHead = z.output<typeof exportHead>;

export const exportTable = z.object({ table: z.string(), columns: z.array(z.string()) });

export const exportRow = z.array(z.nullable(z.string()));

export const exportEnd = z.object({
  tables: z.number(),
  rows: z.number(),
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.string()) })),
});
export type ExportEnd = z.output<typeof exportEnd>;
