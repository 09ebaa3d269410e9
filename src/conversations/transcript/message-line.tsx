import { memo, type ReactNode } from 'react';
import type { Message } from '#contract/conversations.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { wordOf } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant, formatMoment, formatTime } from '#src/format/time.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Usd } from '#src/ui/usd.tsx';
import type { Hit, TranscriptLine } from './lines.ts';
import { messages } from './messages.ts';

interface LineProps {
  readonly line: TranscriptLine;
  /** The visitor's name; null where it is unknown. */
  readonly visitor: string | null;
  /** The instant of the line before. */
  readonly before: string | undefined;
  readonly hits: readonly Hit[] | undefined;
  readonly current: Hit | undefined;
  readonly nowMs: number;
}

/** A message, or the point where the AI handed over. */
export const Line = memo(function Line({ line, visitor, hits, current, ...time }: LineProps) {
  const at = <Time utc={line.utc} {...time} />;
  if (line.kind === 'handoff') {
    return (
      <p className="flex flex-wrap items-baseline gap-x-2 border-y border-warn-line bg-warn-tint px-6 py-2 text-12 text-warn-text max-md:px-4">
        <Icon name="handoff" size={14} className="self-center" />
        <b className="font-semibold">{messages.handoff}</b>
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          <Marked text={line.handoff.reason} hits={hits} current={current} />
        </span>
        <span className="ms-auto">{at}</span>
      </p>
    );
  }
  const { role, author_name: author, text } = line.message;
  const name = author ?? (role === 'visitor' ? visitor : null);
  return (
    <div className="flex gap-3 px-6 py-2 max-md:px-4">
      <Speaker role={role} name={name} />
      <div className={`min-w-0 flex-1 ps-2.5 ${EDGES[role] ?? 'border-s-2 border-transparent'}`}>
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          {name === null ? null : (
            <b dir="auto" className="min-w-0 text-13 font-medium text-ink [overflow-wrap:anywhere]">
              <AddressText text={name} />
            </b>
          )}
          <Chip tone={role === 'ai' ? 'accent' : 'plain'}>{wordOf(messages.role, role)}</Chip>
          <span className="md:hidden">{at}</span>
          <span className="md:hidden">
            <Cost message={line.message} />
          </span>
        </p>
        <p
          dir="auto"
          className={`max-w-measure whitespace-pre-wrap [overflow-wrap:anywhere] ${role === 'system' ? 'text-ink-3' : ''}`}
        >
          <Marked text={text} hits={hits} current={current} />
        </p>
      </div>
      <p className="flex w-28 flex-none flex-col items-end text-12 text-ink-3 max-md:hidden">
        {at}
        <Cost message={line.message} />
      </p>
    </div>
  );
});

const EDGES: Readonly<Record<string, string>> = {
  ai: 'border-s-2 border-accent-line',
  agent: 'border-s-2 border-ink',
};

/** The speaker by shape: the AI has a square with a spark, an agent a dark square, a visitor a circle. */
function Speaker({ role, name }: { readonly role: string; readonly name: string | null }) {
  if (role === 'visitor') return <Avatar name={name ?? messages.role.visitor} size="md" />;
  const look =
    role === 'ai'
      ? 'bg-accent-tint text-accent-text'
      : role === 'agent'
        ? 'bg-ink text-surface'
        : 'bg-transparent text-ink-3';
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 flex-none place-items-center rounded-chip outline outline-1 outline-transparent ${look}`}
    >
      <Icon name={role === 'ai' ? 'spark' : role === 'agent' ? 'person' : 'info'} size={14} />
    </span>
  );
}

function Cost({ message: { tokens, cost_usd: cost } }: { readonly message: Message }) {
  if (tokens === null && cost === null) return null;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {tokens === null ? null : messages.tokens(formatCount(tokens))}
      {tokens === null || cost === null ? null : ', '}
      {cost === null ? null : <Usd usd={cost} />}
    </span>
  );
}

/** The day too where it is another one than that of the line before. */
function Time({ utc, before, nowMs }: { readonly utc: string } & Pick<LineProps, 'before' | 'nowMs'>) {
  const zone = useDisplayZone();
  const isSameDay = before !== undefined && formatDay(before, zone) === formatDay(utc, zone);
  return (
    <time dateTime={utc} title={formatInstant(utc, zone)} className="whitespace-nowrap tabular-nums">
      {isSameDay ? formatTime(utc, zone) : formatMoment(utc, zone, nowMs)}
    </time>
  );
}

interface MarkedProps extends Pick<LineProps, 'hits' | 'current'> {
  readonly text: string;
}

/** A text with what a search found in it. */
function Marked({ text, hits = [], current }: MarkedProps): ReactNode {
  return (
    <>
      {hits.map((hit, index) => (
        <span key={hit.start}>
          {text.slice(hits[index - 1]?.end ?? 0, hit.start)}
          <mark
            data-current={hit === current || undefined}
            className={`rounded-tag outline outline-1 outline-warn-line ${hit === current ? 'bg-warn-text text-surface' : 'bg-warn-tint text-ink'}`}
          >
            {text.slice(hit.start, hit.end)}
          </mark>
        </span>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </>
  );
}
