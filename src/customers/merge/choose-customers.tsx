import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { Button } from '#src/ui/button.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { useSettled } from '#src/browser/use-settled.ts';
import { partWords } from '#src/customers/parts.tsx';
import { messages } from './messages.ts';
import { oneCustomerOptions } from './queries.ts';
import type { MergeSearch } from '#src/customers/search.ts';

const texts = messages.hand;
const MAX_FOUND = 8;
/** Typing rests for so long before anybody is asked. */
const REST_MS = 200;

interface ChooseCustomersProps {
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
}

/** Two customers that nobody suggested, each found by name, email, phone or handle. */
export function ChooseCustomers({ search, go }: ChooseCustomersProps) {
  const sides = [search.first, search.second];
  const choose = (at: number, id: string | undefined): void => {
    const [first, second] = sides.map((side, index) => (index === at ? id : side));
    const { identity, weak, dismissed, skip } = search;
    if (first !== undefined && second !== undefined && first !== second)
      go({ identity, weak, dismissed, skip, pair: `${first}-${second}` }, { replace: false });
    else go({ ...search, hand: '1', first, second }, { replace: true });
  };
  const isSame = search.first !== undefined && search.first === search.second;
  const start = search.first === undefined ? 0 : 1;
  return (
    <div className="mx-auto w-full max-w-measure px-7 py-5 max-md:px-4">
      <h2 tabIndex={-1} className="text-20 font-semibold outline-none">
        {texts.title}
      </h2>
      <p className="text-ink-2">{texts.text}</p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {sides.map((id, at) => {
          const label = at === 0 ? texts.first : texts.second;
          return id === undefined ? (
            <SearchField key={at} label={label} isStart={at === start} onChoose={(next) => choose(at, next)} />
          ) : (
            <ChosenCustomer key={`${at}-${id}`} label={label} id={id} onOther={() => choose(at, undefined)} />
          );
        })}
      </div>
      <p role="status" className="mt-2 text-12 text-danger-text">
        {isSame ? texts.same : null}
      </p>
    </div>
  );
}

interface ChosenCustomerProps {
  readonly label: string;
  readonly id: string;
  readonly onOther: () => void;
}

function ChosenCustomer({ label, id, onOther }: ChosenCustomerProps) {
  const { data } = useQuery(oneCustomerOptions(BigInt(id)));
  const name = data === undefined ? id : customerName(data.identity);
  return (
    <div role="group" aria-label={label} className="min-w-0">
      <p className="mb-1 text-12 font-medium">{label}</p>
      <div className="flex items-start gap-2 rounded-control border border-line-strong px-2.5 py-2">
        <Avatar name={name} />
        <CustomerWords name={name} customer={data?.identity} />
        <Button size="sm" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
    </div>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly isStart: boolean;
  readonly onChoose: (id: string) => void;
}

function SearchField({ label, isStart, onChoose }: SearchFieldProps) {
  const fieldId = useId();
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed, REST_MS);
  const query = useQuery({
    ...read(listCustomerIdentities, { q: asked, order_by: 'recent', limit: MAX_FOUND }),
    enabled: asked !== '',
  });
  const isLoading = typed !== '' && (typed !== asked || query.isPending);
  const found = typed === '' || typed !== asked ? [] : (query.data?.items ?? []);
  const combobox = useCombobox({
    options: found,
    keyOf: ({ id }) => String(id),
    text,
    onText: setText,
    isLoading,
    onChoose: ({ id }) => onChoose(String(id)),
  });
  return (
    <div className="min-w-0">
      <label htmlFor={fieldId} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <input
        id={fieldId}
        type="text"
        // The page is here to choose: the first field that is empty is where one begins.
        ref={(field) => {
          if (isStart && document.activeElement === document.body) field?.focus();
        }}
        placeholder={texts.find}
        className="min-h-control w-full rounded-control border border-line-control bg-surface px-2 text-ink"
        {...combobox.inputProps}
      />
      <div aria-label={texts.options} className="mt-1" {...combobox.listboxProps}>
        {found.map((customer) => (
          <div
            key={customer.id}
            {...combobox.optionProps(customer)}
            className={`flex cursor-pointer items-start gap-2 rounded-chip px-2 py-1.5 ${
              customer === combobox.active ? 'bg-selected' : 'hover:bg-hover'
            }`}
          >
            <Avatar name={customerName(customer)} />
            <CustomerWords name={customerName(customer)} customer={customer} />
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

function CustomerWords({ name, customer }: { readonly name: string; readonly customer: CustomerIdentity | undefined }) {
  const more =
    customer === undefined
      ? []
      : [
          ...[customer.email, customer.phone].filter((part) => part !== null && part !== name),
          partWords('tickets', customer.ticket_count),
        ];
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate font-medium">
        {name}
      </span>
      <span className="block truncate text-12 text-ink-3">{more.join(' · ')}</span>
    </span>
  );
}
