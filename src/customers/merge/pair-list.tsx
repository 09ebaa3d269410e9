import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import type { CustomerDuplicate, listCustomerDuplicates } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { customerName } from '#src/customers/contact.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { isNotFound, QueryState } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { evidenceLine } from './evidence.tsx';
import { messages } from './messages.ts';
import { isSamePair, type Pair, pairText, PAGE } from './queries.ts';
import { type MergeSearch, listOf } from '#src/customers/search.ts';

const texts = messages.list;

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

const LINK = 'hit relative inline-block min-h-6 leading-6 font-medium text-accent-text hover:underline';

interface MergeLinkProps {
  readonly search: MergeSearch;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to this page with other parameters. */
export function MergeLink({ className = LINK, ...link }: MergeLinkProps) {
  return <Link to="/customers/merge" activeOptions={{ exact: true }} className={className} {...link} />;
}

interface PairListProps {
  readonly query: UseQueryResult<Reply<typeof listCustomerDuplicates>>;
  readonly search: MergeSearch;
  readonly pair: Pair | null;
}

/** Pairs that may be one person, strongest first. */
export function PairList({ query, search, pair }: PairListProps) {
  const id = useId();
  const { identity, dismissed } = search;
  const customer = useQuery({ ...oneCustomerOptions(BigInt(identity ?? 0)), enabled: identity !== undefined });
  const name =
    identity === undefined ? null : customer.data === undefined ? identity : customerName(customer.data.identity);
  const { data } = query;
  const title = dismissed !== undefined ? texts.dismissedTitle : name === null ? texts.title : texts.ofCustomer(name);
  return (
    <section aria-labelledby={id} className="pane flex-1 pb-16">
      <div className="sticky top-0 z-sticky flex min-h-7 items-center gap-2 border-b border-line bg-app px-4 text-12 text-ink-3">
        <h2 id={id} tabIndex={-1} dir="auto" className="min-w-0 flex-1 truncate outline-none">
          {title}
        </h2>
        {data === undefined ? null : <span className="tabular-nums">{formatCount(data.total_count)}</span>}
      </div>
      <QueryState
        query={query}
        name={title}
        loading={messages.title}
        rows={6}
        rowClass="min-h-[75px] px-4"
        missing={
          <EmptyBlock
            icon="people"
            title={texts.noCustomer}
            action={
              <MergeLink search={withoutCustomer(search)} className={buttonClass()}>
                {texts.all}
              </MergeLink>
            }
          />
        }
      >
        {({ items, total_count: total }) => (
          <>
            {items.length === 0 ? (
              <None name={name} search={search} />
            ) : (
              <ul aria-labelledby={id}>
                {items.map((duplicate) => (
                  <PairRow
                    key={duplicate.identities.join('-')}
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
              className="px-4 pt-2.5"
              link={(skip, text) => <MergeLink search={{ ...search, pair: undefined, skip }}>{text}</MergeLink>}
            />
          </>
        )}
      </QueryState>
      {isNotFound(query.error) ? null : (
        <Foot
          search={search}
          checkedAt={data === undefined ? null : query.dataUpdatedAt}
          pending={data?.pending ?? 0}
        />
      )}
    </section>
  );
}

function None({ name, search }: { readonly name: string | null; readonly search: MergeSearch }) {
  const { identity, dismissed } = search;
  if (dismissed !== undefined)
    return <EmptyBlock icon="people" title={texts.noneDismissed} text={texts.noneDismissedText} />;
  return (
    <EmptyBlock
      icon="people"
      title={name === null ? texts.none : texts.noneOf(name)}
      text={texts.noneText}
      action={
        <MergeLink search={{ identity, first: identity, hand: '1' }} className={buttonClass()}>
          {messages.byHand}
        </MergeLink>
      }
    />
  );
}

interface FootProps {
  readonly search: MergeSearch;
  readonly checkedAt: number | null;
  /** Customers that are not compared yet. */
  readonly pending: number;
}

function Foot({ search, checkedAt, pending }: FootProps) {
  const zone = useDisplayZone();
  const isDismissed = search.dismissed !== undefined;
  const ofOne = search.identity !== undefined;
  return (
    <div className="px-4 py-2.5 text-12 text-ink-2">
      {checkedAt === null || isDismissed ? null : (
        <p>{texts.compared(formatTime(new Date(checkedAt).toISOString(), zone))}</p>
      )}
      {pending === 0 ? null : <p>{texts.pending(pending, formatCount(pending))}</p>}
      <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        <MergeLink search={{ identity: search.identity, dismissed: isDismissed ? undefined : '1' }}>
          {isDismissed ? texts.showSuggested : texts.showDismissed}
        </MergeLink>
        {ofOne ? <MergeLink search={withoutCustomer(search)}>{texts.all}</MergeLink> : null}
      </p>
    </div>
  );
}

function withoutCustomer({ dismissed }: MergeSearch): MergeSearch {
  return { dismissed };
}
