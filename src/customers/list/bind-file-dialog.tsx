import { defineMessages, plural } from '#src/i18n/messages.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { csvFile } from '#contract/csv.ts';
import { type Channel, type ListedCustomer, listCustomerIdentities } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { useCountry } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { handFile } from '#src/list-export/handed-file.ts';
import { pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { buttonClass } from '#src/ui/button.tsx';
import type { ListQuery } from './list-query.ts';
import { messages } from './messages.ts';

const texts = defineMessages({
  title: (channel: string) => `File for bulk bind: ${channel}`,
  lead: (channel: string) => `One row for each customer of this list without ${channel}, in the columns of bulk bind.`,
  fromPhone: 'The ID is filled in from the phone if it starts with + and the country code.',
  fromEmail: 'The ID is filled in from the email.',
  byHand: 'Fill in the IDs by hand: we don’t have them.',
  bind: 'Bind these now',
  ready: (n: number, count: string) =>
    plural(n, { one: '1 row is ready to bind.', other: `${count} rows are ready to bind.` }),
  missing: (n: number, count: string) =>
    plural(n, {
      one: '1 row needs an ID: fill in external_user_id.',
      other: `${count} rows need an ID: fill in external_user_id.`,
    }),
  unnamed: (n: number, count: string) =>
    plural(n, {
      one: '1 customer has no email or phone and was left out.',
      other: `${count} customers have no email or phone and were left out.`,
    }),
  name: (channel: string) => `bulk bind ${channel}`,
});

/** The columns that bulk bind knows. */
const COLUMNS = ['channel', 'external_user_id', 'email', 'display_handle', 'phone'] as const;

interface BindFile {
  readonly text: string;
  /** Rows that can be bound as they are. */
  readonly ready: number;
  /** Rows whose id has to be filled in. */
  readonly missing: number;
  /** Customers without email and phone: bulk bind could not tell whose channel it is. */
  readonly unnamed: number;
}

/** The part of the record that is the ID of a channel. */
function idSource(channel: Channel): 'phone' | 'email' | null {
  if (channel === 'whatsapp' || channel === 'sms') return 'phone';
  return channel === 'email' ? 'email' : null;
}

/** One row for each customer, with the channel's ID where the record has it. An ID that two customers share is left out: it can belong to one. */
export function bindFile(channel: Channel, customers: readonly ListedCustomer[], country: Country | null): BindFile {
  const named = customers.flatMap(({ email, phone: written }) => {
    if (email === null && written === null) return [];
    const phone = written === null ? null : (phoneKey(written, country) ?? written);
    return [{ id: idOf(channel, email, phone), email, phone }];
  });
  const owners = new Map<string | null, number>();
  for (const { id } of named) owners.set(id, (owners.get(id) ?? 0) + 1);
  const rows = named.map(({ id, email, phone }) => {
    const own = owners.get(id) === 1 ? id : null;
    return [channel, own, email, null, phone] as const;
  });
  const ready = rows.filter(([, id]) => id !== null).length;
  return {
    text: csvFile(COLUMNS, rows),
    ready,
    missing: rows.length - ready,
    unnamed: customers.length - named.length,
  };
}

function idOf(channel: Channel, email: string | null, phone: string | null): string | null {
  const source = idSource(channel);
  if (source === 'email') return email;
  return source === 'phone' && phone !== null && isWorldwide(phone) ? phone : null;
}

export interface BindFileDialogProps {
  /** The channel that the customers lack. */
  readonly channel: Channel;
  readonly query: ListQuery;
  /** How many customers the list has; null while it is counted. */
  readonly total: number | null;
  readonly onClose: () => void;
}

/** The listed customers, who lack a channel, as a file that bulk bind takes. */
export function BindFileDialog({ channel, query, total, onClose }: BindFileDialogProps) {
  const country = useCountry();
  const nameOf = useFileName();
  const [made, setMade] = useState<BindFile | null>(null);
  const name = channelWord(channel);
  const source = idSource(channel);
  return (
    <ExportDialog<ListedCustomer>
      title={texts.title(name)}
      total={total ?? undefined}
      nothing={messages.exporting.nothing}
      fileOf={() => ({
        fileName: nameOf(texts.name(channel)),
        readPage: pagesOf(listCustomerIdentities, query),
        fileOf: (customers) => {
          const file = bindFile(channel, customers, country);
          setMade(file);
          return file.text;
        },
      })}
      lead={texts.lead(name)}
      found={total === null ? messages.exporting.counting : messages.filter.found(total, formatCount(total))}
      onClose={onClose}
      note={
        made === null ? null : (
          <>
            <ul className="mt-2 flex flex-col gap-1">
              {(['ready', 'missing', 'unnamed'] as const)
                .filter((part) => made[part] > 0)
                .map((part) => (
                  <li key={part}>{texts[part](made[part], formatCount(made[part]))}</li>
                ))}
            </ul>
            <Link
              to="/manage/bulk-bind"
              className={`mt-3 ${buttonClass()}`}
              onClick={() => handFile({ name: nameOf(texts.name(channel)), text: made.text })}
            >
              {texts.bind}
            </Link>
          </>
        )
      }
    >
      <p>{source === 'phone' ? texts.fromPhone : source === 'email' ? texts.fromEmail : texts.byHand}</p>
    </ExportDialog>
  );
}
