import { emailKey, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { Customer } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { Field, Sides } from './field-choice.ts';
import { otherSide } from './merge-pair.ts';
import type { MergePreview } from './merge-queries.ts';
import { messages } from './pair-messages.ts';

interface LostValuesProps {
  readonly customers: readonly [Customer['identity'], Customer['identity']];
  readonly sides: Sides;
  /** Who survives. */
  readonly id: string;
  readonly reply: MergePreview | undefined;
}

/** What becomes of values that do not stay. */
export function LostValues({ customers, sides, id, reply }: LostValuesProps) {
  const country = useCountry();
  const whoami = useWhoami();
  const lost = (field: Field): string | null => {
    const [kept, other] = [customers[sides[field]][field], customers[otherSide(sides[field])][field]];
    return other === null || kept === null || isSame(field, kept, other, country) ? null : other;
  };
  const made = (channel: string) => reply?.preview?.new_handles.some((one) => one.channel === channel) === true;
  const handleLine = (value: string | null, channel: string): string | null => {
    if (value === null || reply?.preview === undefined) return null;
    const word = channelWord(channel);
    if (made(channel)) return messages.becomesHandle(value, word, id);
    const isBindable = hasExtension(whoami, 'channels') && (channel === 'email' || isNumber(value, country));
    return isBindable ? messages.staysHandle(value, word) : messages.staysName(value, id);
  };
  const name = lost('display_name');
  const lines = [
    handleLine(lost('email'), 'email'),
    handleLine(lost('phone'), 'sms'),
    name === null ? null : messages.nameGoes(name),
  ].filter((line) => line !== null);
  return (
    <div role="status" className="mt-2 text-12 text-ink-2">
      {lines.map((line) => (
        <p key={line} className="[overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Whether it says its country: no other number is bound. */
function isNumber(phone: string, country: Country | null): boolean {
  const key = phoneKey(phone, country);
  return key !== null && isWorldwide(key);
}

function isSame(field: Field, one: string, other: string, country: Country | null): boolean {
  if (field === 'email') return emailKey(one) === emailKey(other);
  return field === 'phone' ? phoneKey(one, country) === phoneKey(other, country) : one === other;
}
