import type { Channel } from '#contract/customers.ts';
import { People, type Person } from '#server/demo/words/people.ts';
import type { Random } from '#server/demo/random.ts';
import { phoneKey } from '#contract/contact-keys.ts';

export type DemoChannel = 'web' | Channel;

/** A handle that is bound to the person at its first use. */
export interface PlannedBinding {
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly displayHandle: string | null;
}

export interface Contact {
  readonly person: Person;
  readonly channel: DemoChannel;
  readonly binding: PlannedBinding | null;
}

const CHANNELS: readonly DemoChannel[] = ['web', 'email', 'whatsapp', 'instagram', 'messenger', 'sms'];
const CHANNEL_WEIGHTS = [30, 38, 14, 6, 6, 6];
const NEWCOMERS = 0.42;

interface Known {
  readonly person: Person;
  readonly home: DemoChannel;
  readonly bound: Set<DemoChannel>;
}

/** Chooses the next writer and channel: a new person, or more often a returning one. */
export class Contacts {
  readonly #random: Random;
  readonly #people: People;
  readonly #known: Known[] = [];

  constructor(random: Random) {
    this.#random = random;
    this.#people = new People(random);
  }

  next(): Contact {
    const random = this.#random;
    const isNew = this.#known.length === 0 || random.chance(NEWCOMERS);
    const known = isNew ? this.#welcome() : this.#recall();
    const channel =
      !isNew && known.person.email !== null && random.chance(0.25)
        ? random.pick(['web', 'email'] as const)
        : known.home;
    return { person: known.person, channel, binding: this.#binding(known, channel) };
  }

  #welcome(): Known {
    const random = this.#random;
    const home = CHANNELS[random.weighted(CHANNEL_WEIGHTS)] ?? 'web';
    const known = { person: this.#people.invent(this.#reach(home)), home, bound: new Set<DemoChannel>() };
    this.#known.push(known);
    return known;
  }

  #reach(home: DemoChannel): 'email' | 'both' | 'phone' | 'none' {
    const random = this.#random;
    if (home === 'whatsapp' || home === 'sms') return random.chance(0.55) ? 'both' : 'phone';
    if (home === 'instagram' || home === 'messenger') return random.chance(0.5) ? 'email' : 'none';
    return random.chance(0.35) ? 'both' : 'email';
  }

  /** Prefers recent people. */
  #recall(): Known {
    const known = this.#known[Math.floor(this.#known.length * Math.sqrt(this.#random.next()))];
    if (known === undefined) throw new Error('there is no one to pick yet');
    return known;
  }

  #binding({ person, bound }: Known, channel: DemoChannel): PlannedBinding | null {
    const random = this.#random;
    if (channel === 'web' || bound.has(channel) || (person.email === null && person.phone === null)) return null;
    bound.add(channel);
    if (channel === 'email') {
      return person.email === null || random.chance(0.7)
        ? null
        : { channel, externalUserId: person.email, displayHandle: null };
    }
    if (channel === 'whatsapp' || channel === 'sms') {
      const number = person.phone === null ? null : phoneKey(person.phone, null);
      return number === null ? null : { channel, externalUserId: number, displayHandle: person.phone };
    }
    const account = `${random.integer(10_000_000, 99_999_999)}${random.integer(1_000_000, 9_999_999)}`;
    return {
      channel,
      externalUserId: account,
      displayHandle: channel === 'instagram' ? `@${person.handle}` : person.name,
    };
  }
}
