import type { Random } from '#server/demo/random.ts';

export type StoryWords = Readonly<Record<'bike' | 'order' | 'serial' | 'city' | 'part' | 'first', string>>;

const BIKES = [
  'Aurora City',
  'Aurora City',
  'Ridge 29',
  'Haul Cargo',
  'Haul Cargo',
  'Pebble Gravel',
  'Spark 24',
  'Fold One',
];
const CITIES = ['Bremen', 'Leipzig', 'Utrecht', 'Lyon', 'Graz', 'Aarhus', 'Leeds'];
const PARTS = [
  'rear light',
  'kickstand',
  'charger',
  'mudguard',
  'saddle',
  'chain guard',
  'bell',
  'front rack',
  'left grip',
  'battery cover',
];

/** The subject matter of a ticket, the same in all its messages. */
export function inventWords(random: Random, first: string): StoryWords {
  return {
    bike: random.pick(BIKES),
    order: `LC-${random.integer(40_000, 99_999)}`,
    serial: `LU${random.integer(1, 6)}-${random.integer(10_000, 99_999)}`,
    city: random.pick(CITIES),
    part: random.pick(PARTS),
    first,
  };
}

/** Inserts the words into a text. */
export function fillText(text: string, words: StoryWords): string {
  return Object.entries(words).reduce((filled, [name, word]) => filled.replaceAll(`{${name}}`, word), text);
}
