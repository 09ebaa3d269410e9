import type { UseQueryResult } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useMemo, useState, type ReactNode, type RefObject } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { storage } from '#src/browser/storage.ts';
import { formatCount } from '#src/format/number.ts';
import { sessionState } from '#src/session/session-store.ts';
import type { AllTags } from '#src/ticket-edit/tags/all-tags.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SlowNotice } from '#src/ui/slow-notice.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { findLookAlikes, type LookAlike } from './tags-look-alikes.ts';
import { messages } from './tags-messages.ts';
import { nameKey } from './tags-name.ts';
import { TagsTable } from './tags-table.tsx';

type TagOrder = 'tickets' | 'recent' | 'name';

interface TagsToolsProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly order: TagOrder;
  readonly onOrder: (order: TagOrder) => void;
}

/** The search and the order of the tags. */
function TagsTools({ field, text, onText, order, onOrder }: TagsToolsProps) {
  useShortcut('/', () => field.current?.select(), { label: messages.find, group: messages.group });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <search className="relative flex min-w-48 flex-[1_1_0] items-center md:max-w-60">
        <Icon name="search" size={14} className="pointer-events-none absolute start-2.5 text-ink-3" />
        <input
          ref={field}
          type="search"
          aria-label={messages.find}
          placeholder={messages.find}
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="min-h-control w-full rounded-control border border-line-control bg-surface ps-8 pe-8 text-ink"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            onText('');
          }}
        />
        {text === '' ? (
          <span className="pointer-events-none absolute end-1.5">
            <Kbd keys="/" />
          </span>
        ) : null}
      </search>
      <span className="flex items-center gap-2 md:ms-auto">
        <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
          {messages.orderBy}
        </span>
        <Segmented<TagOrder>
          label={messages.orderBy}
          value={order}
          onChange={onOrder}
          options={[
            { value: 'tickets', label: messages.order.tickets },
            { value: 'recent', label: messages.order.recent },
            { value: 'name', label: messages.order.name },
          ]}
        />
      </span>
    </div>
  );
}

const MAX_PAIRS = 200;
/** Goes up when pairs were kept: what is kept stands in the browser's storage, for each site. */
const version = createAtom(0);

function keyOfSite(): string {
  const state = sessionState();
  return `tags-kept-${state.phase === 'out' ? '' : (state.siteId ?? '')}`;
}

function pairOf({ from, into }: LookAlike): string {
  return from.id < into.id ? `${from.id}-${into.id}` : `${into.id}-${from.id}`;
}

function pairsIn(stored: string): string[] {
  return stored.split(' ').filter((pair) => /^[0-9]{1,19}-[0-9]{1,19}$/.test(pair));
}

/** Pairs of tags that somebody wants to keep apart, on this device. */
function useSeparatePairs(): { readonly has: (pair: LookAlike) => boolean } {
  const stored = useSelector(version, () => storage.device.get(keyOfSite()) ?? '');
  const kept = new Set(pairsIn(stored));
  return { has: (pair) => kept.has(pairOf(pair)) };
}

function separatePair(pair: LookAlike): void {
  const key = keyOfSite();
  const pairs = [...pairsIn(storage.device.get(key) ?? ''), pairOf(pair)].slice(-MAX_PAIRS);
  storage.device.set(key, pairs.join(' '));
  version.set((before) => before + 1);
}

interface LookAlikeLineProps {
  readonly pairs: readonly LookAlike[];
  readonly reason: string | undefined;
  readonly onMerge: (pair: LookAlike) => void;
}

/** The first pair of tags that may be one word, and what to do about it. */
function LookAlikeLine({ pairs, reason, onMerge }: LookAlikeLineProps) {
  const [pair, ...more] = pairs;
  if (pair === undefined) return null;
  const { from, into, kind } = pair;
  const texts = messages.lookAlike;
  return (
    <div
      role="group"
      aria-label={texts.label}
      className="mt-3 flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1.5 border-y border-line py-1.5"
    >
      <Icon name="tag" size={14} className="text-ink-3" />
      <p className="min-w-40 flex-[1_1_0] [overflow-wrap:anywhere]">
        <b className="font-semibold">{from.name}</b>
        {texts.count(from.ticket_count, formatCount(from.ticket_count))}
        {texts[kind]}
        <b className="font-semibold">{into.name}</b>
        {texts.stop} {more.length === 0 ? null : <span className="text-ink-3">{texts.more(more.length)}</span>}
      </p>
      <span className="flex flex-wrap gap-1">
        <Button size="sm" disabledReason={reason} onClick={() => onMerge(pair)}>
          <span className="max-w-48 truncate">{messages.name.mergeInstead(into.name)}</span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            separatePair(pair);
            announce(texts.kept(from.name, into.name));
          }}
        >
          {texts.keep}
        </Button>
      </span>
    </div>
  );
}

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
