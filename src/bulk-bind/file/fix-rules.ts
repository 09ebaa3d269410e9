import { BIND_COLUMNS, type BindColumn, type BindHeader, channelNamed } from '#contract/bind-row.ts';
import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import { callingCode, type Country } from '#contract/dialling.ts';
import type { ReadRow, RuleId } from './file-types.ts';

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

interface RuleContext {
  readonly country: Country | null;
  readonly idsHavePlus: boolean;
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

/** The cell after a rule; the same text if the rule does not apply. */
export function applyToCell(
  rule: RuleId,
  { column, text, channel }: { readonly column: BindColumn; readonly text: string; readonly channel: Channel | null },
  { country, idsHavePlus }: RuleContext,
): string {
  if (rule.startsWith('channel:')) {
    const channelOf = column === 'channel' && rule === `channel:${foldChannel(text)}` ? channelMeant(text) : null;
    return channelOf ?? text;
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

const CELL_RULES = ['zeros', 'national', 'plus', 'code', 'blanks', 'apostrophe'] as const;
const NO_FIX: readonly RuleId[] = [];

/** The rules that would change a row by itself. */
export function fixesOf(record: ReadRow, context: RuleContext & { readonly header: BindHeader }): readonly RuleId[] {
  const { cells } = record;
  if (record.problem !== null) return NO_FIX;
  const { indexes, width } = context.header;
  const channelText = cells[indexes.get('channel') ?? -1] ?? '';
  const channel = channelMeant(channelText);
  const fixes: RuleId[] = [];
  for (const column of BIND_COLUMNS) {
    const text = cells[indexes.get(column) ?? -1] ?? '';
    if (text === '' || WHOLE_NUMBER.test(text)) continue;
    for (const rule of CELL_RULES) {
      const isFixed = !fixes.includes(rule) && applyToCell(rule, { column, text, channel }, context) !== text;
      if (isFixed) fixes.push(rule);
    }
  }
  const isUnknown = indexes.has('channel') && channelNamed(channelText) === null;
  if (isUnknown && channel !== null) fixes.push(`channel:${foldChannel(channelText)}`);
  if (cells.length > width && cells.slice(width).every((text) => text === '')) fixes.push('extra_cells');
  if (cells.every((text) => text === '')) fixes.push('empty_rows');
  return fixes.length === 0 ? NO_FIX : fixes;
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
