import type { BindColumn } from '#contract/bind-row.ts';
import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import { callingCode, type Country } from '#contract/dialling.ts';
import type { RuleId } from './file-types.ts';

/** How people write the channels, without case, blanks and marks. */
const SYNONYMS = [
  ...CHANNELS.map((channel) => [channel, channel] as const),
  ['wa', 'whatsapp'],
  ['wapp', 'whatsapp'],
  ['whatsappbusiness', 'whatsapp'],
  ['waba', 'whatsapp'],
  ['fb', 'messenger'],
  ['fbm', 'messenger'],
  ['fbmessenger', 'messenger'],
  ['facebook', 'messenger'],
  ['facebookmessenger', 'messenger'],
  ['ig', 'instagram'],
  ['insta', 'instagram'],
  ['instagramdm', 'instagram'],
  ['text', 'sms'],
  ['textmessage', 'sms'],
  ['mms', 'sms'],
  ['mail', 'email'],
  ['emails', 'email'],
] as const satisfies readonly (readonly [string, Channel])[];
const MEANT: ReadonlyMap<string, number> = new Map(SYNONYMS.map(([name], index) => [name, index]));

/** The number of a synonym from 1, 0 for a text that means no channel. */
export function synonymOf(text: string): number {
  return (MEANT.get(text.toLowerCase().replace(/[^a-z]/g, '')) ?? -1) + 1;
}

/** @param synonym as `synonymOf` numbers them */
export function synonymAt(synonym: number): readonly [name: string, channel: Channel] | null {
  return SYNONYMS[synonym - 1] ?? null;
}

export function channelMeant(text: string): Channel | null {
  return synonymAt(synonymOf(text))?.[1] ?? null;
}

/** Channels whose id is a phone number. */
export function isPhoneChannel(channel: Channel | null): boolean {
  return channel === 'whatsapp' || channel === 'sms';
}

export interface RuleContext {
  readonly country: Country | null;
  /** Whether ids of phones have a plus in this file: where none has, the plus is not missing. */
  readonly idsHavePlus: boolean;
}

export const WHOLE_NUMBER = /^\+[1-9][0-9]{6,14}$/;
export const DOUBLE_ZERO = /^00[^0-9]*[1-9]/;
const DIGITS = /^[1-9][0-9]{6,14}$/;
/** Blanks, and characters that show nothing. */
const EDGES =
  /^[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/g;
const GUARD = /^'(?=[=+\-@0-9])/;

export function hasEdges(text: string): boolean {
  EDGES.lastIndex = 0;
  return EDGES.test(text);
}

export function isGuarded(text: string): boolean {
  return GUARD.test(text);
}

/** What a rule makes of a cell; the text itself where it does not concern it. */
export function applyToCell(
  rule: RuleId,
  { column, text, channel }: { readonly column: BindColumn; readonly text: string; readonly channel: Channel | null },
  { country, idsHavePlus }: RuleContext,
): string {
  if (rule.startsWith('channel:')) {
    const synonym = column === 'channel' ? synonymAt(synonymOf(text)) : null;
    return synonym !== null && rule === `channel:${synonym[0]}` ? synonym[1] : text;
  }
  if (rule === 'blanks') return text.replace(EDGES, '');
  if (rule === 'apostrophe') return text.replace(GUARD, '');
  const isId = column === 'external_user_id' && isPhoneChannel(channel);
  if (column !== 'phone' && !isId) return text;
  if (rule === 'zeros') return DOUBLE_ZERO.test(text) ? text.replace(/^00[^0-9]*/, '+') : text;
  if (country === null || WHOLE_NUMBER.test(text)) return text;
  if (rule === 'national') return nationalOf(text, country) ?? text;
  if (rule !== 'plus' && rule !== 'code') return text;
  if (isId && !idsHavePlus) return text;
  const digits = bareDigits(text);
  if (digits === null || nationalOf(text, country) !== null) return text;
  const code = callingCode(country);
  const hasCode = digits.startsWith(code) && isWorldwide(`+${digits}`);
  if (hasCode !== (rule === 'plus')) return text;
  const whole = hasCode ? `+${digits}` : `+${code}${digits}`;
  return isWorldwide(whole) ? whole : text;
}

/** The international form of a number that is dialled inside a country. */
export function nationalOf(text: string, country: Country): string | null {
  const bare = phoneKey(text, null);
  const whole = phoneKey(text, country);
  return bare !== whole && whole !== null && isWorldwide(whole) ? whole : null;
}

/** A number that neither a plus nor a zero begins; null for any other text. */
export function bareDigits(text: string): string | null {
  if (DIGITS.test(text)) return text;
  const bare = /^[\d\s()./[\]-]+$/.test(text) ? phoneKey(text, null) : null;
  return bare !== null && DIGITS.test(bare) ? bare : null;
}
