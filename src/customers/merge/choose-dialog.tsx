import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { customerName } from '#src/customers/contact.ts';
import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { partWords } from '#src/customers/parts.tsx';
import { TextField } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { messages } from './messages.ts';
import type { Pair } from './queries.ts';

const texts = messages.hand;
const MAX_FOUND = 8;
/** Debounce of the search. */
const REST_MS = 200;

interface ChooseDialogProps {
  /** The id of the first customer, if the page is about one. */
  readonly first: string | undefined;
  readonly onChoose: (pair: Pair) => void;
  readonly onClose: () => void;
}

/** Two customers of the user's choice, each found by name, email, phone or channel. */
export function ChooseDialog({ first, onChoose, onClose }: ChooseDialogProps) {
  const [chosen, setChosen] = useState<readonly (bigint | null)[]>([first === undefined ? null : BigInt(first), null]);
  const isSame = chosen[0] !== null && chosen[0] === chosen[1];

  function choose(at: number, id: bigint | null): void {
    const next = chosen.map((one, index) => (index === at ? id : one));
    const [a = null, b = null] = next;
    setChosen(next);
    if (a !== null && b !== null && a !== b) onChoose([a, b]);
  }

  return (
    <Dialog title={messages.byHand} onClose={onClose} footer={<Button onClick={onClose}>{texts.cancel}</Button>}>
      <div className="flex flex-col gap-4">
        {[texts.first, texts.second].map((label, at) => {
          const id = chosen[at] ?? null;
          return id === null ? (
            <SearchField key={label} label={label} onChoose={(next) => choose(at, next)} />
          ) : (
            <ChosenCustomer key={label} label={label} id={id} onOther={() => choose(at, null)} />
          );
        })}
      </div>
      <p role="status" className="mt-2 text-12 text-danger-text">
        {isSame ? texts.same : null}
      </p>
    </Dialog>
  );
}

interface ChosenCustomerProps {
  readonly label: string;
  readonly id: bigint;
  readonly onOther: () => void;
}

function ChosenCustomer({ label, id, onOther }: ChosenCustomerProps) {
  const { data } = useQuery(oneCustomerOptions(id));
  return (
    <div role="group" aria-label={label} className="min-w-0">
      <p className="mb-1 text-12 font-medium">{label}</p>
      <div className="flex items-start gap-2 rounded-control border border-line-strong px-2.5 py-2">
        {data === undefined ? String(id) : <CustomerLine customer={data.identity} />}
        <Button size="sm" className="ms-auto" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </div>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly onChoose: (id: bigint) => void;
}

function SearchField({ label, onChoose }: SearchFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed, REST_MS);
  const query = useQuery({
    ...read(listCustomerIdentities, { q: asked, order_by: 'recent', limit: MAX_FOUND }),
    enabled: asked !== '',
  });
  const isLoading = typed !== '' && (typed !== asked || query.isPending);
  const found = typed === '' || isLoading ? [] : (query.data?.items ?? []);
  const combobox = useCombobox({
    options: found,
    keyOf: ({ id }) => String(id),
    text,
    onText: setText,
    isLoading,
    onChoose: ({ id }) => onChoose(id),
  });
  return (
    <div className="min-w-0">
      <TextField label={label} placeholder={texts.find} {...combobox.inputProps} />
      <div aria-label={texts.options} className="mt-1" {...combobox.listboxProps}>
        {found.map((customer) => (
          <div
            key={customer.id}
            {...combobox.optionProps(customer)}
            className={`flex cursor-pointer items-start gap-2 rounded-chip px-2 py-1.5 ${
              customer === combobox.active ? 'bg-selected' : 'hover:bg-hover'
            }`}
          >
            <CustomerLine customer={customer} />
          </div>
        ))}
      </div>
      <p role="status" className="px-2 text-12 text-ink-3 [overflow-wrap:anywhere]">
        {isLoading
          ? texts.searching
          : query.isError
            ? texts.failed
            : typed !== '' && found.length === 0
              ? texts.none(typed)
              : null}
      </p>
    </div>
  );
}

function CustomerLine({ customer }: { readonly customer: CustomerIdentity }) {
  const name = customerName(customer);
  const more = [
    ...[customer.email, customer.phone].filter((part) => part !== null && part !== name),
    partWords('tickets', customer.ticket_count),
  ];
  return (
    <>
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {name}
        </span>
        <span className="block truncate text-12 text-ink-3">{more.join(' · ')}</span>
      </span>
    </>
  );
}
