import { emailKey, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import type { MergePreview } from './queries.ts';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Customer } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { formatDay } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { FIELDS, otherSide, type Field, type Side, type Sides } from './pair.ts';
import { pairMessages as messages } from './messages.ts';

type Identity = Customer['identity'];
const SIDES = [0, 1] as const;
const HEAD = 'border-b border-line py-1.5 pe-3 text-start align-top font-normal max-md:border-b-0';
/** On a phone: what it is over both values, and under them what comes of it. */
const PHONE_ROW = 'max-md:grid max-md:grid-cols-2 max-md:border-b max-md:border-line max-md:py-1';

interface PairTableProps {
  readonly customers: readonly [Identity, Identity];
  readonly survivor: Side;
  readonly sides: Sides;
  /** Tickets after the merge; null while they are counted. */
  readonly ticketsAfter: number | null;
  readonly onKeep: (side: Side) => void;
  readonly onField: (field: Field, side: Side) => void;
}

/** Who survives, whose value of each field stays, and what comes of it. */
export function PairTable({ customers, survivor, sides, ticketsAfter, onKeep, onField }: PairTableProps) {
  const name = useId();
  const zone = useDisplayZone();
  const day = (iso: string) => formatDay(iso, zone);
  const [a, b] = customers;
  // Instants of one form: the least as text is the earliest.
  const first = a.first_seen_utc < b.first_seen_utc ? a.first_seen_utc : b.first_seen_utc;
  const last = a.last_seen_utc > b.last_seen_utc ? a.last_seen_utc : b.last_seen_utc;
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
            <td aria-hidden="true" className={`${HEAD} max-md:hidden`} />
            {SIDES.map((side) => (
              <th key={side} scope="col" className={HEAD}>
                <label className="flex cursor-pointer items-start gap-2">
                  <Radio name={`${name}-survivor`} isOn={survivor === side} onChoose={() => onKeep(side)} />
                  <span
                    className={`min-w-0 [overflow-wrap:anywhere] ${survivor === side ? 'font-medium' : 'text-ink-2'}`}
                  >
                    {messages.keep(String(customers[side].id))}
                  </span>
                </label>
                <OpenLink customer={customers[side]} />
              </th>
            ))}
            <th scope="col" className={`${HEAD} border-s ps-4 text-ink-2 max-md:sr-only`}>
              {messages.after}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {FIELDS.map((field) => (
            <FieldRow
              key={field}
              field={field}
              name={`${name}-${field}`}
              values={[a[field], b[field]]}
              chosen={sides[field]}
              onChoose={(side) => onField(field, side)}
            />
          ))}
          <FactRow
            head={messages.firstSeen}
            values={[day(a.first_seen_utc), day(b.first_seen_utc)]}
            after={day(a.first_seen_utc) === day(b.first_seen_utc) ? day(first) : messages.earlier(day(first))}
          />
          <FactRow
            head={messages.lastSeen}
            values={[day(a.last_seen_utc), day(b.last_seen_utc)]}
            after={day(a.last_seen_utc) === day(b.last_seen_utc) ? day(last) : messages.later(day(last))}
          />
          <FactRow
            head={messages.tickets}
            values={[formatCount(a.ticket_count), formatCount(b.ticket_count)]}
            after={ticketsAfter === null ? '' : formatCount(ticketsAfter)}
          />
        </tbody>
      </table>
    </div>
  );
}

interface FieldRowProps {
  readonly field: Field;
  readonly name: string;
  readonly values: readonly [string | null, string | null];
  readonly chosen: Side;
  readonly onChoose: (side: Side) => void;
}

function FieldRow({ field, name, values, chosen, onChoose }: FieldRowProps) {
  const label = messages.field[field];
  return (
    <tr className={PHONE_ROW}>
      <RowHead text={label} />
      {SIDES.map((side) => {
        const value = values[side];
        // Where only one has a value, there is nothing to choose.
        const canChoose = value !== null && values[otherSide(side)] !== null;
        const isOn = chosen === side && value !== null;
        return (
          <td key={side} className={HEAD}>
            {canChoose ? (
              <label htmlFor={`${name}-${side}`} className="flex cursor-pointer items-start gap-2">
                <Radio
                  id={`${name}-${side}`}
                  name={name}
                  isOn={isOn}
                  label={messages.keepValue(label, value)}
                  onChoose={() => onChoose(side)}
                />
                <Value text={value} isOn={isOn} />
              </label>
            ) : (
              <span className="flex ps-[22px]">
                <Value text={value} isOn={isOn} />
              </span>
            )}
          </td>
        );
      })}
      <After text={values[chosen] ?? messages.none} />
    </tr>
  );
}

interface FactRowProps {
  readonly head: string;
  readonly values: readonly [string, string];
  readonly after: string;
}

/** Rows without a choice. */
function FactRow({ head, values, after }: FactRowProps) {
  return (
    <tr className={PHONE_ROW}>
      <RowHead text={head} />
      {values.map((value, side) => (
        <td key={side} className={`${HEAD} tabular-nums`}>
          <span className="flex ps-[22px]">{value}</span>
        </td>
      ))}
      <After text={after} />
    </tr>
  );
}

function RowHead({ text }: { readonly text: string }) {
  return (
    <th scope="row" className={`${HEAD} text-12 text-ink-2 max-md:col-span-2 max-md:py-0`}>
      {text}
    </th>
  );
}

function After({ text }: { readonly text: string }) {
  return (
    <td
      className={`${HEAD} border-s ps-4 font-medium tabular-nums [overflow-wrap:anywhere] max-md:col-span-2 max-md:border-s-0 max-md:ps-[22px] max-md:pt-0`}
    >
      <span
        aria-hidden="true"
        className="me-1.5 inline-block text-12 font-normal whitespace-nowrap text-ink-3 md:hidden"
      >
        {messages.after}
      </span>
      <bdi>
        <AddressText text={text} />
      </bdi>
    </td>
  );
}

function Value({ text, isOn }: { readonly text: string | null; readonly isOn: boolean }) {
  return (
    <span
      dir="auto"
      className={`min-w-0 [overflow-wrap:anywhere] ${text === null ? 'text-ink-3' : isOn ? 'text-ink' : 'text-ink-2'}`}
    >
      {text === null ? messages.none : <AddressText text={text} />}
    </span>
  );
}

interface RadioProps {
  readonly id?: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly label?: string;
  readonly onChoose: () => void;
}

function Radio({ id, name, isOn, label, onChoose }: RadioProps) {
  return (
    <input
      id={id}
      type="radio"
      name={name}
      checked={isOn}
      aria-label={label}
      className="mt-[3px] size-3.5 flex-none accent-accent"
      onChange={onChoose}
    />
  );
}

function OpenLink({ customer }: { readonly customer: Identity }) {
  const name = customerName(customer);
  return (
    <Link
      to="/customers/$id"
      params={{ id: String(customer.id) }}
      dir="auto"
      className="hit relative ms-[22px] block w-fit max-w-[calc(100%-22px)] truncate text-12 text-accent-text hover:underline"
    >
      {messages.open(name)}
    </Link>
  );
}

interface LostValuesProps {
  readonly customers: readonly [Customer['identity'], Customer['identity']];
  readonly sides: Sides;
  /** Who survives. */
  readonly id: string;
  readonly reply: MergePreview | undefined;
}

/** Where values go that do not stay. */
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
          <AddressText text={line} />
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
