import type { AuditContext } from '#server/audit/record-audit.ts';
import { bindChannel, unbindChannel } from '#server/customers/bind-channel.ts';
import { addNoteRecord } from '#server/customers/customer-notes.ts';
import { findIdentity } from '#server/customers/find-identity.ts';
import { createCustomerRecord, updateCustomerRecord } from '#server/customers/customer-writes.ts';
import type { Db } from '#server/db/db.ts';
import { amountOf, type DemoScene } from '#server/demo/plan/demo-scene.ts';
import { Random } from '#server/demo/random.ts';
import { BLOCK_REASON, CUSTOMER_NOTES, WRITTEN_CUSTOMERS } from '#server/demo/words/customer-words.ts';
import { mintPortalToken } from '#server/portal/portal-token.ts';
import type { Person } from '#server/demo/words/people.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import { phoneKey } from '#contract/contact-keys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Known {
  readonly person: Person;
  readonly lastAt: number;
  readonly tickets: number;
}

/**
 * Changes that agents make to customers: notes, partners added by hand, handles bound on request, corrected numbers,
 * and one blocked customer, with the reason.
 */
export function seedCustomers(scene: DemoScene): DemoEvent[] {
  const random = new Random(scene.seed ^ 0xca5e);
  const people = knownPeople(scene);
  const events = [
    ...WRITTEN_CUSTOMERS.slice(0, amountOf(scene, 0, WRITTEN_CUSTOMERS.length)).flatMap((_, index) =>
      writeDown(scene, index),
    ),
    ...draw(random, people, amountOf(scene, 0.03, 6)).map((known) =>
      note(scene, random, known, random.pick(CUSTOMER_NOTES)),
    ),
    ...draw(random, people.filter(hasBoth), amountOf(scene, 0.01, 4)).flatMap((known) => reach(scene, random, known)),
    ...draw(random, people.filter(hasBoth), amountOf(scene, 0.01, 3)).map((known) => putRight(scene, random, known)),
    ...block(scene, random, people),
  ];
  return events.filter(({ at }) => at < scene.now.getTime()).sort((a, b) => a.at - b.at);
}

/** Everyone who wrote from an address, each once, by their first message. */
function knownPeople({ tickets }: DemoScene): Known[] {
  const known = new Map<string, Known>();
  for (const { planned } of tickets) {
    const { email } = planned.person;
    if (email === null) continue;
    const before = known.get(email)?.tickets ?? 0;
    known.set(email, { person: planned.person, lastAt: planned.at, tickets: before + 1 });
  }
  return [...known.values()];
}

function hasBoth({ person }: Known): boolean {
  return person.phone !== null;
}

function draw(random: Random, people: readonly Known[], count: number): Known[] {
  if (people.length === 0) return [];
  return [...new Set(Array.from({ length: count }, () => random.pick(people)))];
}

/** Changes a customer; does nothing if there is none. */
function care(
  scene: DemoScene,
  { person }: Known,
  { at, work }: { readonly at: number; readonly work: (db: Db, id: bigint, context: AuditContext) => Promise<unknown> },
): DemoEvent {
  return {
    at: Math.round(at),
    async write(db, context) {
      const id = await findIdentity(db, scene.site, person);
      if (id !== null) await work(db, id, context);
    },
  };
}

function note(scene: DemoScene, random: Random, known: Known, body: string): DemoEvent {
  const author = random.pick(scene.agents).name;
  const at = known.lastAt + random.lognormal(20 * HOUR, 1);
  return care(scene, known, {
    at,
    work: (db, identityId, context) => addNoteRecord(db, scene.site, { identityId, body, author }, context),
  });
}

function writeDown({ site, now }: DemoScene, index: number): DemoEvent[] {
  const customer = WRITTEN_CUSTOMERS[index];
  if (customer === undefined) return [];
  const { name, email, phone, handles } = customer;
  const at = now.getTime() - (95 - 17 * index) * DAY - 3 * HOUR;
  return [
    {
      at,
      async write(db, context) {
        const made = await createCustomerRecord(db, site, { email, phone, display_name: name }, context);
        if (!('id' in made)) return;
        for (const { channel, id, shown } of handles) {
          const request = { identityId: made.id, channel, externalUserId: id, displayHandle: shown };
          await bindChannel(db, site, request, context);
        }
      },
    },
  ];
}

/** Binds a second channel at a customer's request; some unbind it later. */
function reach(scene: DemoScene, random: Random, known: Known): DemoEvent[] {
  const { phone } = known.person;
  const number = phone === null ? null : phoneKey(phone, scene.site.country);
  if (number === null) return [];
  const channel = random.chance(0.7) ? 'whatsapp' : 'sms';
  const at = known.lastAt + 2 * DAY;
  const handle = { channel, externalUserId: number } as const;
  const bound = care(scene, known, {
    at,
    async work(db, identityId, context) {
      await bindChannel(db, scene.site, { ...handle, identityId, displayHandle: phone }, context);
    },
  });
  if (!random.chance(0.3)) return [bound];
  const taken = care(scene, known, {
    at: at + 3 * DAY,
    async work(db, _id, context) {
      await unbindChannel(db, scene.site, handle, context);
    },
  });
  return [bound, taken];
}

/** Writes the same number as on the customer's card, in another form, which still matches. */
function putRight(scene: DemoScene, random: Random, known: Known): DemoEvent {
  const phone = known.person.phone?.replace(/^\+/, '00').replaceAll(' ', random.pick(['-', '.', ' '])) ?? null;
  return care(scene, known, {
    at: known.lastAt + 26 * HOUR,
    work: (db, id, context) => updateCustomerRecord(db, scene.site, { id, phone }, context),
  });
}

/** A customer who wrote more than once, but not in the last days. */
function block(scene: DemoScene, random: Random, people: readonly Known[]): DemoEvent[] {
  const until = scene.now.getTime() - 4 * DAY;
  const known = people
    .filter(({ lastAt }) => lastAt < until && lastAt > until - 60 * DAY)
    .toSorted((a, b) => b.tickets - a.tickets)[0];
  if (known === undefined) return [];
  const at = known.lastAt + 2 * HOUR;
  const author = random.pick(scene.agents).name;
  return [
    linkBefore(scene, known, at - HOUR),
    care(scene, known, {
      at,
      async work(db, identityId, context) {
        await updateCustomerRecord(db, scene.site, { id: identityId, blocked: true }, context);
        const body = BLOCK_REASON;
        await addNoteRecord(db, scene.site, { identityId, body, author }, context);
      },
    }),
  ];
}

/** A link that stopped working when its customer was blocked, and was not revoked. */
function linkBefore({ site, keys }: DemoScene, { person }: Known, at: number): DemoEvent {
  return {
    at: Math.round(at),
    async write(db, { actor, now }) {
      const body = { requester_email: person.email ?? '', expiry_days: 90 };
      const call = { site, body, keys, actor, config: { publicUrl: '' }, isSilent: true };
      await mintPortalToken({ ...call, db, now });
    },
  };
}
