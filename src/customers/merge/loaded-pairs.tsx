import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { call } from '#src/api/call.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { evidenceLine } from './evidence-words.ts';
import { findLoadedPairs, type LoadedPair } from './loaded-duplicates.ts';
import { messages } from './merge-messages.ts';
import { QueryState } from './query-state.tsx';

const texts = messages.loaded;
/** The longest page of the service. */
const PAGE = 200;

/** Pairs among the customers loaded so far, for a service that neither compares nor merges. */
export function LoadedPairs() {
  const id = useId();
  const query = useInfiniteQuery({
    queryKey: [listCustomerIdentities.resource, listCustomerIdentities.name, 'loaded-pairs'],
    queryFn: ({ pageParam, signal }) =>
      call(listCustomerIdentities, { query: { order_by: 'recent', limit: PAGE, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total_count ? pages.length * PAGE : undefined),
    staleTime: 60_000,
  });
  const { data } = query;
  if (data === undefined)
    return <QueryState query={query} loading={texts.title} failed={texts.failed} rows={4} rowClass="min-h-14" />;
  const customers = data.pages.flatMap(({ items }) => items);
  const total = data.pages.at(-1)?.total_count ?? customers.length;
  const pairs = findLoadedPairs(customers);
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <h2 id={id} className="text-14 font-semibold">
            {texts.title}
          </h2>
          <p role="status" className="text-12 text-ink-2 tabular-nums">
            {texts.compared(formatCount(customers.length), formatCount(total))}
          </p>
        </div>
        {query.hasNextPage ? (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more(formatCount(Math.min(PAGE, total - customers.length)))}
          </Button>
        ) : null}
      </div>
      {query.isFetchNextPageError ? (
        <p role="alert" className="mt-1 text-12 text-danger-text">
          {texts.moreFailed}
        </p>
      ) : null}
      {pairs.length === 0 ? (
        <EmptyBlock icon="people" title={messages.list.none} text={texts.noneText} />
      ) : (
        <ul className="mt-2">
          {pairs.map((pair) => (
            <LoadedRow key={pair.identities.join('-')} pair={pair} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LoadedRow({ pair }: { readonly pair: LoadedPair }) {
  return (
    <li className="flex gap-3 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        {pair.customers.map((customer) => (
          <p key={customer.id} className="flex flex-wrap gap-x-2">
            <CustomerLink customer={customer} />
            <span className="text-12 leading-6 text-ink-3 [overflow-wrap:anywhere]">
              {[customer.email, customer.phone].filter(Boolean).join(' · ')}
            </span>
          </p>
        ))}
        <p className="text-12 text-ink-2">{evidenceLine(pair)}</p>
      </div>
      <span className={`flex-none text-12 ${pair.strength === 'strong' ? 'font-semibold' : 'text-ink-2'}`}>
        {messages.list.strength[pair.strength]}
      </span>
    </li>
  );
}

/** Such a service finds a customer by email or phone alone. */
function CustomerLink({ customer }: { readonly customer: CustomerIdentity }) {
  const { id, email, phone } = customer;
  const name = customerName(customer);
  if (email === null && phone === null) return <bdi className="leading-6 font-medium">{name}</bdi>;
  return (
    <Link
      to="/customers/$id"
      params={{ id: String(id) }}
      search={email === null ? { phone: phone ?? undefined } : { email }}
      dir="auto"
      className="hit relative inline-block min-h-6 leading-6 font-medium text-accent-text [overflow-wrap:anywhere] hover:underline"
    >
      {name}
    </Link>
  );
}
