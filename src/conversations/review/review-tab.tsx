import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { Session } from '#contract/conversations.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { queryClient } from '#src/api/query-client.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { transcriptOptions, useShownWindow } from '#src/conversations/queries.ts';
import type { ReviewSearch, TabProps } from '#src/conversations/search.ts';
import { TranscriptPane } from '#src/conversations/transcript/transcript-pane.tsx';
import { view } from '#src/conversations/view.ts';
import { formatCount } from '#src/format/number.ts';
import { formatMoment } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { RecordFrame, useRecordFrame } from '#src/panels/record-frame.tsx';
import { Button, buttonClass, IconButton } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { ProgressBar } from '#src/ui/meter.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages as all } from './messages.ts';
import { sampleOptions } from './queries.ts';
import { ReviewPanel } from './review-panel.tsx';
import { SampleTools } from './sample-tools.tsx';

const messages = all.sample;
const { group, entries: keys } = view.keys[0];

/** Reads a sample of conversations, one after the other, and says of each whether the AI was right. */
export function ReviewTab({ search, go }: TabProps<ReviewSearch>) {
  const window = useShownWindow(search);
  const sample = useQuery(sampleOptions(search, window));
  const rows = sample.data?.items ?? [];
  const isSplit = useMedia('(min-width: 1024px)');
  const firstOpen = rows.find(({ review }) => review === null) ?? rows[0];
  // Beside the list there is always a conversation; a phone shows the list first.
  const openId = search.session ?? (isSplit ? firstOpen?.session_id : undefined);
  const at = rows.findIndex(({ session_id }) => session_id === openId);
  const list = useRef<ListHandle>(null);
  const open = (session: string | undefined, replace = false) => go({ ...search, session }, { replace });
  const frame = useRecordFrame({
    openId,
    hasPage: openId !== undefined,
    isSplit,
    grid: list,
    onLeave: () => open(undefined),
    keys: { group, back: messages.back },
  });

  function step(by: 1 | -1): void {
    const next = rows[at + by];
    if (next !== undefined) open(next.session_id, true);
  }
  useShortcut(keys.next.keys, () => step(1), { label: keys.next.label, group });
  useShortcut(keys.previous.keys, () => step(-1), { label: keys.previous.label, group });

  /** The first one without a review below this one, else above it. */
  function nextOf(sessionId: string): Session | undefined {
    const from = rows.findIndex(({ session_id }) => session_id === sessionId) + 1;
    const others = [...rows.slice(from), ...rows.slice(0, from)];
    return others.find(({ session_id, review }) => review === null && session_id !== sessionId);
  }
  const nextId = openId === undefined ? undefined : nextOf(openId)?.session_id;
  useEffect(() => {
    if (nextId !== undefined) void queryClient.prefetchQuery(transcriptOptions(nextId));
  }, [nextId]);

  function onReviewed(sessionId: string): void {
    // Don't move a person who has opened another one meanwhile.
    if (sessionId !== openId) return;
    const next = nextOf(sessionId);
    if (next === undefined) return announce(messages.done(formatCount(rows.length)));
    frame.requestFocus();
    open(next.session_id);
  }

  const shown = rows[at];
  return (
    <RecordFrame
      frame={frame}
      header={<SampleTools search={search} go={go} window={window} />}
      listLabel={messages.list}
      listClass={isSplit ? 'w-72 flex-none border-e border-line' : 'flex-1'}
      list={
        <>
          <Progress rows={rows} />
          <QueryState query={sample} name={messages.name} rows={10} rowClass="min-h-row-2 px-4">
            {({ items }) =>
              items.length === 0 ? (
                <NoSample search={search} onAll={() => go({ ...search, rule: undefined }, { replace: true })} />
              ) : (
                <SampleList handle={list} rows={items} openId={openId} onOpen={(id) => open(id)} />
              )
            }
          </QueryState>
        </>
      }
      recordLabel={shown === undefined ? messages.choose : messages.record(nameOf(shown))}
      record={
        openId === undefined ? (
          sample.data === undefined || rows.length === 0 ? null : (
            <EmptyBlock icon="chat" title={messages.choose} />
          )
        ) : (
          <Conversation
            sessionId={openId}
            position={at === -1 ? messages.outside : messages.position(formatCount(at + 1), formatCount(rows.length))}
            back={frame.isCovered ? () => open(undefined) : undefined}
            onPrevious={at > 0 ? () => step(-1) : undefined}
            onNext={at !== -1 && at < rows.length - 1 ? () => step(1) : undefined}
            onReviewed={onReviewed}
            onUndone={(id) => open(id)}
          />
        )
      }
    />
  );
}

function nameOf({ first_question: question }: Session): string {
  return question ?? messages.unnamed;
}

function Progress({ rows }: { readonly rows: readonly Session[] }) {
  if (rows.length === 0) return null;
  const done = rows.filter(({ review }) => review !== null).length;
  return (
    <div className="flex-none border-b border-line px-4 py-2">
      <p role="status" className="mb-1.5 text-12 font-medium tabular-nums">
        {messages.progress(formatCount(done), formatCount(rows.length))}
      </p>
      <ProgressBar label={messages.progressLabel} share={done / rows.length} />
    </div>
  );
}

function NoSample({ search, onAll }: { readonly search: ReviewSearch; readonly onAll: () => void }) {
  if (search.rule === undefined) return <EmptyBlock icon="chat" title={messages.empty} text={messages.emptyText} />;
  return (
    <EmptyBlock
      icon="search"
      title={messages.none}
      text={messages.noneText}
      action={<Button onClick={onAll}>{messages.drawFromAll}</Button>}
    />
  );
}

interface ListHandle {
  readonly focusRow: (id: string | null) => void;
}

interface SampleListProps {
  readonly handle: RefObject<ListHandle | null>;
  readonly rows: readonly Session[];
  readonly openId: string | undefined;
  readonly onOpen: (sessionId: string) => void;
}

function SampleList({ handle, rows, openId, onOpen }: SampleListProps) {
  const element = useRef<HTMLOListElement>(null);
  const rowOf = (id: string) => element.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`);
  useImperativeHandle(handle, () => ({ focusRow: (id) => (id === null ? undefined : rowOf(id)?.focus()) }));
  useEffect(() => {
    if (openId !== undefined) rowOf(openId)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return (
    <ol ref={element} aria-label={messages.list} className="min-h-0 flex-1 overflow-y-auto">
      {rows.map((row) => (
        <li key={row.session_id}>
          <SampleRow row={row} isOpen={row.session_id === openId} onOpen={() => onOpen(row.session_id)} />
        </li>
      ))}
    </ol>
  );
}

interface SampleRowProps {
  readonly row: Session;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function SampleRow({ row, isOpen, onOpen }: SampleRowProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  return (
    <button
      type="button"
      data-session={row.session_id}
      aria-current={isOpen ? 'true' : undefined}
      className={`flex min-h-row-2 w-full flex-col justify-center border-b border-line px-4 py-1.5 text-start -outline-offset-2 ${isOpen ? 'bg-selected' : 'hover:bg-hover'}`}
      onClick={onOpen}
    >
      <span dir="auto" className={`w-full truncate ${row.review === null ? 'font-medium' : 'text-ink-2'}`}>
        {nameOf(row)}
      </span>
      <span className="flex w-full items-center gap-1.5 text-12 text-ink-3 tabular-nums">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{row.name ?? page.noName}</bdi>
          {', '}
          {formatMoment(row.started_utc, zone, nowMs)}
        </span>
        <RowVerdict verdict={row.review} />
      </span>
    </button>
  );
}

function RowVerdict({ verdict }: { readonly verdict: Session['review'] }): ReactNode {
  if (verdict === null) return null;
  const isRight = verdict === 'right';
  return (
    <span className={`flex flex-none items-center gap-1 ${isRight ? 'text-ok-text' : 'text-danger-text'}`}>
      <Icon name={isRight ? 'check' : 'close'} size={12} />
      {page.verdict[verdict]}
    </span>
  );
}

interface ConversationProps {
  readonly sessionId: string;
  readonly position: string;
  /** Where it covers the list. */
  readonly back: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onReviewed: (sessionId: string) => void;
  readonly onUndone: (sessionId: string) => void;
}

/** One conversation of the sample, with the form beside what was said, or below it where there is no room. */
function Conversation({ sessionId, position, back, onPrevious, onNext, ...review }: ConversationProps) {
  const { data } = useQuery(transcriptOptions(sessionId));
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-bar flex-none items-center gap-1 border-b border-line px-4 py-1 text-12">
        {back === undefined ? null : <IconButton icon="back" label={messages.back} onClick={back} />}
        <span className="text-ink-3 tabular-nums">{position}</span>
        <b className="flex-1" />
        {onPrevious === undefined ? null : (
          <IconButton
            size="sm"
            icon="chevron-up"
            label={messages.previous}
            kbd={keys.previous.keys}
            onClick={onPrevious}
          />
        )}
        {onNext === undefined ? null : (
          <IconButton size="sm" icon="chevron-down" label={messages.next} kbd={keys.next.keys} onClick={onNext} />
        )}
        <Link
          to="/conversations/session/$id"
          params={{ id: sessionId }}
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
        >
          <Icon name="expand" size={14} />
          {messages.open}
        </Link>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto @2xl:flex-row @2xl:overflow-visible">
        <TranscriptPane key={sessionId} sessionId={sessionId} />
        {data === undefined ? null : (
          <div className="flex-none border-line p-4 max-@2xl:border-t @2xl:w-72 @2xl:overflow-y-auto @2xl:border-s">
            <ReviewPanel transcript={data} {...review} />
          </div>
        )}
      </div>
    </div>
  );
}
