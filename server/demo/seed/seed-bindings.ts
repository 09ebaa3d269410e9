import { createHash } from 'node:crypto';
import { importBindings } from '#server/customers/bulk-bind/bind-bulk.ts';
import { undoImport } from '#server/customers/bulk-bind/bind-jobs.ts';
import type { BatchPart } from '#server/customers/bulk-bind/bind-job.ts';
import type { Upload } from '#server/operation/call.ts';
import { amountOf, type DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { Person } from '#server/demo/words/people.ts';
import { DEMO_ACTOR } from '#server/demo/write-silently.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const CHUNK = 5_000;
const HEADER = 'channel,external_user_id,email,display_handle';
/** Failing rows of another list: an unknown channel, no customer to bind to, a malformed address. */
const WRONG_ROWS = [
  'fax,+49 30 23125 999,fax@example.org,',
  'messenger,list.unknown,,',
  'messenger,list.typo,anna.example.org,',
];

/**
 * Imports of the mailing list's Messenger contacts: first with shifted columns, which was undone, then correctly in two
 * parts. Two weeks later the list was imported again, without new rows.
 */
export async function seedBindings(scene: DemoScene): Promise<void> {
  const until = scene.now.getTime() - 21 * DAY;
  const people = findPeople(scene, until).slice(0, amountOf(scene, 0.03, 6));
  if (people.length === 0) return;
  // Each customer has the contact of the next one.
  const shifted = people.map((person, index) => rowOf(people[(index + 1) % people.length] ?? person, person));
  const wrong = await importFile(scene, [...shifted, ...WRONG_ROWS], until);
  if (wrong !== null) {
    const context = { actor: DEMO_ACTOR, now: new Date(until + 9 * MINUTE) };
    await undoImport(scene.database.forSite(scene.site.id), scene.site, { id: wrong }, { context, isDry: false });
  }
  const right = people.map((person) => rowOf(person, person));
  await importInParts(scene, [...right, ...WRONG_ROWS], until + 24 * MINUTE);
  await importFile(scene, right, until + 14 * DAY);
}

/** The people who had written by then, each once. */
function findPeople({ tickets }: DemoScene, until: number): Person[] {
  const people = new Map<string, Person>();
  for (const { planned } of tickets) {
    const { email } = planned.person;
    if (planned.at < until && email !== null) people.set(email, planned.person);
  }
  return [...people.values()];
}

function rowOf({ handle }: Person, { email }: Person): string {
  return ['messenger', `list.${handle}`, email, `@${handle}`].join(',');
}

async function importFile(scene: DemoScene, rows: readonly string[], at: number): Promise<bigint | null> {
  return importPart(scene, fileOf(rows), { at, lineOffset: 0, batch: null });
}

/** Like a large file, which is sent in several calls that the history shows as one import. */
async function importInParts(scene: DemoScene, rows: readonly string[], at: number): Promise<void> {
  const fileSha256 = hashOf(fileOf(rows));
  const batchId = fileSha256.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const half = Math.ceil(rows.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, rows.length],
  ] as const) {
    const part = fileOf(rows.slice(from, to));
    const batch = { batchId, lineOffset: from, partSha256: hashOf(part), fileSha256 };
    await importPart(scene, part, { at, lineOffset: from, batch });
  }
}

interface PartOptions {
  readonly at: number;
  readonly lineOffset: number;
  readonly batch: BatchPart | null;
}

async function importPart(
  { database, site }: DemoScene,
  text: string,
  { at, lineOffset, batch }: PartOptions,
): Promise<bigint | null> {
  const context = { actor: DEMO_ACTOR, now: new Date(at) };
  const options = { isDry: false, chunk: CHUNK, context, history: { hasRows: true, lineOffset, batch } };
  return (await importBindings(database.forSite(site.id), site, asUpload(text), options)).jobId;
}

function fileOf(rows: readonly string[]): string {
  return [HEADER, ...rows].join('\r\n');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function asUpload(text: string): Upload {
  const bytes = new TextEncoder().encode(text);
  return {
    async *chunks() {
      yield bytes;
    },
    sha256: hashOf(text),
    isWanted: () => true,
    maxTransactions: 1,
    runAlone: (work) => work(),
  };
}
