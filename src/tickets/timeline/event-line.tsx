import { Fragment } from 'react';
import { priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatInstant, formatTime } from '#src/format/time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { phrasesOf } from './describe-event.ts';
import { messages } from '#src/tickets/messages.ts';
import type { EventRun } from './timeline.ts';

interface EventLineProps {
  readonly run: EventRun;
  readonly zone: string;
  readonly channel: string;
}

/** Changes in one grey line. */
export function EventLine({ run, zone, channel }: EventLineProps) {
  const isCreation = run.events[0]?.kind === 'created';
  const phrases = run.events.flatMap((event) => phrasesOf(event, zone, channel));
  return (
    <div className="flex min-h-7 items-start gap-2 py-1">
      <span aria-hidden="true" className="grid size-6 flex-none place-items-center bg-surface text-ink-3 -my-0.5">
        <EventIcon run={run} />
      </span>
      <p className="min-w-0 flex-1 pt-0.5 text-12 text-ink-3 [overflow-wrap:anywhere]">
        {isCreation ? null : <span dir="auto">{run.actor} </span>}
        {phrases.map(({ verb, value }, index) => (
          // The same words may stand twice: their place is their identity.
          <Fragment key={index}>
            {index === 0 ? '' : messages.event.and}
            {verb}
            {value === null ? null : (
              <>
                {' '}
                <b dir="auto" className="font-medium text-ink-2">
                  {value}
                </b>
              </>
            )}
          </Fragment>
        ))}{' '}
        <time
          dateTime={run.atUtc}
          title={formatInstant(run.atUtc, zone)}
          className="whitespace-nowrap text-11 tabular-nums"
        >
          {formatTime(run.atUtc, zone)}
        </time>
      </p>
    </div>
  );
}

function EventIcon({ run }: { readonly run: EventRun }) {
  const last = run.events.at(-1);
  const value = last?.to ?? '';
  switch (last?.kind) {
    case 'created':
      return <Icon name="inbox" size={14} />;
    case 'status':
      return <StatusGlyph status={value} label={statusWord(value)} />;
    case 'priority':
      return <PriorityGlyph priority={value} label={priorityWord(value)} />;
    case 'assignee':
      return <Icon name="person" size={14} />;
    case 'tags':
      return <Icon name="tag" size={14} />;
    case 'snooze':
      return <Icon name="clock" size={14} />;
    default:
      return <Icon name="pencil" size={14} />;
  }
}
