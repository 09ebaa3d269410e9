import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CsatAnswer } from '#contract/csat-reports.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatMoment, formatInstant } from '#src/format/time.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { messages } from './messages.ts';
import { useShownWindow } from './queries.ts';
import { type CsatSearch, type TabProps, withoutFilters } from './search.ts';

/** The fields of an answer that every list shows. */
export interface ShownAnswer {
  readonly score: number;
  readonly comment: string | null;
  readonly name: string | null;
  readonly ticket: { readonly id: bigint; readonly label: string; readonly subject: string | null };
  /** Null where the service does not say it. */
  readonly channel: string | null;
  readonly createdUtc: string;
}

export function shownAnswer(answer: CsatAnswer): ShownAnswer {
  const { score, comment, requester_name: name, channel, created_utc: createdUtc } = answer;
  const ticket = {
    id: answer.ticket_id,
    label: messages.ticket(String(answer.ticket_number)),
    subject: answer.ticket_subject,
  };
  return { score, comment, name, ticket, channel, createdUtc };
}

interface AnswerLineProps {
  readonly answer: ShownAnswer;
  readonly goodFrom: number;
  /** The row opens the ticket, so its link is not in the tab order. */
  readonly isRowLink?: boolean;
  /** At the end, such as what was done about it. */
  readonly children?: ReactNode;
}

/** One answer: score, comment, the ticket's subject and the customer. */
export function AnswerLine({ answer, goodFrom, isRowLink = false, children }: AnswerLineProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { score, comment, name, ticket, channel, createdUtc } = answer;
  return (
    <div className="flex min-w-0 flex-1 items-start gap-2.5 @max-2xl:flex-wrap">
      <ScoreSquare score={score} goodFrom={goodFrom} />
      <div className="min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere] @max-2xl:basis-[calc(100%-40px)]">
        {comment === null ? null : (
          <p dir="auto" className="line-clamp-3">
            {comment}
          </p>
        )}
        {ticket.subject === null ? (
          comment === null ? (
            <p className="text-ink-3">{messages.noComment}</p>
          ) : null
        ) : (
          <p
            dir="auto"
            title={messages.subject(ticket.subject)}
            className={`line-clamp-1 text-ink-3 ${comment === null ? '' : 'text-12'}`}
          >
            <span className="sr-only">{comment === null ? messages.noCommentOn : messages.on} </span>
            {ticket.subject}
          </p>
        )}
      </div>
      <span className="flex min-w-0 flex-none items-center gap-3 py-0.5 text-12 text-ink-2 @max-2xl:ms-8.5 @max-2xl:flex-1 @max-2xl:flex-wrap @max-2xl:gap-x-2.5 @max-2xl:gap-y-0">
        <span dir="auto" className="max-w-40 min-w-0 truncate @max-2xl:max-w-48" title={name ?? undefined}>
          {name ?? <span className="text-ink-3">{messages.noName}</span>}
        </span>
        <Link
          to="/tickets/$id"
          params={{ id: ticket.id.toString() }}
          aria-label={messages.openTicket(ticket.label)}
          tabIndex={isRowLink ? -1 : undefined}
          className="hit relative leading-5 whitespace-nowrap text-accent-text tabular-nums hover:underline"
        >
          {ticket.label}
        </Link>
        {channel === null ? null : (
          <span className="text-ink-3">
            <ChannelIcon channel={channel} label={channelWord(channel)} />
          </span>
        )}
        <time
          dateTime={createdUtc}
          title={formatInstant(createdUtc, zone)}
          className="min-w-22 text-end whitespace-nowrap text-ink-3 tabular-nums @max-2xl:text-start"
        >
          {formatMoment(createdUtc, zone, nowMs)}
        </time>
        {children}
      </span>
    </div>
  );
}

/** Good from the site's threshold, bad up to 2, otherwise neither. */
export function toneOf(score: number, goodFrom: number): 'ok' | 'warn' | 'danger' {
  if (score >= goodFrom) return 'ok';
  return score <= 2 ? 'danger' : 'warn';
}

const SQUARES = {
  ok: 'bg-ok-tint text-ok-text',
  warn: 'bg-warn-tint text-warn-text',
  danger: 'bg-danger-tint text-danger-text',
} as const;

function ScoreSquare({ score, goodFrom }: { readonly score: number; readonly goodFrom: number }) {
  return (
    <span
      role="img"
      aria-label={messages.score(String(score))}
      className={`grid size-6 flex-none place-items-center rounded-chip text-12 font-semibold outline outline-1 outline-transparent ${SQUARES[toneOf(score, goodFrom)]}`}
    >
      {score}
    </span>
  );
}

interface AnswerRowsProps {
  readonly label: string;
  readonly answers: readonly ShownAnswer[];
  readonly goodFrom: number;
  /** The answers are still those of the previous filters. */
  readonly isOld: boolean;
}

export function AnswerRows({ label, answers, goodFrom, isOld }: AnswerRowsProps) {
  return (
    <ul aria-label={label} aria-busy={isOld || undefined} className={`@container ${isOld ? 'opacity-60' : ''}`}>
      {answers.map((answer) => (
        <li
          key={`${answer.ticket.id} ${answer.createdUtc}`}
          className="flex min-h-row items-center border-b border-line py-1.5"
        >
          <AnswerLine answer={answer} goodFrom={goodFrom} />
        </li>
      ))}
    </ul>
  );
}

interface NoAnswersProps<Search extends CsatSearch> extends TabProps<Search> {
  /** Whether filters are set. */
  readonly isFiltered: boolean;
}

/** An empty list, which offers to remove the filters or to show more days. */
export function NoAnswers<Search extends CsatSearch>({ search, go, isFiltered }: NoAnswersProps<Search>) {
  const { days } = useShownWindow(search);
  if (isFiltered)
    return (
      <EmptyBlock
        icon="search"
        title={messages.noAnswers.none}
        text={messages.noAnswers.noneText}
        action={
          <Button
            onClick={() =>
              go(
                { ...search, ...withoutFilters(search), score: undefined, q: undefined, skip: undefined },
                { replace: true },
              )
            }
          >
            {messages.noAnswers.clear}
          </Button>
        }
      />
    );
  return (
    <EmptyBlock
      icon="star"
      title={messages.noAnswers.empty(messages.days(days))}
      text={messages.noAnswers.emptyText}
      action={
        days >= 365 ? undefined : (
          <Button onClick={() => go({ ...search, days: 365, from: undefined, to: undefined }, { replace: false })}>
            {messages.noAnswers.longer}
          </Button>
        )
      }
    />
  );
}
