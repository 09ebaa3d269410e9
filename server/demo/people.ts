import { phoneKey } from '#contract/contact-keys.ts';
import type { Channel } from '#contract/customers.ts';
import type { Random } from './random.ts';
import { PEOPLE } from './words.ts';

/** A person who rides a bike of the demo site. */
export interface Person {
  readonly name: string;
  readonly firstName: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The person's name on social channels. */
  readonly handle: string;
}

export type DemoChannel = 'web' | Channel;

/** A handle that is bound to the person at its first use. */
interface Handle {
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly displayHandle: string | null;
}

export interface Contact {
  readonly person: Person;
  readonly channel: DemoChannel;
  readonly binding: Handle | null;
}

const CHANNELS: readonly DemoChannel[] = ['web', 'email', 'whatsapp', 'instagram', 'messenger', 'sms'];
const CHANNEL_WEIGHTS = [30, 38, 14, 6, 6, 6];
const NEWCOMERS = 0.42;

interface Known {
  readonly person: Person;
  readonly home: DemoChannel;
  readonly bound: Set<DemoChannel>;
}

/** Chooses the writer and channel of each ticket: a new person, or more often a returning one. */
export class Contacts {
  readonly #random: Random;
  readonly #known: Known[] = [];
  /** Addresses and numbers: no two people share one. */
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  next(): Contact {
    const random = this.#random;
    // Prefers recent people.
    const returning = this.#known[Math.floor(this.#known.length * Math.sqrt(random.next()))];
    const known = returning === undefined || random.chance(NEWCOMERS) ? this.#welcome() : returning;
    const { person, home } = known;
    const strays = known === returning && person.email !== null && random.chance(0.25);
    const channel = strays ? random.pick(['web', 'email'] as const) : home;
    return { person, channel, binding: this.#bind(known, channel) };
  }

  #welcome(): Known {
    const random = this.#random;
    const home = CHANNELS[random.weighted(CHANNEL_WEIGHTS)] ?? 'web';
    const isPhone = home === 'whatsapp' || home === 'sms';
    const isSocial = home === 'instagram' || home === 'messenger';
    const hasEmail = isPhone ? random.chance(0.55) : !isSocial || random.chance(0.5);
    const hasPhone = isPhone || (!isSocial && random.chance(0.35));
    const known = { person: this.#invent(hasEmail, hasPhone), home, bound: new Set<DemoChannel>() };
    this.#known.push(known);
    return known;
  }

  #invent(hasEmail: boolean, hasPhone: boolean): Person {
    const random = this.#random;
    const origin = random.pickWeighted(PEOPLE.origins);
    const name = `${random.pick(origin.first)} ${random.pick(origin.last)}`;
    const usual = { name, first: name.split(' ', 1)[0] ?? name, ascii: toAscii(name) };
    const { ascii, first, ...written } = random.chance(0.02) ? random.pick(PEOPLE.own_script) : usual;
    return {
      name: written.name,
      firstName: first,
      email: hasEmail ? this.#email(ascii) : null,
      phone: hasPhone ? this.#phone(origin.phones) : null,
      handle: `${ascii.replace('.', random.pick(['_', '.', '']))}${random.chance(0.4) ? random.integer(2, 99) : ''}`,
    };
  }

  #email(ascii: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const number = attempt === 0 ? '' : this.#random.integer(1, 10 ** Math.min(6, 1 + attempt));
      const email = `${ascii}${number}@${this.#random.pick(PEOPLE.domains)}`;
      if (this.#take(email)) return email;
    }
  }

  /** The ranges of numbers for fiction are small, so a large site has people without one. */
  #phone(patterns: readonly string[]): string | null {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const phone = this.#random.pick(patterns).replaceAll('#', () => String(this.#random.integer(0, 9)));
      if (this.#take(phone)) return phone;
    }
    return null;
  }

  #take(key: string): boolean {
    return !this.#taken.has(key) && this.#taken.add(key).has(key);
  }

  #bind({ person, bound }: Known, channel: DemoChannel): Handle | null {
    const random = this.#random;
    const { email, phone, name, handle } = person;
    if (channel === 'web' || bound.has(channel) || (email === null && phone === null)) return null;
    bound.add(channel);
    if (channel === 'email')
      return email === null || random.chance(0.7) ? null : { channel, externalUserId: email, displayHandle: null };
    if (channel === 'whatsapp' || channel === 'sms') {
      const number = phone === null ? null : phoneKey(phone, null);
      return number === null ? null : { channel, externalUserId: number, displayHandle: phone };
    }
    const externalUserId = `${random.integer(10_000_000, 99_999_999)}${random.integer(1_000_000, 9_999_999)}`;
    return { channel, externalUserId, displayHandle: channel === 'instagram' ? `@${handle}` : name };
  }
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', å: 'a', æ: 'ae', ł: 'l', þ: 'th', ı: 'i' };

function toAscii(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßøåæłþı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replace(/ +/g, '.');
}
