import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink } from '#src/panels/page-parts.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { view } from '#src/customers/view.ts';
import { messages } from './messages.ts';
import { isSamePair, nextPair, pairText, withoutPair, type Pair, duplicatesOptions } from './queries.ts';
import { listOf, type MergeSearch, parsePair } from '#src/customers/search.ts';
import { MergeLink, PairList } from './pair-list.tsx';
import { PairPanel, wayBackOf } from './merge-pair.tsx';
import { listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { customerName } from '#src/customers/contact.ts';
import { TextField } from '#src/forms/field.tsx';
import { useCombobox } from '#src/ui/combobox/use-combobox.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { useSettled } from '#src/browser/use-settled.ts';
import { partWords } from '#src/customers/parts.tsx';

interface MergePageProps {
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
}

/** Suggested duplicates, and merging two customers. */
export function MergePage({ search, go }: MergePageProps) {
  const router = useRouter();
  const isPhone = useMedia('(max-width: 767.98px)');
  const wantsFocus = useRef(false);
  /** The pair that the keys moved to, until the address follows. */
  const ahead = useRef<Pair | null>(null);
  useLayoutEffect(() => {
    ahead.current = null;
  }, [search.pair]);
  const query = useQuery(duplicatesOptions(search));
  const items = query.data?.items ?? [];
  const pair = search.pair === undefined ? null : parsePair(search.pair);
  const isByHand = pair === null && search.hand !== undefined;
  const first = items[0]?.identities;
  // The pair in the address is the one that is merged, even if the list changes.
  const firstText = first === undefined ? undefined : pairText(first);
  const opensFirst = !isPhone && pair === null && !isByHand && firstText !== undefined;
  useEffect(() => {
    if (opensFirst) go({ ...search, pair: firstText }, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opensFirst, firstText]);

  const open = (next: Pair | null, replace: boolean): void =>
    go({ ...listOf(search), pair: next === null ? undefined : pairText(next) }, { replace });
  const move = (step: 1 | -1): void => {
    // Keys can be faster than the address.
    const from = ahead.current ?? pair;
    const at = from === null ? -1 : items.findIndex(({ identities }) => isSamePair(identities, from));
    const next = items[at === -1 ? 0 : at + step]?.identities;
    if (next === undefined) return;
    ahead.current = next;
    open(next, true);
    // Move the focus only if it is in the list.
    const link = document.querySelector<HTMLElement>(`[data-pair="${pairText(next)}"]`);
    link?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.matches('[data-pair]') === true) link?.focus();
  };
  const [, merging] = view.keys;
  useShortcut('j', () => move(1), { label: messages.keys.next, group: merging.group, repeat: true });
  useShortcut('k', () => move(-1), { label: messages.keys.previous, group: merging.group, repeat: true });
  const hand: MergeSearch = { ...listOf(search), hand: '1', first: search.identity };
  useOfferedCommands([
    {
      id: 'customers.merge-by-hand',
      group: 'customers',
      label: messages.byHand,
      note: messages.title,
      icon: 'people',
      href: router.buildLocation({ to: '/customers/merge', search: hand }).href,
    },
  ]);

  const done = (gone: bigint | null): void => {
    if (pair === null) return;
    wantsFocus.current = true;
    // Update the list before the refetch, so that only open pairs can be chosen.
    queryClient.setQueryData(duplicatesOptions(search).queryKey, (list) => list && withoutPair(list, pair, gone));
    open(nextPair(items, pair, gone), true);
  };
  const isStep = isPhone && (pair !== null || isByHand);
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<span className="max-md:hidden">{messages.note}</span>}
        lead={
          isStep ? (
            <BackLink to="/customers/merge" search={listOf(search)} label={messages.backToList} />
          ) : (
            <BackLink {...wayBackOf(search)} label={messages.back} />
          )
        }
        actions={
          <>
            {isByHand ? null : (
              <MergeLink search={hand} className={buttonClass({ variant: 'ghost' })}>
                {messages.byHand}
              </MergeLink>
            )}
            <Link
              to="/customers/merges"
              activeOptions={{ exact: true }}
              className={`${buttonClass({ variant: 'ghost' })} max-md:hidden`}
            >
              {messages.pastMerges}
            </Link>
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        {isStep ? null : (
          <div className="flex min-h-0 flex-col border-line md:w-[332px] md:flex-none md:border-e max-md:flex-1">
            <PairList query={query} search={search} pair={pair} />
          </div>
        )}
        {isPhone && !isStep ? null : (
          <section aria-label={messages.title} className="flex min-h-0 min-w-0 flex-1 flex-col">
            {isByHand ? (
              <div className="pane flex-1">
                <ChooseCustomers search={search} go={go} />
              </div>
            ) : pair === null ? (
              query.data !== undefined &&
              items.length === 0 && (
                <EmptyBlock
                  icon="people"
                  title={messages.pick}
                  action={
                    <MergeLink search={hand} className={buttonClass()}>
                      {messages.byHand}
                    </MergeLink>
                  }
                />
              )
            ) : (
              <PairPanel
                key={pairText(pair)}
                pair={pair}
                listed={items.find(({ identities }) => isSamePair(identities, pair))}
                search={search}
                go={go}
                onDone={done}
                wantsFocus={wantsFocus}
              />
            )}
          </section>
        )}
      </div>
    </>
  );
}

const handTexts = messages.hand;
const MAX_FOUND = 8;
/** Debounce of the search. */
const REST_MS = 200;

interface ChooseCustomersProps {
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
}

/** Two customers of the user's choice, each found by name, email, phone or channel. */
function ChooseCustomers({ search, go }: ChooseCustomersProps) {
  const sides = [search.first, search.second];
  const choose = (at: number, id: string | undefined): void => {
    const [first, second] = sides.map((side, index) => (index === at ? id : side));
    if (first !== undefined && second !== undefined && first !== second)
      go({ ...listOf(search), pair: `${first}-${second}` }, { replace: false });
    else go({ ...search, hand: '1', first, second }, { replace: true });
  };
  const isSame = search.first !== undefined && search.first === search.second;
  const start = search.first === undefined ? 0 : 1;
  return (
    <div className="mx-auto w-full max-w-measure px-7 py-5 max-md:px-4">
      <h2 tabIndex={-1} className="text-20 font-semibold outline-none">
        {handTexts.title}
      </h2>
      <p className="text-ink-2">{handTexts.text}</p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {sides.map((id, at) => {
          const label = at === 0 ? handTexts.first : handTexts.second;
          return id === undefined ? (
            <SearchField key={at} label={label} isStart={at === start} onChoose={(next) => choose(at, next)} />
          ) : (
            <ChosenCustomer key={`${at}-${id}`} label={label} id={id} onOther={() => choose(at, undefined)} />
          );
        })}
      </div>
      <p role="status" className="mt-2 text-12 text-danger-text">
        {isSame ? handTexts.same : null}
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
          {handTexts.other}
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
      <TextField
        label={label}
        // Start in the first empty field.
        ref={(field) => {
          if (isStart && document.activeElement === document.body) field?.focus();
        }}
        placeholder={handTexts.find}
        {...combobox.inputProps}
      />
      <div aria-label={handTexts.options} className="mt-1" {...combobox.listboxProps}>
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
          ? handTexts.searching
          : query.isError
            ? handTexts.failed
            : typed !== '' && found.length === 0
              ? handTexts.none(typed)
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
