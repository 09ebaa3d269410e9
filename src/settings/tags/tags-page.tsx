import { useQuery } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { TagRecord } from '#contract/tags.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { storage } from '#src/browser/storage.ts';
import { formatCount } from '#src/format/number.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { sessionOwner } from '#src/session/session-store.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { allTags, type AllTags } from '#src/ticket-edit/all-tags.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { TagDialog, type Asked } from './tag-dialogs.tsx';
import { findLookAlikes, hasInName, type LookAlike } from './tag-names.ts';
import { TagsTable } from './tags-table.tsx';

/** The tags of the site: names, colours, merges. */
export function TagsPage() {
  const { reason } = useWriteAccess('tags:write');
  const query = useQuery(allTags);
  const [asked, setAsked] = useState<Asked | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The row that was asked about may be gone, and with it the focus.
  useEffect(() => {
    if (asked === null && document.activeElement === document.body) field.current?.focus();
  }, [asked]);
  // Once they are there: a new name is held against them.
  useOfferedVerbs(
    query.data === undefined
      ? []
      : [{ id: 'settings-new-tag', run: () => setAsked({ kind: 'new' }), disabledReason: reason }],
  );
  const newTag = (
    <Button
      variant="primary"
      icon="plus"
      disabledReason={reason}
      aria-haspopup="dialog"
      onClick={() => setAsked({ kind: 'new' })}
    >
      {/* Beside the tabs of the settings a phone has no room for the words. */}
      <span className="max-md:sr-only">{messages.newTag}</span>
    </Button>
  );
  return (
    <>
      <SettingsHeader part="tags" actions={newTag} />
      <PageBody>
        <div className="max-w-measure">
          <QueryState query={query} name={messages.tags} rows={8}>
            {(all) => <Tags all={all} field={field} reason={reason} newTag={newTag} ask={setAsked} />}
          </QueryState>
        </div>
      </PageBody>
      {asked === null ? null : <TagDialog asked={asked} tags={query.data?.tags ?? []} onClose={() => setAsked(null)} />}
    </>
  );
}

type TagOrder = 'tickets' | 'recent' | 'name';

const ORDERS: Readonly<Record<TagOrder, (a: TagRecord, b: TagRecord) => number>> = {
  tickets: (a, b) => b.ticket_count - a.ticket_count || a.name.localeCompare(b.name),
  recent: (a, b) => Date.parse(b.created_utc) - Date.parse(a.created_utc),
  name: (a, b) => a.name.localeCompare(b.name),
};

interface TagsProps {
  readonly all: AllTags;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly newTag: ReactNode;
  readonly ask: (asked: Asked) => void;
}

function Tags({ all: { tags, total }, field, reason, newTag, ask }: TagsProps) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<TagOrder>('tickets');
  const separate = useSeparatePairs();
  const alike = useMemo(() => findLookAlikes(tags), [tags]);
  const pairs = alike.filter((pair) => !separate.has(pairOf(pair)));
  const shown = useMemo(() => tags.filter((tag) => hasInName(tag, text)).toSorted(ORDERS[order]), [tags, text, order]);
  if (tags.length === 0) {
    return <EmptyBlock icon="tag" title={messages.empty.title} text={messages.empty.text} action={newTag} />;
  }
  return (
    <>
      <h2 className="text-20 font-semibold text-balance">
        {messages.lead(total, formatCount(total))}
        {pairs.length > 0 ? ` ${messages.alike(pairs.length)}` : ''}
      </h2>
      <p className="text-ink-2 text-pretty">
        {messages.leadText}
        {tags.length < total ? ` ${messages.cut(formatCount(tags.length), formatCount(total))}` : null}
      </p>
      <LookAlikeLine pairs={pairs} reason={reason} ask={ask} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <TagSearch field={field} text={text} onText={setText} />
        <span className="flex items-center gap-2 md:ms-auto">
          <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
            {messages.orderBy}
          </span>
          <Segmented<TagOrder>
            label={messages.orderBy}
            value={order}
            onChange={setOrder}
            options={(['tickets', 'recent', 'name'] as const).map((value) => ({ value, label: messages.order[value] }))}
          />
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyBlock icon="search" title={messages.nothing.title(text.trim())} text={messages.nothing.text} />
      ) : (
        <TagsTable tags={shown} all={tags} reason={reason} ask={ask} />
      )}
    </>
  );
}

interface TagSearchProps extends Pick<TagsProps, 'field'> {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function TagSearch({ field, text, onText }: TagSearchProps) {
  useShortcut('/', () => field.current?.select(), { label: messages.find, group: messages.group });
  return (
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
  );
}

interface LookAlikeLineProps extends Pick<TagsProps, 'reason' | 'ask'> {
  readonly pairs: readonly LookAlike[];
}

/** The first pair of tags that may be one word, and what to do about it. */
function LookAlikeLine({ pairs, reason, ask }: LookAlikeLineProps) {
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
        <Button size="sm" disabledReason={reason} onClick={() => ask({ kind: 'merge', from, into })}>
          <span className="max-w-48 truncate">{messages.name.mergeInstead(into.name)}</span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            keepSeparate(pair);
            announce(texts.kept(from.name, into.name));
          }}
        >
          {texts.keep}
        </Button>
      </span>
    </div>
  );
}

const MAX_PAIRS = 200;
/** Goes up when a pair is kept separate: the pairs are in the browser's storage, for each site. */
const version = createAtom(0);

function pairOf({ from, into }: LookAlike): string {
  return from.id < into.id ? `${from.id}-${into.id}` : `${into.id}-${from.id}`;
}

function storageKey(): string {
  return `tags-kept-${sessionOwner()?.siteId ?? ''}`;
}

function pairsIn(stored: string | null): string[] {
  return (stored ?? '').split(' ').filter((pair) => /^[0-9]{1,19}-[0-9]{1,19}$/.test(pair));
}

/** Pairs of tags that are two words to this person, on this device. */
function useSeparatePairs(): ReadonlySet<string> {
  return new Set(pairsIn(useSelector(version, () => storage.device.get(storageKey()))));
}

function keepSeparate(pair: LookAlike): void {
  const pairs = [...pairsIn(storage.device.get(storageKey())), pairOf(pair)].slice(-MAX_PAIRS);
  storage.device.set(storageKey(), pairs.join(' '));
  version.set((before) => before + 1);
}
