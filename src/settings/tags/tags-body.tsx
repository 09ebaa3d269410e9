import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { formatCount } from '#src/format/number.ts';
import type { AllTags } from '#src/ticket-edit/tags/all-tags.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { useSeparatePairs } from './tags-separate-pairs.ts';
import { LookAlikeLine } from './tags-look-alike-line.tsx';
import { findLookAlikes } from './tags-look-alikes.ts';
import { messages } from './tags-messages.ts';
import { nameKey } from './tags-name.ts';
import { TagsTable } from './tags-table.tsx';
import { TagsTools, type TagOrder } from './tags-tools.tsx';

interface TagsBodyProps {
  readonly query: UseQueryResult<AllTags>;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly newTag: ReactNode;
  readonly onMerge: (from: TagRecord, into: TagRecord | null) => void;
  readonly onRemove: (tag: TagRecord) => void;
}

const ORDERS: Readonly<Record<TagOrder, (a: TagRecord, b: TagRecord) => number>> = {
  tickets: (a, b) => b.ticket_count - a.ticket_count || a.name.localeCompare(b.name),
  recent: (a, b) => Date.parse(b.created_utc) - Date.parse(a.created_utc),
  name: (a, b) => a.name.localeCompare(b.name),
};

/** Everything below the header, in each of its states. */
export function TagsBody({ query, ...rest }: TagsBodyProps) {
  const failure = useFailure(query.data === undefined ? query.error : null, () => void query.refetch());
  return (
    <div className="pane flex-1">
      <div className="mx-auto w-full max-w-page px-4 py-5 md:px-6">
        <div className="max-w-measure">
          {query.data !== undefined ? (
            <Loaded all={query.data} {...rest} />
          ) : failure !== null ? (
            <ErrorBlock {...failure} onRetry={() => void query.refetch()} retrying={query.isFetching} />
          ) : (
            <Loading onRetry={() => void query.refetch()} />
          )}
        </div>
      </div>
    </div>
  );
}

function Loading({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{messages.loading}</p>
      <Skeleton className="h-5 w-32" />
      <div className="mt-6 flex flex-col">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex min-h-row items-center border-b border-line">
            <Skeleton className="h-2.5 w-40" />
          </div>
        ))}
      </div>
      <SlowNotice onRetry={onRetry} />
    </div>
  );
}

function Loaded({
  all,
  field,
  reason,
  newTag,
  onMerge,
  onRemove,
}: Omit<TagsBodyProps, 'query'> & { readonly all: AllTags }) {
  const { tags, total } = all;
  const [text, setText] = useState('');
  const [order, setOrder] = useState<TagOrder>('tickets');
  const kept = useSeparatePairs();
  const alike = useMemo(() => findLookAlikes(tags), [tags]);
  const pairs = alike.filter((pair) => !kept.has(pair));
  const shown = useMemo(
    () => tags.filter(({ name }) => nameKey(name).includes(nameKey(text))).toSorted(ORDERS[order]),
    [tags, text, order],
  );
  if (tags.length === 0) {
    return <EmptyBlock icon="tag" title={messages.empty.title} text={messages.empty.text} action={newTag} />;
  }
  const hasAlike = pairs.length > 0 ? ` ${messages.alike(pairs.length)}` : '';
  return (
    <>
      <h2 className="text-20 font-semibold text-balance">
        {messages.lead(total, formatCount(total))}
        {hasAlike}
      </h2>
      <p className="text-ink-2 text-pretty">
        {messages.leadText}
        {tags.length < total ? ` ${messages.cut(formatCount(tags.length), formatCount(total))}` : null}
      </p>
      <LookAlikeLine pairs={pairs} reason={reason} onMerge={({ from, into }) => onMerge(from, into)} />
      <TagsTools field={field} text={text} onText={setText} order={order} onOrder={setOrder} />
      {shown.length === 0 ? (
        <EmptyBlock icon="search" title={messages.nothing.title(text.trim())} text={messages.nothing.text} />
      ) : (
        <TagsTable tags={shown} all={tags} reason={reason} onMerge={onMerge} onRemove={onRemove} />
      )}
    </>
  );
}
