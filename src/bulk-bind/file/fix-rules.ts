import { BIND_COLUMNS, type BindColumn, type BindHeader } from '#contract/bind-row.ts';
import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import { callingCode, type Country } from '#contract/dialling.ts';
import type { RuleId } from './file-types.ts';

/** How people write the channels, as `foldChannel` makes them. */
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
const MEANT: ReadonlyMap<string, Channel> = new Map(SYNONYMS);

/** The name of a channel without case, blanks and marks: "Whats-App" is `whatsapp`. */
export function foldChannel(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/** The channel that a text means, such as WhatsApp for "wa". */
export function channelMeant(text: string): Channel | null {
  return MEANT.get(foldChannel(text)) ?? null;
}

/** Whether the channel's ID is a phone number. */
export function isPhoneChannel(channel: Channel | null): boolean {
  return channel === 'whatsapp' || channel === 'sms';
}

export const WHOLE_NUMBER = /^\+[1-9][0-9]{6,14}$/;
export const DOUBLE_ZERO = /^00[^0-9]*[1-9]/;
const DIGITS = /^[1-9][0-9]{6,14}$/;
/** Blanks and invisible characters. */
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

export interface RuleContext {
  /** The country that national numbers are taken for. */
  readonly country: Country | null;
  /** Whether any phone number of a channel has a plus in this file: only then is a missing plus a problem. */
  readonly idsHavePlus: boolean;
}

/** The cell after a rule; the same text if the rule does not apply. */
export function applyToCell(
  rule: RuleId,
  { column, text, channel }: { readonly column: BindColumn; readonly text: string; readonly channel: Channel | null },
  context: RuleContext,
): string {
  if (rule.startsWith('channel:')) {
    const channelOf = column === 'channel' && rule === `channel:${foldChannel(text)}` ? channelMeant(text) : null;
    return channelOf ?? text;
  }
  if (rule === 'blanks') return text.replace(EDGES, '');
  if (rule === 'apostrophe') return text.replace(GUARD, '');
  const isPhone = column === 'phone' || (column === 'external_user_id' && isPhoneChannel(channel));
  const fix = isPhone ? phoneFix(text, context.country, column === 'phone' || context.idsHavePlus) : null;
  return fix?.rule === rule ? fix.text : text;
}

/**
 * A phone number with a plus and its country code, and the rule that writes it so.
 * @param addsPlus changes numbers that begin with neither a plus nor a zero
 */
function phoneFix(
  text: string,
  country: Country | null,
  addsPlus: boolean,
): { readonly rule: 'phones' | 'country_code'; readonly text: string } | null {
  if (DOUBLE_ZERO.test(text)) return { rule: 'phones', text: text.replace(/^00[^0-9]*/, '+') };
  if (country === null || WHOLE_NUMBER.test(text)) return null;
  const national = nationalOf(text, country);
  if (national !== null) return { rule: 'phones', text: national };
  const digits = addsPlus ? bareDigits(text) : null;
  if (digits === null) return null;
  const code = callingCode(country);
  if (digits.startsWith(code) && isWorldwide(`+${digits}`)) return { rule: 'phones', text: `+${digits}` };
  const whole = `+${code}${digits}`;
  return isWorldwide(whole) ? { rule: 'country_code', text: whole } : null;
}

/** The international form of a number as it is dialled inside a country; null for any other text. */
export function nationalOf(text: string, country: Country): string | null {
  const bare = phoneKey(text, null);
  const whole = phoneKey(text, country);
  return bare !== whole && whole !== null && isWorldwide(whole) ? whole : null;
}

/** The digits of a number that begins with neither a plus nor a zero; null for any other text. */
export function bareDigits(text: string): string | null {
  if (DIGITS.test(text)) return text;
  const bare = /^[\d\s()./[\]-]+$/.test(text) ? phoneKey(text, null) : null;
  return bare !== null && DIGITS.test(bare) ? bare : null;
}

/** The cells of a row after a rule. */
export function applyToRow(
  rule: RuleId,
  cells: readonly string[],
  context: RuleContext & { readonly header: BindHeader },
): readonly string[] {
  const { indexes, width } = context.header;
  if (rule === 'extra_cells') return cells.slice(0, width);
  const changed = [...cells];
  const channel = channelMeant(cells[indexes.get('channel') ?? -1] ?? '');
  for (const column of BIND_COLUMNS) {
    const index = indexes.get(column) ?? -1;
    const text = cells[index];
    if (text !== undefined) changed[index] = applyToCell(rule, { column, text, channel }, context);
  }
  return changed;
}
