import { PageHeader } from '#src/panels/page-frame.tsx';
import { BackLink } from '#src/panels/page-parts.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { queryClient } from '#src/api/query-client.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { ChooseCustomers } from './choose-customers.tsx';
import { view } from '#src/customers/view.ts';
import { messages } from './messages.ts';
import { isSamePair, nextPair, pairText, withoutPair, type Pair } from './pair.ts';
import { duplicatesOptions } from './queries.ts';
import { listOf, type MergeSearch, parsePair } from '#src/customers/search.ts';
import { PairList } from './pair-list.tsx';
import { PairPanel } from './pair-panel.tsx';

interface MergePageProps {
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
}

/** Suggested duplicates, and merging two customers. */
export function MergePage({ search, go }: MergePageProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const isPhone = useMedia('(max-width: 767.98px)');
  const wantsFocus = useRef(false);
  /** Where the keys went, until the address is there too. */
  const ahead = useRef<Pair | null>(null);
  useLayoutEffect(() => {
    ahead.current = null;
  }, [search.pair]);
  const query = useQuery(duplicatesOptions(search));
  const items = query.data?.items ?? [];
  const pair = search.pair === undefined ? null : parsePair(search.pair);
  const isByHand = pair === null && search.hand !== undefined;
  const first = items[0]?.identities;
  // The pair in the address is the one that is merged, whatever becomes of the list.
  const firstText = first === undefined ? undefined : pairText(first);
  const opensFirst = !isPhone && pair === null && !isByHand && firstText !== undefined;
  useEffect(() => {
    if (opensFirst) go({ ...search, pair: firstText }, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opensFirst, firstText]);

  const open = (next: Pair | null, replace: boolean): void =>
    go({ ...listOf(search), pair: next === null ? undefined : pairText(next) }, { replace });
  const move = (step: 1 | -1): void => {
    // Keys come faster than the page follows its address.
    const from = ahead.current ?? pair;
    const at = from === null ? -1 : items.findIndex(({ identities }) => isSamePair(identities, from));
    const next = items[at === -1 ? 0 : at + step]?.identities;
    if (next === undefined) return;
    ahead.current = next;
    open(next, true);
    // The one that the keys are on, where they are in the list.
    const link = document.querySelector<HTMLElement>(`[data-pair="${pairText(next)}"]`);
    link?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.matches('[data-pair]') === true) link?.focus();
  };
  const [, merging] = view.keys;
  useShortcut('j', () => move(1), { label: messages.keys.next, group: merging.group, repeat: true });
  useShortcut('k', () => move(-1), { label: messages.keys.previous, group: merging.group, repeat: true });
  const hand: MergeSearch = {
    ...listOf(search),
    hand: '1',
    ...(search.identity === undefined ? {} : { first: search.identity }),
  };
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
    // Ahead of the service's own answer: what is left is what can be opened.
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
            <BackLink {...cancelTarget(search)} label={messages.back} />
          )
        }
        actions={
          <>
            {isByHand ? null : <HandLink hand={hand} className={buttonClass({ variant: 'ghost' })} />}
            <Link
              to="/customers/merges"
              activeOptions={{ exact: true }}
              className={`${buttonClass({ variant: 'ghost' })} max-md:hidden`}
            >
              {messages.receipts}
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
                  action={<HandLink hand={hand} className={buttonClass()} />}
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
                onCancel={() => void navigate(cancelTarget(search))}
                onReceipt={(id) => void navigate({ to: '/customers/merges', search: { id: String(id) } })}
                wantsFocus={wantsFocus}
              />
            )}
          </section>
        )}
      </div>
    </>
  );
}

function cancelTarget({ identity }: MergeSearch) {
  return identity === undefined
    ? ({ to: '/customers' } as const)
    : ({ to: '/customers/$id', params: { id: identity } } as const);
}

function HandLink({ hand, className }: { readonly hand: MergeSearch; readonly className: string }) {
  return (
    <Link to="/customers/merge" activeOptions={{ exact: true }} search={hand} className={className}>
      {messages.byHand}
    </Link>
  );
}
