import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { CustomerDuplicate, listCustomerDuplicates } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { listOf, type MergeSearch, parsePair } from '#src/customers/search.ts';
import { view } from '#src/customers/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { RecordFrame, useRecordFrame } from '#src/panels/record-frame.tsx';
import { Button, buttonClass, TEXT_LINK } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Pager } from '#src/ui/rows/pager.tsx';
import { ChooseDialog } from './choose-dialog.tsx';
import { evidenceLine } from './evidence.tsx';
import { PairPanel } from './merge-pair.tsx';
import { messages } from './messages.ts';
import { duplicatesOptions, isSamePair, nextPair, PAGE, pairText, withoutPair, type Pair } from './queries.ts';

interface MergePageProps {
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
}

/** Focuses a row by the text of its pair. */
const LIST = {
  focusRow: (pair: string | null) => document.querySelector<HTMLElement>(`[data-pair="${pair}"]`)?.focus(),
};

/** Pairs that may be one person, and merging two customers. */
export function MergePage({ search, go }: MergePageProps) {
  const isSplit = useMedia('(min-width: 1024px)');
  const query = useQuery(duplicatesOptions(search));
  const items = query.data?.items ?? [];
  const pair = search.pair === undefined ? null : parsePair(search.pair);
  const first = items[0]?.identities;
  const firstText = first === undefined ? undefined : pairText(first);
  // The pair in the address stays open, even if the list changes.
  const opensFirst = isSplit && pair === null && firstText !== undefined;
  useEffect(() => {
    if (opensFirst) go({ ...search, pair: firstText }, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opensFirst, firstText]);

  const open = (next: Pair | null, replace: boolean): void =>
    go({ ...listOf(search), pair: next === null ? undefined : pairText(next) }, { replace });
  const frame = useRecordFrame({
    openId: search.pair,
    hasPage: pair !== null,
    isSplit,
    grid: useRef(LIST),
    onLeave: () => open(null, false),
    keys: { group: messages.title, back: messages.backToList },
  });

  /** The pair that the keys moved to, until the address follows. */
  const ahead = useRef<Pair | null>(null);
  useLayoutEffect(() => {
    ahead.current = null;
  }, [search.pair]);
  const move = (step: 1 | -1): void => {
    const from = ahead.current ?? pair;
    const at = from === null ? -1 : items.findIndex(({ identities }) => isSamePair(identities, from));
    const next = items[at === -1 ? 0 : at + step]?.identities;
    if (next === undefined) return;
    ahead.current = next;
    open(next, true);
    if (document.activeElement?.matches('[data-pair]') === true) LIST.focusRow(pairText(next));
  };
  const [, { group }] = view.keys;
  useShortcut('j', () => move(1), { label: messages.keys.next, group, repeat: true });
  useShortcut('k', () => move(-1), { label: messages.keys.previous, group, repeat: true });

  /** @param gone the customer who was merged: their other pairs go too */
  const done = (gone: bigint | null): void => {
    if (pair === null) return;
    frame.requestFocus();
    // Update the list before the refetch, so that only open pairs can be chosen.
    queryClient.setQueryData(duplicatesOptions(search).queryKey, (list) => list && withoutPair(list, pair, gone));
    open(nextPair(items, pair, gone), true);
  };
  const { identity } = search;
  const back =
    identity === undefined
      ? ({ to: '/customers' } as const)
      : ({ to: '/customers/$id', params: { id: identity } } as const);
  return (
    <>
      <RecordFrame
        frame={frame}
        header={
          <PageHeader
            title={messages.title}
            note={messages.note}
            lead={<BackLink {...back} label={messages.back} />}
            actions={
              <Button variant="ghost" onClick={() => go({ ...search, hand: '1' }, { replace: true })}>
                {messages.byHand}
              </Button>
            }
          />
        }
        listLabel={messages.list.title}
        listClass={isSplit ? 'w-[332px] flex-none border-e border-line' : 'flex-1'}
        list={<PairList query={query} search={search} pair={pair} />}
        recordLabel={messages.title}
        record={
          pair === null ? (
            <EmptyBlock icon="people" title={messages.pick} />
          ) : (
            <PairPanel
              key={pairText(pair)}
              pair={pair}
              listed={items.find(({ identities }) => isSamePair(identities, pair))}
              search={search}
              go={go}
              onDone={done}
              onBack={frame.isCovered ? () => open(null, false) : undefined}
            />
          )
        }
      />
      {search.hand === undefined ? null : (
        <ChooseDialog
          first={identity}
          onChoose={(chosen) => open(chosen, false)}
          onClose={() => go({ ...search, hand: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

const texts = messages.list;

interface PairListProps {
  readonly query: UseQueryResult<Reply<typeof listCustomerDuplicates>>;
  readonly search: MergeSearch;
  readonly pair: Pair | null;
}

/** Pairs that may be one person, strongest first. */
function PairList({ query, search, pair }: PairListProps) {
  const { identity, dismissed } = search;
  const isDismissed = dismissed !== undefined;
  const [zone, now] = [useDisplayZone(), useNow()];
  const customer = useQuery({ ...oneCustomerOptions(BigInt(identity ?? 0)), enabled: identity !== undefined });
  const name = customer.data === undefined ? (identity ?? '') : customerName(customer.data.identity);
  const title = isDismissed ? texts.dismissedTitle : identity === undefined ? texts.title : texts.ofCustomer(name);
  const all = (
    <MergeLink search={{ dismissed }} className={buttonClass()}>
      {texts.all}
    </MergeLink>
  );
  return (
    <div className="pane flex-1 px-4 pt-1.5 pb-16">
      <Panel title={title} note={query.data === undefined ? undefined : formatCount(query.data.total_count)}>
        <QueryState
          query={query}
          name={title}
          rows={6}
          rowClass="min-h-[75px]"
          missing={<EmptyBlock icon="people" title={texts.noCustomer} action={all} />}
        >
          {({ items, total_count: total, as_of_utc: asOf }) => (
            <>
              {items.length === 0 ? (
                <EmptyBlock
                  icon="people"
                  title={isDismissed ? texts.noneDismissed : identity === undefined ? texts.none : texts.noneOf(name)}
                  text={isDismissed ? undefined : texts.noneText}
                />
              ) : (
                <ul aria-label={title} className="-mx-4">
                  {items.map((duplicate) => (
                    <PairRow
                      key={pairText(duplicate.identities)}
                      duplicate={duplicate}
                      search={search}
                      isOpen={pair !== null && isSamePair(pair, duplicate.identities)}
                    />
                  ))}
                </ul>
              )}
              <Pager
                label={texts.title}
                texts={texts}
                skip={search.skip}
                shown={items.length}
                total={total}
                size={PAGE}
                className="pt-2.5"
                link={(skip, text) => <MergeLink search={{ ...listOf(search), skip }}>{text}</MergeLink>}
              />
              {identity !== undefined || isDismissed ? null : (
                <p className="pt-2.5 text-12 text-ink-2">
                  {asOf === null ? texts.neverCompared : texts.compared(formatNear(asOf, zone, now))}
                </p>
              )}
              <p className="flex flex-wrap gap-x-3 py-2.5 text-12">
                <MergeLink search={{ identity, dismissed: isDismissed ? undefined : '1' }}>
                  {isDismissed ? texts.showSuggested : texts.showDismissed}
                </MergeLink>
                {identity === undefined ? null : <MergeLink search={{ dismissed }}>{texts.all}</MergeLink>}
                <Link to="/customers/merges" activeOptions={{ exact: true }} className={TEXT_LINK}>
                  {messages.pastMerges}
                </Link>
              </p>
            </>
          )}
        </QueryState>
      </Panel>
    </div>
  );
}

interface PairRowProps {
  readonly duplicate: CustomerDuplicate;
  readonly search: MergeSearch;
  readonly isOpen: boolean;
}

/** One suggestion: the two names, what they have in common, and how strong that is. */
function PairRow({ duplicate, search, isOpen }: PairRowProps) {
  const { customers, identities, strength } = duplicate;
  const [name = '', other = ''] = customers.map(customerName);
  const id = pairText(identities);
  return (
    <li>
      <Link
        to="/customers/merge"
        search={{ ...listOf(search), pair: id }}
        data-pair={id}
        aria-current={isOpen ? 'page' : undefined}
        className={`relative flex gap-2.5 border-b border-line px-4 py-2 text-ink no-underline focus-visible:-outline-offset-2 ${
          isOpen
            ? 'bg-selected before:absolute before:inset-y-0 before:start-0 before:border-s-2 before:border-accent'
            : 'hover:bg-hover'
        }`}
      >
        <Avatar name={name} />
        <span className="min-w-0 flex-1">
          <span className="flex gap-2">
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {name}
            </span>
            <span className={`flex-none text-12 ${strength === 'strong' ? 'font-semibold' : 'text-ink-2'}`}>
              {texts.strength[strength]}
            </span>
          </span>
          <span dir="auto" className="block truncate text-12 text-ink-2">
            {texts.and(name === other ? texts.withId(other, String(identities[1])) : other)}
          </span>
          <span className="block text-12 text-ink-2">{evidenceLine(duplicate)}</span>
        </span>
      </Link>
    </li>
  );
}

interface MergeLinkProps {
  readonly search: MergeSearch;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to this page with other parameters. */
function MergeLink({ className = TEXT_LINK, ...link }: MergeLinkProps) {
  return <Link to="/customers/merge" activeOptions={{ exact: true }} className={className} {...link} />;
}
