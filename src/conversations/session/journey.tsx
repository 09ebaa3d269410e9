import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Journey, Transcript } from '#contract/conversations.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { addDays, utcToday } from '#src/format/days.ts';
import { formatUsd } from '#src/format/money.ts';
import { formatCompact, formatCount } from '#src/format/number.ts';
import { formatAge, formatMoment } from '#src/format/time.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { MAX_WINDOW_DAYS } from '#src/panels/day-window.ts';
import { TextButton } from '#src/ui/button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Usd } from '#src/ui/usd.tsx';
import { messages } from './messages.ts';

const texts = messages.journey;
const DOOR = 'hit relative text-accent-text hover:underline';
const BAD_DOOR = 'hit relative text-danger-text underline';
/** Scores up to this one are low. */
const LOW_SCORE = 2;

interface JourneyLineProps {
  readonly transcript: Transcript;
  readonly journey: Journey;
  /** Shows the handoff in the transcript. */
  readonly onHandoff: () => void;
}

/** The way of one request for help, from the visitor's page to the rating, and what its AI calls cost. */
export function JourneyLine({ transcript, journey, onHandoff }: JourneyLineProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const {
    visit,
    ticket,
    first_reply: reply,
    rating,
    calls,
    tokens,
    cost_usd: cost,
    unpriced_calls: unpriced,
  } = journey;
  const { message_count: count, started_utc: started, visitor_key: visitor, handoffs } = transcript;
  const handoff = handoffs[0];
  const moment = (utc: string) => formatMoment(utc, zone, nowMs);
  const toTicket = (text: string, look = DOOR): ReactNode =>
    ticket === null ? (
      text
    ) : (
      <Link to="/tickets/$id" params={{ id: ticket.id.toString() }} dir="auto" className={look}>
        {text}
      </Link>
    );
  const toVisitor = (text: string): ReactNode =>
    visitor === null ? (
      text
    ) : (
      <Link to="/customers/visitors/$key" params={{ key: visitor }} dir="auto" title={text} className={DOOR}>
        {text}
      </Link>
    );
  const since = ticket?.created_utc ?? handoff?.created_utc;
  const isLow = rating !== null && rating.score <= LOW_SCORE;
  const steps: readonly Step[] = [
    {
      icon: 'eye',
      label: texts.visit,
      value: visit && toVisitor(visit.page ?? visit.event),
      none: visitor === null ? texts.unknown : texts.none,
      note: visit && moment(visit.occurred_utc),
    },
    {
      icon: 'chat',
      label: texts.session,
      value: messages.said(count, formatCount(count)),
      note: texts.from(moment(started)),
    },
    {
      icon: 'handoff',
      label: texts.handoff,
      value: handoff && (
        <TextButton
          className="min-h-0! max-w-full truncate"
          aria-label={texts.jump(handoff.reason)}
          onClick={onHandoff}
        >
          <bdi>{handoff.reason}</bdi>
        </TextButton>
      ),
      note: handoff && moment(handoff.created_utc),
    },
    {
      icon: 'inbox',
      label: texts.ticket,
      value: ticket && toTicket(page.ticket(String(ticket.ticket_number))),
      note: ticket && `${moment(ticket.created_utc)}, ${statusWord(ticket.status)}`,
    },
    {
      icon: 'person',
      label: texts.reply,
      value: reply && toTicket(reply.author_name ?? texts.agent),
      note:
        reply &&
        (since === undefined
          ? moment(reply.created_utc)
          : texts.after(moment(reply.created_utc), formatAge(Date.parse(reply.created_utc) - Date.parse(since)))),
    },
    {
      icon: 'star',
      label: texts.rating,
      value: rating && toTicket(texts.outOf(String(rating.score)), isLow ? BAD_DOOR : DOOR),
      note: rating && moment(rating.created_utc),
      isBad: isLow,
    },
    {
      icon: 'spark',
      label: texts.cost,
      value:
        calls === 0 ? (
          <Usd usd={cost} />
        ) : (
          <Link
            to="/ai/usage/calls"
            search={callsOf(transcript, ticket)}
            aria-label={texts.showCalls(formatUsd(cost))}
            className={DOOR}
          >
            <Usd usd={cost} />
          </Link>
        ),
      note: (
        <>
          {texts.calls(calls, formatCount(calls), formatCompact(tokens))}
          {unpriced === 0 ? null : (
            <span className="block text-warn-text">{texts.unpriced(formatCount(unpriced))}</span>
          )}
        </>
      ),
    },
  ];
  return (
    // The keyboard scrolls only what it can focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={texts.title} tabIndex={0} className="overflow-x-auto -outline-offset-2">
      <ol className="flex w-full min-w-[880px] px-6 pt-1 pb-3 max-md:px-4">
        {steps.map((step, index) => (
          <StepItem key={step.label} step={step} isLast={index === steps.length - 1} />
        ))}
      </ol>
    </div>
  );
}

/** The calls that the cost adds up: a ticket has those of its sessions too. */
function callsOf(
  { session_id: session, started_utc: started, ended_utc: ended }: Transcript,
  ticket: Journey['ticket'],
) {
  const first = [started, ticket?.created_utc ?? started].toSorted()[0] ?? started;
  const from = first.slice(0, 10);
  const last = ticket === null && ended !== null ? ended.slice(0, 10) : utcToday(Date.now());
  const to = [addDays(last, 1), addDays(from, MAX_WINDOW_DAYS)].toSorted()[0];
  return { from, to, ...(ticket === null ? { session } : { ticket: ticket.id.toString() }) };
}

interface Step {
  readonly icon: IconName;
  readonly label: string;
  /** Null where the step did not happen. */
  readonly value: ReactNode;
  readonly none?: string;
  readonly note: ReactNode;
  readonly isBad?: boolean;
}

function StepItem({ step, isLast }: { readonly step: Step; readonly isLast: boolean }) {
  const { icon, label, value, none = texts.none, note, isBad = false } = step;
  const isMissing = value === null || value === undefined;
  const ring = isBad
    ? 'border-danger-line bg-danger-tint text-danger-text'
    : isMissing
      ? 'border-dashed border-line-strong text-ink-3'
      : 'border-line-strong text-ink-2';
  return (
    <li className={`min-w-0 pe-3 ${isLast ? 'flex-none' : 'flex-1'}`}>
      <span aria-hidden="true" className="flex items-center gap-2">
        <span className={`grid size-6 flex-none place-items-center rounded-full border ${ring}`}>
          <Icon name={icon} size={14} />
        </span>
        {isLast ? null : <i className="h-px flex-1 bg-line" />}
      </span>
      <span className="mt-1 block text-12 text-ink-3">{label}</span>
      <span
        dir="auto"
        className={`block truncate font-medium ${isMissing ? 'text-ink-3' : isBad ? 'text-danger-text' : ''}`}
        title={typeof value === 'string' ? value : undefined}
      >
        {value ?? none}
      </span>
      <span className="block truncate text-12 text-ink-3 tabular-nums">{note}</span>
    </li>
  );
}
