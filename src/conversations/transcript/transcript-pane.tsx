import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Transcript } from '#contract/conversations.ts';
import { saveFile, exportFileName } from '#src/browser/save-file.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { transcriptOptions } from '#src/conversations/queries.ts';
import { view } from '#src/conversations/view.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { findHits, type Hit, transcriptLines } from './lines.ts';
import { Line } from './message-line.tsx';
import { messages } from './messages.ts';
import { transcriptText } from './transcript-text.ts';

const { group, entries: keys } = view.keys[1];
/** Longer conversations draw only the lines in sight. */
const MAX_DRAWN = 300;
const OVERSCAN = 8;
/** px, until a line is measured. */
const LINE_HEIGHT = 64;

export interface TranscriptHandle {
  /** Shows the next handoff, after the last one the first. */
  toHandoff(): void;
}

interface TranscriptPaneProps {
  readonly sessionId: string;
  readonly handle?: Ref<TranscriptHandle>;
  /** The text that is searched for at the start. */
  readonly q?: string | undefined;
  /** Told what is searched for once the typing rests. */
  readonly onFind?: (q: string | undefined) => void;
}

/** Everything that was said in a session, with a search. It fills its column, and scrolls by itself. */
export function TranscriptPane({ sessionId, ...props }: TranscriptPaneProps) {
  const query = useQuery(transcriptOptions(sessionId));
  return (
    <section aria-label={messages.name} className="flex min-h-75 min-w-0 flex-1 flex-col">
      <QueryState
        query={query}
        name={messages.name}
        rows={8}
        rowClass="min-h-row-2 px-6"
        missing={<EmptyBlock icon="chat" title={messages.missing.title} text={messages.missing.text} />}
      >
        {(transcript) =>
          transcript.messages.length + transcript.handoffs.length === 0 ? (
            <EmptyBlock icon="chat" title={messages.empty} text={messages.emptyText} />
          ) : (
            <Lines key={sessionId} transcript={transcript} {...props} />
          )
        }
      </QueryState>
    </section>
  );
}

interface LinesProps extends Omit<TranscriptPaneProps, 'sessionId'> {
  readonly transcript: Transcript;
}

function Lines({ transcript, handle, q = '', onFind }: LinesProps) {
  const { session_id: session, name: visitor = null, messages: said, handoffs } = transcript;
  const zone = useDisplayZone();
  const nowMs = useNow();
  const site = siteName(useWhoami());
  const lines = useMemo(() => transcriptLines(said, handoffs), [said, handoffs]);
  const [text, setText] = useState(q);
  const hits = useMemo(() => findHits(lines, text), [lines, text]);
  const byLine = useMemo(() => Map.groupBy(hits, ({ line }) => line), [hits]);
  const [at, setAt] = useState(0);
  const current = hits[Math.min(at, hits.length - 1)];

  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: lines.length <= MAX_DRAWN ? MAX_DRAWN : OVERSCAN,
    getItemKey: (index) => lines[index]?.key ?? index,
    initialRect: { width: 0, height: innerHeight },
  });

  /** The line that comes into sight once it is drawn. */
  const wanted = useRef<{ readonly line: number; readonly takesFocus: boolean } | null>(null);
  function takeWanted(): void {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current?.line}"]`);
    if (wanted.current === null || row === null || row === undefined) return;
    if (wanted.current.takesFocus) row.focus({ preventScroll: true });
    // A match can be far down in a long message.
    (row.querySelector('[data-current]') ?? row).scrollIntoView({ block: 'center' });
    wanted.current = null;
  }
  useLayoutEffect(takeWanted);
  function show(line: number, takesFocus: boolean): void {
    wanted.current = { line, takesFocus };
    virtualizer.scrollToIndex(line, { align: 'center' });
    takeWanted();
  }

  const found = useRef('');
  useLayoutEffect(() => {
    if (found.current === text) return;
    found.current = text;
    if (hits[0] !== undefined) show(hits[0].line, false);
  });
  function step(by: 1 | -1): void {
    if (hits.length === 0) return;
    const next = (Math.min(at, hits.length - 1) + by + hits.length) % hits.length;
    setAt(next);
    show(hits[next]?.line ?? 0, false);
  }

  const settled = useSettled(text.trim());
  const told = useRef(q);
  const tell = useEffectEvent(() => onFind?.(settled === '' ? undefined : settled));
  useEffect(() => {
    if (told.current === settled) return;
    told.current = settled;
    tell();
  }, [settled]);

  const handoffLines = lines.flatMap(({ kind }, index) => (kind === 'handoff' ? [index] : []));
  const lastHandoff = useRef(-1);
  function toHandoff(): void {
    const next = handoffLines.find((line) => line > lastHandoff.current) ?? handoffLines[0];
    if (next === undefined) return;
    lastHandoff.current = next;
    show(next, true);
  }
  useImperativeHandle(handle, () => ({ toHandoff }));
  useShortcut(keys.handoff.keys, toHandoff, {
    label: keys.handoff.label,
    group,
    when: handoffLines.length > 0,
  });

  const textOfAll = () => transcriptText(transcript, zone);
  const save = () =>
    saveFile(
      textOfAll(),
      exportFileName(site, messages.file(session), Date.now(), zone).replace(/csv$/, 'txt'),
      'text/plain;charset=utf-8',
    );
  return (
    <>
      <div className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line px-6 py-1.5 max-md:px-4">
        <FindBox
          text={text}
          hits={hits}
          at={current === undefined ? 0 : hits.indexOf(current)}
          onText={(next) => {
            setText(next);
            setAt(0);
          }}
          onStep={step}
        />
        <b className="flex-1" />
        {handoffLines.length === 0 ? null : (
          <Button size="sm" icon="handoff" kbd={keys.handoff.keys} onClick={toHandoff}>
            <span className="max-md:sr-only">{messages.toHandoff}</span>
          </Button>
        )}
        <CopyButton text={textOfAll} label={messages.copy} />
        <IconButton size="sm" icon="download" label={messages.save} onClick={save} />
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label={messages.said(said.length, formatCount(said.length))}
        // The keyboard scrolls only what it can focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 [overflow-anchor:none]"
      >
        <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                tabIndex={line.kind === 'handoff' ? -1 : undefined}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 -outline-offset-2"
                style={{ top: start }}
              >
                <Line
                  line={line}
                  visitor={visitor}
                  before={lines[index - 1]?.utc}
                  hits={byLine.get(index)}
                  current={current?.line === index ? current : undefined}
                  nowMs={nowMs}
                />
              </li>
            );
          })}
        </ol>
      </div>
    </>
  );
}

interface FindBoxProps {
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Index of the current hit. */
  readonly at: number;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
}

/** Finds a text in the conversation: Enter goes to the next match, Shift Enter to the one before. */
function FindBox({ text, hits, at, onText, onStep }: FindBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut(
    '/',
    () => {
      input.current?.focus();
      input.current?.select();
    },
    { label: messages.find, group },
  );
  const position = hits.length === 0 ? messages.nothing : messages.found(formatCount(at + 1), formatCount(hits.length));
  return (
    <search className="flex min-w-0 items-center gap-1 max-md:basis-full">
      <span className="relative flex w-72 min-w-0 items-center max-md:flex-1">
        <Icon name="search" size={14} className="pointer-events-none absolute start-2 text-ink-3" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={messages.find}
          placeholder={messages.find}
          maxLength={200}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
            else if (text === '') input.current?.blur();
            else onText('');
          }}
          className="min-h-7 w-full min-w-0 appearance-none rounded-control border border-line-control bg-surface ps-7 pe-20 text-12 outline-offset-0 pointer-coarse:min-h-9 pointer-coarse:max-md:text-[16px] [&::-webkit-search-cancel-button]:hidden"
        />
        <span role="status" className="pointer-events-none absolute end-2 text-12 text-ink-3 tabular-nums">
          {text.trim() === '' ? null : position}
        </span>
        {text === '' ? (
          <span className="pointer-events-none absolute end-1.5">
            <Kbd keys="/" />
          </span>
        ) : null}
      </span>
      {hits.length === 0 ? null : (
        <>
          <IconButton size="sm" icon="chevron-up" label={messages.previous} onClick={() => onStep(-1)} />
          <IconButton size="sm" icon="chevron-down" label={messages.next} onClick={() => onStep(1)} />
        </>
      )}
    </search>
  );
}
