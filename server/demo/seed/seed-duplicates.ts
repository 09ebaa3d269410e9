import { recordTranscript } from '#server/conversations/record-transcript.ts';
import { bindChannel, type BindRequest } from '#server/customers/bind-channel.ts';
import { addNoteRecord } from '#server/customers/customer-notes.ts';
import { findIdentity } from '#server/customers/find-identity.ts';
import { mergeCustomerRecords } from '#server/customers/merge/merge-customers.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { Person } from '#server/demo/words/people.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Reachable = Person & { readonly email: string; readonly phone: string };

/**
 * People who are two customers each, because they wrote by another channel and address: one phone in two forms, a
 * WhatsApp number that is the other's phone, a tag in the address, one device. One pair was merged last week.
 */
export function seedDuplicates(scene: DemoScene): DemoEvent[] {
  const [twoForms, whatsapp, tagged, device, seen] = reachable(scene);
  const now = scene.now.getTime();
  const events: DemoEvent[] = [];
  const come = (ago: number, request: BindRequest) =>
    events.push({
      at: now - ago * DAY,
      async write(db, context) {
        await bindChannel(db, scene.site, request, context);
      },
    });
  const messenger = (person: Person) => ({ channel: 'messenger', externalUserId: `m.${person.handle}` }) as const;

  if (twoForms !== undefined)
    come(31, { ...messenger(twoForms), phone: nationalForm(twoForms.phone), displayName: twoForms.name });
  if (whatsapp !== undefined) {
    const externalUserId = whatsapp.phone.replaceAll(/[^+0-9]/g, '');
    const displayName = whatsapp.firstName;
    come(24, { channel: 'whatsapp', externalUserId, email: otherAddress(whatsapp, 'mobile'), displayName });
  }
  if (tagged !== undefined) {
    const email = tagged.email.replace('@', '+bike@');
    come(19, { channel: 'email', externalUserId: email, email, displayName: tagged.name });
  }
  if (device !== undefined) {
    const email = otherAddress(device, 'work');
    come(12, { channel: 'email', externalUserId: email, email, displayName: device.name });
    events.push(...chats(scene, [device.email, email], now - 11 * DAY));
  }
  if (seen !== undefined) {
    const email = otherAddress(seen, 'old');
    come(20, { ...messenger(seen), email, displayName: seen.name });
    events.push(merge(scene, { into: seen.email, from: email, at: now - 6 * DAY }));
  }
  return events.sort((a, b) => a.at - b.at);
}

/** The people with the most tickets who have an email and a German phone, each once. */
function reachable({ tickets }: DemoScene): Reachable[] {
  const known = new Map<string, { readonly person: Reachable; n: number }>();
  for (const { planned } of tickets) {
    const { email, phone } = planned.person;
    if (email === null || phone === null || !phone.startsWith('+49 ')) continue;
    const found = known.get(email) ?? { person: { ...planned.person, email, phone }, n: 0 };
    found.n += 1;
    known.set(email, found);
  }
  return [...known.values()].toSorted((a, b) => b.n - a.n).map(({ person }) => person);
}

function nationalForm(phone: string): string {
  return phone.replace('+49 ', '0');
}

function otherAddress({ email }: Reachable, why: string): string {
  return `${email.slice(0, email.indexOf('@'))}.${why}@example.net`;
}

/** Chats of one browser under both addresses. */
function chats({ site }: DemoScene, emails: readonly string[], from: number): DemoEvent[] {
  return emails.map((email, index) => ({
    at: from + index * 3 * DAY,
    async write(db, context) {
      const said = {
        role: 'visitor' as const,
        text: index === 0 ? 'Where do I find my invoice?' : 'Same question as last week: the invoice, please.',
      };
      const item = { kind: 'transcript' as const, session_id: `twice-${index}`, visitor_key: 'visitor-twice', email };
      await recordTranscript(db, site, { ...item, channel: 'web', messages: [said] }, context);
    },
  }));
}

function merge(
  { site, agents }: DemoScene,
  { into, from, at }: { readonly into: string; readonly from: string; readonly at: number },
): DemoEvent {
  return {
    at,
    async write(db, context) {
      const survivorId = await findIdentity(db, site, { email: into, phone: null });
      const mergedId = await findIdentity(db, site, { email: from, phone: null });
      if (survivorId === null || mergedId === null || survivorId === mergedId) return;
      const author = agents[0]?.name ?? context.actor.label;
      const body = 'Has a new address since the summer. Asked on the phone: both are the same person.';
      await addNoteRecord(db, site, { identityId: mergedId, body, author }, context);
      await mergeCustomerRecords(db, site, { survivorId, mergedId }, context);
    },
  };
}
