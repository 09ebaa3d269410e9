import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listCustomerIdentities } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { customerName, contactOf } from '#src/customers/contact.ts';
import { customerSearch, type CustomersSearch } from '#src/customers/search.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import { AddressText } from '#src/ui/address-text.tsx';

interface NoCustomersProps {
  readonly search: CustomersSearch;
  readonly onNew: () => void;
  readonly onClear: () => void;
}

/** No customer matches: what was asked, and what can be done instead. */
export function NoCustomers({ search, onNew, onClear }: NoCustomersProps) {
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
  const { reason } = useWriteAccess('customers:write');
  const texts = messages.empty;
  const text = search.q?.trim() ?? '';
  const hasFilters = hasTools && (search.channel ?? search.without ?? search.blocked) !== undefined;
  const contact = contactOf(text);
  const add = hasTools ? (
    <Button icon="plus" variant="primary" disabledReason={reason} onClick={onNew}>
      {messages.new}
    </Button>
  ) : null;
  if (text === '' && !hasFilters) {
    return <EmptyBlock icon="people" title={texts.none} text={texts.noneText} action={add} />;
  }
  const title =
    text === ''
      ? texts.nothingFiltered
      : contact === null
        ? hasTools
          ? texts.nothing(text)
          : texts.whole
        : 'email' in contact
          ? texts.email(contact.email)
          : texts.phone(contact.phone);
  const near = hasTools && contact !== null && 'phone' in contact ? contact.phone : null;
  return (
    <>
      {near === null ? null : <NearNumbers phone={near} search={search} />}
      <EmptyBlock
        icon="search"
        title={title}
        text={contact === null && text !== '' && !hasTools ? texts.wholeText : undefined}
        action={
          <>
            <Button onClick={onClear}>{texts.showAll}</Button>
            {contact === null ? null : add}
          </>
        }
      />
    </>
  );
}

const nearTexts = messages.near;
const SHOWN = 10;

/** A piece of a number, and whether it is what differs from the one that was typed. */
interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** Splits a number at the digit in which it differs from the typed one; separators stay where they are. */
export function markDifference(number: string, typed: string): readonly Piece[] {
  const wanted = typed.replace(/\D/g, '');
  const places = [...number].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
  const own = places.map((at) => number[at]).join('');
  // As they match from the end: how the country is written differs at the beginning.
  let same = 0;
  while (same < Math.min(own.length, wanted.length) && own.at(-1 - same) === wanted.at(-1 - same)) same += 1;
  const at = places[Math.max(0, own.length - 1 - same)] ?? 0;
  return [
    { text: number.slice(0, at), differs: false },
    { text: number.slice(at, at + 1), differs: true },
    { text: number.slice(at + 1), differs: false },
  ].filter(({ text }) => text !== '');
}

interface NearNumbersProps {
  /** The whole number that nobody has. */
  readonly phone: string;
  readonly search: CustomersSearch;
}

/** Where nobody has a number: who has one that is one digit away, with that digit marked. */
function NearNumbers({ phone, search }: NearNumbersProps) {
  const { data } = useQuery({
    ...read(listCustomerIdentities, { q: phone, near: true, limit: SHOWN }),
    staleTime: 60_000,
    retry: false,
  });
  if (data === undefined) return null;
  const { items, total_count: total } = data;
  return (
    <section aria-label={nearTexts.title} className="border-b border-line px-4 py-3">
      <p role="status" className="text-12 text-ink-2 tabular-nums">
        {nearTexts.counts(total, formatCount(total))}
      </p>
      <ul className="mt-1">
        {items.map((customer) => (
          <li key={customer.id.toString()} className="border-b border-line py-1.5 last:border-b-0">
            <Link
              to="/customers/$id"
              params={{ id: customer.id.toString() }}
              search={customerSearch(search, customer, true)}
              dir="auto"
              className="font-medium text-accent-text hover:underline [overflow-wrap:anywhere]"
            >
              <AddressText text={customerName(customer)} />
            </Link>
            <span dir="ltr" className="block text-12 text-ink-2 tabular-nums">
              {customer.phone === null
                ? nearTexts.bound
                : markDifference(customer.phone, phone).map(({ text, differs }, at) =>
                    differs ? (
                      <mark key={at} className="rounded-tag bg-warn-tint font-semibold text-warn-text">
                        {text}
                      </mark>
                    ) : (
                      text
                    ),
                  )}
            </span>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <p className="text-12 text-ink-3">{nearTexts.more(formatCount(total - items.length))}</p>
      ) : null}
    </section>
  );
}
