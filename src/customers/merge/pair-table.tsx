import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { useCountry } from '#src/api/whoami.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { type MergePreview, otherSide, type Side } from './queries.ts';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import { formatDay } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { pairMessages as messages } from './messages.ts';

type Identity = Customer['identity'];
const SIDES = [0, 1] as const;
const FIELDS = ['display_name', 'email', 'phone'] as const;
const CELL = 'border-b border-line py-1.5 pe-3 text-start align-top font-normal max-md:border-b-0';
/** Under the radio button of the head. */
const INDENT = 'flex ps-[22px]';
/** On a phone: the field's name above both values, the result below them. */
const PHONE_ROW = 'max-md:grid max-md:grid-cols-2 max-md:border-b max-md:border-line max-md:py-1';

interface PairTableProps {
  readonly customers: readonly [Identity, Identity];
  readonly survivor: Side;
  /** Tickets after the merge; undefined while they are counted. */
  readonly ticketsAfter: number | undefined;
  readonly onKeep: (side: Side) => void;
}

/** The choice of the survivor, with the values of both and after the merge. */
export function PairTable({ customers, survivor, ticketsAfter, onKeep }: PairTableProps) {
  const name = useId();
  const zone = useDisplayZone();
  const [a, b] = customers;

  /** A row of days. The instants have one format, so text order is time order. */
  function seen(head: string, field: 'first_seen_utc' | 'last_seen_utc', isEarlier: boolean) {
    const after = formatDay(a[field] < b[field] === isEarlier ? a[field] : b[field], zone);
    const days = [formatDay(a[field], zone), formatDay(b[field], zone)] as const;
    return {
      head,
      values: days,
      after: days[0] === days[1] ? after : messages[isEarlier ? 'earlier' : 'later'](after),
    };
  }
  const facts = [
    seen(messages.firstSeen, 'first_seen_utc', true),
    seen(messages.lastSeen, 'last_seen_utc', false),
    {
      head: messages.tickets,
      values: [formatCount(a.ticket_count), formatCount(b.ticket_count)] as const,
      after: ticketsAfter === undefined ? '' : formatCount(ticketsAfter),
    },
  ];
  return (
    <div className="overflow-x-auto">
      <table aria-label={messages.table} className="w-full table-fixed border-collapse max-md:block">
        <colgroup>
          <col className="w-[13.5%]" />
          <col className="w-[27%]" />
          <col className="w-[27.5%]" />
          <col />
        </colgroup>
        <thead className="max-md:block">
          <tr className={PHONE_ROW}>
            <td aria-hidden="true" className={`${CELL} max-md:hidden`} />
            {SIDES.map((side) => (
              <th key={side} scope="col" className={CELL}>
                <label className="flex cursor-pointer items-start gap-2">
                  <input
                    type="radio"
                    name={name}
                    checked={survivor === side}
                    className="mt-[3px] size-3.5 flex-none accent-accent"
                    onChange={() => onKeep(side)}
                  />
                  <span
                    className={`min-w-0 [overflow-wrap:anywhere] ${survivor === side ? 'font-medium' : 'text-ink-2'}`}
                  >
                    {messages.keep(String(customers[side].id))}
                  </span>
                </label>
                <Link
                  to="/customers/$id"
                  params={{ id: String(customers[side].id) }}
                  dir="auto"
                  className="hit relative ms-[22px] block w-fit max-w-[calc(100%-22px)] truncate text-12 text-accent-text hover:underline"
                >
                  {messages.open(customerName(customers[side]))}
                </Link>
              </th>
            ))}
            <th scope="col" className={`${CELL} border-s ps-4 text-ink-2 max-md:sr-only`}>
              {messages.after}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {FIELDS.map((field) => {
            const keptSide = customers[survivor][field] === null ? otherSide(survivor) : survivor;
            return (
              <Row key={field} head={messages.field[field]} after={customers[keptSide][field] ?? messages.none}>
                {SIDES.map((side) => (
                  <td key={side} className={CELL}>
                    <Value text={customers[side][field]} isKept={side === keptSide} />
                  </td>
                ))}
              </Row>
            );
          })}
          {facts.map(({ head, values, after }) => (
            <Row key={head} head={head} after={after}>
              {values.map((value, side) => (
                <td key={side} className={`${CELL} tabular-nums`}>
                  <span className={INDENT}>{value}</span>
                </td>
              ))}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly head: string;
  readonly after: string;
  /** The cells of both. */
  readonly children: ReactNode;
}

function Row({ head, after, children }: RowProps) {
  return (
    <tr className={PHONE_ROW}>
      <th scope="row" className={`${CELL} text-12 text-ink-2 max-md:col-span-2 max-md:py-0`}>
        {head}
      </th>
      {children}
      <td
        className={`${CELL} border-s ps-4 font-medium tabular-nums [overflow-wrap:anywhere] max-md:col-span-2 max-md:border-s-0 max-md:ps-[22px] max-md:pt-0`}
      >
        <span
          aria-hidden="true"
          className="me-1.5 inline-block text-12 font-normal whitespace-nowrap text-ink-3 md:hidden"
        >
          {messages.after}
        </span>
        <bdi>
          <AddressText text={after} />
        </bdi>
      </td>
    </tr>
  );
}

function Value({ text, isKept }: { readonly text: string | null; readonly isKept: boolean }) {
  const tone = text === null ? 'text-ink-3' : isKept ? 'text-ink' : 'text-ink-2';
  return (
    <span className={INDENT}>
      <span dir="auto" className={`min-w-0 [overflow-wrap:anywhere] ${tone}`}>
        {text === null ? messages.none : <AddressText text={text} />}
      </span>
    </span>
  );
}

interface LostValuesProps {
  readonly survivor: Identity;
  readonly merged: Identity;
  readonly reply: MergePreview | undefined;
}

/** Where the merged customer's values go if the survivor has its own. */
export function LostValues({ survivor, merged, reply }: LostValuesProps) {
  const country = useCountry();
  const preview = reply?.preview;
  const id = String(survivor.id);
  const addressLine = (field: 'email' | 'phone'): string | null => {
    const [kept, value] = [survivor[field], merged[field]];
    if (preview === undefined || value === null || kept === null || isSame(field, kept, value, country)) return null;
    if (preview.noted.some((one) => one.field === field)) return messages.staysName(value, id);
    const channel = field === 'email' ? 'email' : 'sms';
    const isNew = preview.new_handles.some((one) => one.channel === channel);
    const word = channelWord(channel);
    return isNew ? messages.becomesHandle(value, word, id) : messages.staysHandle(value, word);
  };
  const noted = preview?.noted.map(({ value }) => value) ?? [];
  const lines = [
    addressLine('email'),
    addressLine('phone'),
    noted.length === 0 ? null : messages.noted(noted.join(', '), id),
  ].filter((line) => line !== null);
  return (
    <div role="status" className="mt-2 text-12 text-ink-2">
      {lines.map((line) => (
        <p key={line} className="[overflow-wrap:anywhere]">
          <AddressText text={line} />
        </p>
      ))}
    </div>
  );
}

function isSame(field: 'email' | 'phone', one: string, other: string, country: Country | null): boolean {
  return field === 'email' ? emailKey(one) === emailKey(other) : phoneKey(one, country) === phoneKey(other, country);
}
