import * as z from 'zod/mini';
import { BIND_COLUMNS, type BindColumn } from '#contract/bind-row.ts';
import { type Channel, CHANNELS } from '#contract/customers.ts';
import { choice } from '#contract/scalars.ts';
import { storage } from '#src/browser/storage.ts';
import type { FileFacts } from '#src/bulk-bind/file/file-types.ts';

/** Where the columns of files with the same header go: a preference, without a row of any of them. */
export interface SavedMap {
  readonly id: string;
  readonly name: string;
  readonly mapping: ReadonlyMap<BindColumn, number>;
  readonly channel: Channel | null;
}

const stored = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    columns: z.array(z.tuple([choice(BIND_COLUMNS), z.number()])),
    channel: z.nullable(choice(CHANNELS)),
  }),
);
type Stored = z.output<typeof stored>;

const KEY = 'bulk-bind-maps';
const MAX_MAPS = 20;
const MAX_NAME = 60;

function readMaps(): Stored {
  try {
    return stored.parse(JSON.parse(storage.device.get(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

function writeMaps(maps: Stored): void {
  storage.device.set(KEY, JSON.stringify(maps.slice(0, MAX_MAPS)));
}

/** The same header in another order is another file. */
function idOf(columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => column.trim().toLowerCase()));
}

export function findMap(columns: readonly string[]): SavedMap | null {
  const found = readMaps().find(({ id }) => id === idOf(columns));
  if (found === undefined) return null;
  return { id: found.id, name: found.name, channel: found.channel, mapping: new Map(found.columns) };
}

/** The last one used is found first, and forgotten last. */
export function rememberMap(
  { columns, name: fileName }: Pick<FileFacts, 'columns' | 'name'>,
  { mapping, channel, name }: Omit<SavedMap, 'id' | 'name'> & { readonly name: string | null },
): SavedMap {
  const id = idOf(columns);
  const before = readMaps();
  const kept = { id, name: name ?? before.find((map) => map.id === id)?.name ?? nameOf(fileName), channel };
  writeMaps([{ ...kept, columns: [...mapping] }, ...before.filter((map) => map.id !== id)]);
  return { ...kept, mapping };
}

export function renameMap(map: SavedMap, name: string): SavedMap {
  const renamed = { ...map, name: name.trim().slice(0, MAX_NAME) || map.name };
  writeMaps(readMaps().map((one) => (one.id === map.id ? { ...one, name: renamed.name } : one)));
  return renamed;
}

export function forgetMap({ id }: SavedMap): void {
  writeMaps(readMaps().filter((map) => map.id !== id));
}

/** "crm-handles-2026-11.csv" is this month's "crm-handles". */
function nameOf(fileName: string): string {
  const stem = fileName.replace(/\.\w{1,5}$/, '').replace(/[-_ .]*\d[\d-_. ]*$/, '');
  return (stem === '' ? fileName : stem).slice(0, MAX_NAME);
}
