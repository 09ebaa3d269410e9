import { recordMessage } from '#server/conversations/record-message.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import type { Person } from '#server/demo/words/people.ts';
import { Random } from '#server/demo/random.ts';

const MINUTE = 60_000;
const MESSAGES_MS = 61 * 24 * 60 * MINUTE;
const THANKS = ['Thank you!', 'Great, thanks 🙏', 'Perfekt, danke!', 'Works. Have a nice day', 'Merci !', '👍'];

/**
 * Messages sent on WhatsApp and the like over two months, the desk's replies, and customers' thanks. Messages in
 * tickets are counted with the tickets.
 */
export function seedMessages({ site, seed, now, tickets }: DemoScene): DemoEvent[] {
  if (site.undeployed.includes('channels')) return [];
  const random = new Random(seed ^ 0x3e55);
  const from = now.getTime() - MESSAGES_MS;
  const handles = new Map<string, string>();
  const nameOf = (person: Person, channel: string) => `${channel}|${person.handle}|${person.name}`;
  return tickets.flatMap(({ planned, locked }): DemoEvent[] => {
    const { person, channel, binding } = planned;
    if (binding !== null) handles.set(nameOf(person, channel), binding.externalUserId);
    if (channel === 'web' || channel === 'email') return [];
    const user = handles.get(nameOf(person, channel)) ?? person.phone?.replaceAll(/[^+\d]/g, '') ?? person.handle;
    const message = { channel, external_user_id: user, ticket_id: locked.id };
    return planned.steps.flatMap((step): DemoEvent[] => {
      if (step.kind !== 'reply' || step.at < from) return [];
      const out = { ...message, direction: 'out', text: step.body } as const;
      const thanks = { ...message, direction: 'in', text: random.pick(THANKS) } as const;
      const thankedAt = Math.round(step.at + random.lognormal(14 * MINUTE, 0.8));
      const isThanked = step.status === 'resolved' && random.chance(0.4) && thankedAt < now.getTime();
      const sent: DemoEvent = { at: step.at, write: (db, context) => recordMessage(db, site, out, context) };
      return isThanked
        ? [sent, { at: thankedAt, write: (db, context) => recordMessage(db, site, thanks, context) }]
        : [sent];
    });
  });
}
