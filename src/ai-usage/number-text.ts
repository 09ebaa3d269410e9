import { defineMessages } from '#src/i18n/messages.ts';

const messages = defineMessages({
  cents: (amount: string) => `Use a dot for cents: ${amount}.`,
  thousands: (whole: string, part: string) => `Type ${whole} without the comma, or ${part} with a dot for cents.`,
  plain: 'Type the number without commas.',
});

/** Money may have cents, so that a comma in it can mean two things; of what is whole a comma can only group digits. */
export type NumberKind = 'money' | 'whole';

const PLAIN = /^[0-9]+(\.[0-9]+)?$/;
const GROUPED = /^[0-9]{1,3}(,[0-9]{2,3})*,[0-9]{3}$/;
/** Two commas, or a dot behind one, leave no doubt that they group digits. */
const GROUPED_FOR_SURE = /^[0-9]{1,3}(,[0-9]{2,3})+,[0-9]{3}(\.[0-9]+)?$|^[0-9]{1,3},[0-9]{3}\.[0-9]+$/;

/** "$1,250.50" as "1250.50"; null for what is no number, and for a comma that could mean another one. */
export function plainNumber(text: string, kind: NumberKind): string | null {
  const bare = bareOf(text);
  const isNumber = PLAIN.test(bare) || (kind === 'whole' ? GROUPED : GROUPED_FOR_SURE).test(bare);
  return isNumber ? bare.replaceAll(',', '') : null;
}

/** Says what to type instead of a number with commas that is refused; undefined for every other text. */
export function commaProblem(text: string, kind: NumberKind): string | undefined {
  const bare = bareOf(text);
  if (!/^[0-9.]*,[0-9.,]*$/.test(bare) || plainNumber(bare, kind) !== null) return undefined;
  if (kind === 'whole') return messages.plain;
  const dotted = bare.replaceAll('.', '').replace(',', '.');
  if (/^[0-9.]+,[0-9]{1,2}$/.test(bare)) return messages.cents(dotted);
  return /^[0-9]+,[0-9]{3,}$/.test(bare) ? messages.thousands(bare.replace(',', ''), dotted) : messages.plain;
}

function bareOf(text: string): string {
  return text.replaceAll(/[\s$]/g, '');
}
