import { createHash } from 'node:crypto';
import { phoneKey } from '#contract/contact-keys.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import { bindChannel, unbindChannel, type BindRequest } from '#server/customers/bind-channel.ts';
import { importBindings } from '#server/customers/bulk-bind/bind-bulk.ts';
import { undoImport } from '#server/customers/bulk-bind/bind-jobs.ts';
import { bindPastHandles } from '#server/customers/bulk-bind/bind-past.ts';
import { addNoteRecord } from '#server/customers/customer-notes.ts';
import { createCustomerRecord, updateCustomerRecord } from '#server/customers/customer-writes.ts';
import { findIdentity } from '#server/customers/find-identity.ts';
import { mergeCustomerRecords } from '#server/customers/merge/merge-customers.ts';
import type { Db } from '#server/db/db.ts';
import { mintPortalToken } from '#server/portal/portal-token.ts';
import type { Person } from './people.ts';
import { Random } from './random.ts';
import { amountOf, DAY, DEMO_ACTOR, HOUR, MINUTE, writeBatches, type DemoEvent, type Scene } from './scene.ts';
import { CUSTOMERS } from './words.ts';

/** A person who wrote from an address. */
interface Writer extends Person {
  readonly email: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly tickets: number;
}

/** In order of the first ticket. */
function writersOf({ tickets }: Scene): Writer[] {
  const writers = new Map<string, Writer>();
  for (const { person, at } of tickets) {
    const { email } = person;
    if (email === null) continue;
    const known = writers.get(email);
    const more = { firstAt: known?.firstAt ?? at, lastAt: at, tickets: (known?.tickets ?? 0) + 1 };
    writers.set(email, { ...person, email, ...more });
  }
  return [...writers.values()];
}

/** Binds the handles that customers wrote from, each at its first use. */
export function writeHandles(scene: Scene): Promise<void> {
  const handles = scene.tickets.flatMap(({ at, binding, person: { email, phone, name: displayName } }) =>
    binding === null ? [] : [{ at, request: { ...binding, email, phone, displayName } }],
  );
  return writeBatches(scene, handles, (db, batch) =>
    bindPastHandles(
      db,
      scene.site,
      batch.map(({ item: { request }, context }) => ({ request, context })),
    ),
  );
}

/**
 * Imports the mailing list's Messenger contacts: first with shifted columns, which was undone, then correctly in two
 * parts of one file. Two weeks later the list was imported again, without new rows.
 */
export async function importContacts(scene: Scene): Promise<void> {
  const until = scene.now - 21 * DAY;
  const people = writersOf(scene)
    .filter(({ firstAt }) => firstAt < until)
    .slice(0, amountOf(scene, 0.03, 6));
  if (people.length === 0) return;
  const rowOf = ({ handle }: Writer, { email }: Writer) => `messenger,list.${handle},${email},@${handle}`;
  const shifted = people.map((person, index) => rowOf(people[(index + 1) % people.length] ?? person, person));
  const right = people.map((person) => rowOf(person, person));
  const wrongId = await importRows(scene, [...shifted, ...CUSTOMERS.wrong_rows], until);
  if (wrongId !== null) {
    const context = { actor: DEMO_ACTOR, now: new Date(until + 9 * MINUTE) };
    await undoImport(scene.database.forSite(scene.site.id), scene.site, { id: wrongId }, { context, isDry: false });
  }
  const rows = [...right, ...CUSTOMERS.wrong_rows];
  const half = Math.ceil(rows.length / 2);
  await importRows(scene, rows.slice(0, half), until + 24 * MINUTE, { rows, lineOffset: 0 });
  await importRows(scene, rows.slice(half), until + 24 * MINUTE, { rows, lineOffset: half });
  await importRows(scene, right, until + 14 * DAY);
}

/** @param whole The file that the rows are a part of */
async function importRows(
  { database, site }: Scene,
  rows: readonly string[],
  at: number,
  whole?: { readonly rows: readonly string[]; readonly lineOffset: number },
): Promise<bigint | null> {
  const fileOf = (lines: readonly string[]) => ['channel,external_user_id,email,display_handle', ...lines].join('\r\n');
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const file = fileOf(rows);
  const sha256 = hashOf(file);
  const upload = {
    async *chunks() {
      yield new TextEncoder().encode(file);
    },
    sha256,
    isWanted: () => true,
    maxTransactions: 1,
    runAlone: <Result>(work: () => Promise<Result>) => work(),
  };
  const lineOffset = whole?.lineOffset ?? 0;
  const fileSha256 = hashOf(fileOf(whole?.rows ?? []));
  const batchId = fileSha256.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const batch = whole === undefined ? null : { batchId, lineOffset, partSha256: sha256, fileSha256 };
  const context = { actor: DEMO_ACTOR, now: new Date(at) };
  const options = { isDry: false, chunk: 5_000, context, history: { hasRows: true, lineOffset, batch } };
  return (await importBindings(database.forSite(site.id), site, upload, options)).jobId;
}

/**
 * Changes that agents make to customers: notes, partners added by hand, handles bound on request, corrected numbers,
 * and one blocked customer, with the reason.
 */
export function planCustomerCare(scene: Scene): DemoEvent[] {
  const { site, agents, now } = scene;
  const random = new Random(scene.seed ^ 0xca5e);
  const writers = writersOf(scene);
  const draw = (people: readonly Writer[], count: number) =>
    people.length === 0 ? [] : [...new Set(Array.from({ length: count }, () => random.pick(people)))];
  const withPhone = writers.filter(({ phone }) => phone !== null);
  const note = (writer: Writer, at: number, body: string) => {
    const author = random.pick(agents).name;
    return care(scene, writer, at, (db, identityId, context) =>
      addNoteRecord(db, site, { identityId, body, author }, context),
    );
  };
  const events = [
    ...CUSTOMERS.written.map((customer, index) => writeDown(scene, customer, now - (95 - 17 * index) * DAY - 3 * HOUR)),
    ...draw(writers, amountOf(scene, 0.03, 6)).map((writer) =>
      note(writer, writer.lastAt + random.lognormal(20 * HOUR, 1), random.pick(CUSTOMERS.notes)),
    ),
    // A second channel at the customer's request; some unbind it later.
    ...draw(withPhone, amountOf(scene, 0.01, 4)).flatMap((writer) => {
      const externalUserId = phoneKey(writer.phone ?? '', site.country) ?? '';
      const handle = { channel: random.chance(0.7) ? 'whatsapp' : 'sms', externalUserId } as const;
      const bind = care(scene, writer, writer.lastAt + 2 * DAY, (db, identityId, context) =>
        bindChannel(db, site, { ...handle, identityId, displayHandle: writer.phone }, context),
      );
      const unbind = care(scene, writer, writer.lastAt + 5 * DAY, (db, _id, context) =>
        unbindChannel(db, site, handle, context),
      );
      return random.chance(0.3) ? [bind, unbind] : [bind];
    }),
    // The same number as on the customer's card, in another form, which still matches.
    ...draw(withPhone, amountOf(scene, 0.01, 3)).map((writer) => {
      const phone = writer.phone?.replace(/^\+/, '00').replaceAll(' ', random.pick(['-', '.', ' '])) ?? null;
      return care(scene, writer, writer.lastAt + 26 * HOUR, (db, id, context) =>
        updateCustomerRecord(db, site, { id, phone }, context),
      );
    }),
    ...block(scene, writers, note),
  ];
  return events.filter(({ at }) => at < now);
}

/** Changes a customer; does nothing if there is none. */
function care(
  { site }: Scene,
  { email, phone }: Writer,
  at: number,
  work: (db: Db, id: bigint, context: AuditContext) => Promise<unknown>,
): DemoEvent {
  return {
    at: Math.round(at),
    async write(db, context) {
      const id = await findIdentity(db, site, { email, phone });
      if (id !== null) await work(db, id, context);
    },
  };
}

function writeDown({ site }: Scene, customer: (typeof CUSTOMERS.written)[number], at: number): DemoEvent {
  const { name, email, phone, handles } = customer;
  return {
    at,
    async write(db, context) {
      const made = await createCustomerRecord(db, site, { email, phone, display_name: name }, context);
      if (!('id' in made)) return;
      for (const { channel, id, shown } of handles) {
        const request = { identityId: made.id, channel, externalUserId: id, displayHandle: shown };
        await bindChannel(db, site, request, context);
      }
    },
  };
}

/** Blocks a customer who wrote more than once, but not in the last days. An earlier portal link was not revoked. */
function block(
  scene: Scene,
  writers: readonly Writer[],
  note: (writer: Writer, at: number, body: string) => DemoEvent,
): DemoEvent[] {
  const { site, keys } = scene;
  const until = scene.now - 4 * DAY;
  const [writer] = writers
    .filter(({ lastAt }) => lastAt < until && lastAt > until - 60 * DAY)
    .toSorted((a, b) => b.tickets - a.tickets);
  if (writer === undefined) return [];
  const at = writer.lastAt + 2 * HOUR;
  const body = { requester_email: writer.email, expiry_days: 90 };
  const issue: DemoEvent['write'] = (db, { actor, now }) =>
    mintPortalToken({ db, site, body, keys, actor, now, config: { publicUrl: '' }, isSilent: true });
  return [
    { at: Math.round(at - HOUR), write: issue },
    care(scene, writer, at, (db, id, context) => updateCustomerRecord(db, site, { id, blocked: true }, context)),
    note(writer, at, CUSTOMERS.block_reason),
  ];
}

/**
 * People who are two customers each, because they wrote by another channel and address: one phone in two forms, a
 * WhatsApp number that is the other's phone, a tag in the address, one device. One pair was merged last week.
 */
export function planDuplicates(scene: Scene): DemoEvent[] {
  const { site, agents, now } = scene;
  const [twoForms, whatsapp, tagged, device, merged] = writersOf(scene)
    .flatMap((writer) => (writer.phone?.startsWith('+49 ') === true ? [{ ...writer, phone: writer.phone }] : []))
    .toSorted((a, b) => b.tickets - a.tickets);
  const come = (daysAgo: number, request: BindRequest): DemoEvent => ({
    at: now - daysAgo * DAY,
    write: (db, context) => bindChannel(db, site, request, context),
  });
  const otherAddress = ({ email }: Writer, tag: string) => `${email.slice(0, email.indexOf('@'))}.${tag}@example.net`;
  const events: DemoEvent[] = [];
  if (twoForms !== undefined) {
    const { name: displayName, handle, phone } = twoForms;
    const externalUserId = `m.${handle}`;
    events.push(come(31, { channel: 'messenger', externalUserId, phone: phone.replace('+49 ', '0'), displayName }));
  }
  if (whatsapp !== undefined) {
    const externalUserId = whatsapp.phone.replaceAll(/[^+0-9]/g, '');
    const email = otherAddress(whatsapp, 'mobile');
    events.push(come(24, { channel: 'whatsapp', externalUserId, email, displayName: whatsapp.firstName }));
  }
  if (tagged !== undefined) {
    const email = tagged.email.replace('@', '+bike@');
    events.push(come(19, { channel: 'email', externalUserId: email, email, displayName: tagged.name }));
  }
  if (device !== undefined) {
    const email = otherAddress(device, 'work');
    events.push(come(12, { channel: 'email', externalUserId: email, email, displayName: device.name }));
    for (const [index, address] of [device.email, email].entries()) {
      const messages = [{ role: 'visitor' as const, text: CUSTOMERS.twice_asked[index] ?? '' }];
      const ids = { session_id: `twice-${index}`, visitor_key: 'visitor-twice', email: address };
      const item = { ...ids, channel: 'web', messages };
      const at = now - (11 - 3 * index) * DAY;
      events.push({ at, write: (db, context) => recordTranscript(db, site, item, context) });
    }
  }
  if (merged !== undefined) {
    const email = otherAddress(merged, 'old');
    const externalUserId = `m.${merged.handle}`;
    events.push(come(20, { channel: 'messenger', externalUserId, email, displayName: merged.name }), {
      at: now - 6 * DAY,
      async write(db, context) {
        const survivorId = await findIdentity(db, site, { email: merged.email, phone: null });
        const mergedId = await findIdentity(db, site, { email, phone: null });
        if (survivorId === null || mergedId === null || survivorId === mergedId) return;
        const author = agents[0]?.name ?? context.actor.label;
        await addNoteRecord(db, site, { identityId: mergedId, body: CUSTOMERS.merge_note, author }, context);
        await mergeCustomerRecords(db, site, { survivorId, mergedId }, context);
      },
    });
  }
  return events;
}
