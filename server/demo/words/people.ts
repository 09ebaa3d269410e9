import type { Random } from '#server/demo/random.ts';

/** A person who rides a bike of the demo site. */
export interface Person {
  readonly name: string;
  readonly firstName: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The person's name on social channels. */
  readonly handle: string;
}

interface Origin {
  readonly weight: number;
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** A number of a range that is reserved for fiction. */
  readonly phone: (random: Random) => string;
}

const digits = (random: Random, count: number) => String(random.integer(0, 10 ** count - 1)).padStart(count, '0');
const german = (random: Random) =>
  `+49 ${random.pick(['30 23125', '69 90009', '40 66969', '89 99998'])} ${digits(random, 3)}`;
const british = (random: Random) =>
  random.pick([`+44 7700 900${digits(random, 3)}`, `+44 20 7946 0${digits(random, 3)}`]);
const american = (random: Random) =>
  `+1 ${random.pick(['206', '303', '415', '512', '617', '718'])}-555-01${digits(random, 2)}`;
const french = (random: Random) => `+33 6 39 98 ${digits(random, 2)} ${digits(random, 2)}`;

const ORIGINS: readonly Origin[] = [
  {
    weight: 34,
    phone: german,
    first: [
      'Annika',
      'Jürgen',
      'Lena',
      'Matthias',
      'Sabine',
      'Torsten',
      'Greta',
      'Moritz',
      'Heike',
      'Björn',
      'Katrin',
      'Friederike',
      'Uwe',
      'Jonas',
      'Mareike',
    ],
    last: [
      'Vogelsang',
      'Brückner',
      'Hartwig',
      'Lindemann',
      'Oßwald',
      'Petersen',
      'Kühnel',
      'Ahrens',
      'Schönfeld',
      'Reuter',
      'Dornbusch',
      'Matthes',
      'Wiesner',
      'Tiedemann',
    ],
  },
  {
    weight: 14,
    phone: british,
    first: ['Imogen', 'Callum', 'Niamh', 'Rhys', 'Harriet', 'Declan', 'Zara', 'Oliver', 'Fiona', 'Gareth'],
    last: ['Ashworth', 'Pemberton', 'MacKenna', 'Okafor', 'Trevelyan', 'Hughes', 'Blackwood', 'Sandhu', 'O’Rourke'],
  },
  {
    weight: 12,
    phone: french,
    first: ['Élodie', 'Thibault', 'Solène', 'Baptiste', 'Maëlle', 'Rémi', 'Inès', 'Gaëtan', 'Clémence'],
    last: ['Lefèvre', 'Garnier', 'Rousselot', 'Bénard', 'Chevallier', 'Dufresne', 'Marchetti', 'N’Diaye'],
  },
  {
    weight: 8,
    phone: american,
    first: ['Marisol', 'Tyler', 'Keisha', 'Brandon', 'Alana', 'Ethan', 'Priscilla'],
    last: ['Whitfield', 'Delgado', 'Kowalczyk', 'Nakamura', 'Freeman', 'Lindgren', 'Castillo'],
  },
  {
    weight: 8,
    phone: german,
    first: ['Giulia', 'Matteo', 'Chiara', 'Lorenzo', 'Beatriz', 'Joaquín', 'Inés', 'Rui', 'Marta'],
    last: ['Bellini', 'De Santis', 'Ferrari', 'Ibáñez', 'Núñez', 'Carvalho', 'Teixeira', 'Moretti'],
  },
  {
    weight: 8,
    phone: british,
    first: ['Søren', 'Astrid', 'Håkon', 'Freja', 'Åsa', 'Mikael', 'Sigrún', 'Väinö'],
    last: ['Østergaard', 'Nyström', 'Haugland', 'Kjær', 'Þórsson', 'Virtanen', 'Sjöberg'],
  },
  {
    weight: 6,
    phone: german,
    first: ['Agnieszka', 'Łukasz', 'Ondřej', 'Zuzana', 'Bálint', 'Ștefan', 'Milica'],
    last: ['Wiśniewska', 'Dvořák', 'Szabó', 'Popescu', 'Jovanović', 'Zieliński', 'Horváthová'],
  },
  {
    weight: 5,
    phone: german,
    first: ['Ayşe', 'Emre', 'Gülşen', 'Deniz', 'Leyla', 'Karim', 'Yasmin'],
    last: ['Yıldız', 'Öztürk', 'Demirci', 'Haddad', 'El Amrani', 'Şahin'],
  },
  {
    weight: 3,
    phone: british,
    first: ['Ananya', 'Rohan', 'Thuy', 'Minh', 'Wei', 'Jia', 'Kenji', 'Haruka'],
    last: ['Iyer', 'Deshmukh', 'Nguyễn', 'Trần', 'Zhang', 'Lin', 'Fujimoto', 'Sakamoto'],
  },
];

/** Names in their own script, with their transcription for email addresses. */
const OWN_SCRIPT: readonly (readonly [name: string, first: string, ascii: string])[] = [
  ['Ирина Соколова', 'Ирина', 'irina.sokolova'],
  ['Γιώργος Παππάς', 'Γιώργος', 'giorgos.pappas'],
  ['田中 美咲', '美咲', 'misaki.tanaka'],
  ['ليلى منصور', 'ليلى', 'layla.mansour'],
  ['נועה ברק', 'נועה', 'noa.barak'],
  ['王晓明', '晓明', 'xiaoming.wang'],
  ['Тарас Коваль', 'Тарас', 'taras.koval'],
];

const DOMAINS = [
  'example.com',
  'example.org',
  'example.net',
  'post.example',
  'mail.example',
  'riders.example',
  'nordlicht.example',
];

/** Invents people; no two share an address or a number. */
export class People {
  readonly #random: Random;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** @param reach Whether the person has an email and a phone: without an email a ticket alone identifies no one */
  invent(reach: 'email' | 'both' | 'phone' | 'none'): Person {
    const random = this.#random;
    const origin = ORIGINS[random.weighted(ORIGINS.map(({ weight }) => weight))];
    if (origin === undefined) throw new Error('there are no origins');
    let name = `${random.pick(origin.first)} ${random.pick(origin.last)}`;
    let [firstName = name] = name.split(' ');
    let ascii = toAscii(name);
    if (random.chance(0.02)) [name, firstName, ascii] = random.pick(OWN_SCRIPT);
    return {
      name,
      firstName,
      email: reach === 'email' || reach === 'both' ? this.#email(ascii) : null,
      phone: reach === 'phone' || reach === 'both' ? this.#phone(origin) : null,
      handle: `${ascii.replace('.', random.pick(['_', '.', '']))}${random.chance(0.4) ? random.integer(2, 99) : ''}`,
    };
  }

  #email(ascii: string): string {
    for (let attempt = 0; ; attempt += 1) {
      const number = attempt === 0 ? '' : String(this.#random.integer(1, 10 ** Math.min(6, 1 + attempt)));
      const email = `${ascii}${number}@${this.#random.pick(DOMAINS)}`;
      if (this.#take(email)) return email;
    }
  }

  /** The ranges of free numbers are small, so a large site has people without one. */
  #phone(origin: Origin): string | null {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const phone = origin.phone(this.#random);
      if (this.#take(phone)) return phone;
    }
    return null;
  }

  #take(key: string): boolean {
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  å: 'a',
  æ: 'ae',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  đ: 'd',
};

function toAscii(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßøåæłþðıđ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replace(/ +/g, '.');
}
