import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useState } from 'react';
import type { InsightList } from '#contract/ai-reports.ts';
import { HANDOFF_STATUSES } from '#contract/conversations.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useHasSessions } from '#src/conversations/queries.ts';
import type { ConversationsSearch } from '#src/conversations/search.ts';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { wordOf } from '#src/format/ticket-words.ts';
import { type DayWindow, formatZoneDays } from '#src/panels/day-window.ts';
import { buttonClass, TextButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { type InsightRow, type Insights, startersOptions } from './queries.ts';
import { proposalOf, starterOf } from './starters.ts';

const texts = messages.column;
/** Rows that are shown first. */
const SHOWN = 12;

interface InsightTableProps {
  readonly list: InsightList;
  readonly insights: Insights;
  readonly window: DayWindow;
  readonly search: ConversationsSearch;
}

/** A list of insights, the most frequent first; a row opens what it counts. */
export function InsightTable({ list, insights: { rows, total, previousTotal }, window, search }: InsightTableProps) {
  const hasSessions = useHasSessions();
  const [isWhole, setWhole] = useState(false);
  // The API document has neither free days nor a filter by reason.
  const days = hasSessions ? { from: window.from, to: window.to } : { days: search.days };
  const compared: readonly Column<InsightRow>[] = [
    {
      key: 'before',
      head: texts.before,
      isFigure: true,
      className: 'max-md:hidden',
      cell: ({ previous }) => formatCount(previous ?? 0),
    },
    {
      key: 'change',
      head: texts.change,
      isFigure: true,
      cell: (row) => <span className="font-medium">{changeText(row)}</span>,
    },
  ];
  return (
    <>
      <Table
        caption={`${messages.title[list]}, ${formatZoneDays(window, 'UTC')}`}
        className="mt-1"
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        keyOf={({ label }) => label}
        columns={[
          {
            key: 'label',
            head: texts[list],
            isRowHead: true,
            className: 'w-full [overflow-wrap:anywhere]',
            cell: ({ label }) => {
              const link = linkOf(list, label, days, hasSessions);
              const name = list === 'status' ? wordOf(page.handoffStatus, label) : label;
              return link === null ? (
                <bdi>{name}</bdi>
              ) : (
                <Link {...link} dir="auto" className="hit relative hover:underline">
                  {name}
                </Link>
              );
            },
          },
          { key: 'now', head: texts.now, isFigure: true, cell: ({ count }) => formatCount(count) },
          {
            key: 'share',
            head: texts.share,
            isFigure: true,
            className: 'max-md:hidden',
            cell: ({ count }) => (total === 0 ? messages.none : formatPercent(count / total)),
          },
          ...(previousTotal === null ? [] : compared),
          ...(list === 'question' ? QUESTION_COLUMNS : []),
        ]}
      />
      {rows.length <= SHOWN ? null : (
        <TextButton className="mt-1 text-12" onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.showFewer : messages.showAll(formatCount(rows.length))}
        </TextButton>
      )}
    </>
  );
}

/** Opens what a row counts; null where the service has no such list. */
function linkOf(list: InsightList, label: string, days: ConversationsSearch, hasSessions: boolean): LinkProps | null {
  const status = HANDOFF_STATUSES.find((one) => one === label);
  if (list === 'status')
    return status === undefined ? null : { to: '/conversations/handovers', search: { ...days, status } };
  if (!hasSessions) return null;
  return list === 'reason'
    ? { to: '/conversations/handovers', search: { ...days, reason: label } }
    : { to: '/conversations', search: { ...days, question: label } };
}

function changeText({ count, previous }: InsightRow): string {
  const change = count - (previous ?? count);
  if (previous === 0 && change > 0) return messages.new;
  return change > 0 ? `+${formatCount(change)}` : change < 0 ? `−${formatCount(-change)}` : '0';
}

/** The starter that covers a question, and actions for it. */
const QUESTION_COLUMNS: readonly Column<InsightRow>[] = [
  {
    key: 'starter',
    head: texts.starter,
    className: 'max-md:hidden',
    cell: ({ label }) => <Starter question={label} />,
  },
  { key: 'act', head: texts.act, isHeadHidden: true, cell: ({ label }) => <Actions question={label} /> },
];

/** The conversation starter that covers a question; null for none, undefined while they load. */
function useStarter(question: string): string | null | undefined {
  const { data } = useQuery(startersOptions());
  if (data === undefined) return undefined;
  return starterOf(
    question,
    data.items.map(({ text }) => text),
  );
}

function Starter({ question }: { readonly question: string }) {
  const starter = useStarter(question);
  if (starter === undefined) return null;
  return starter === null ? (
    <span className="text-12 whitespace-nowrap text-warn-text">{messages.noStarter}</span>
  ) : (
    <span dir="auto" title={starter} className="block max-w-36 truncate text-12 text-ink-2">
      {starter}
    </span>
  );
}

/** Copies a starter for the person who maintains them, and begins a saved reply. */
function Actions({ question }: { readonly question: string }) {
  const hasSessions = useHasSessions();
  const starter = useStarter(question);
  const proposal = proposalOf(question);
  return (
    <span className="flex justify-end">
      {starter === null ? <CopyButton text={proposal} label={messages.copyStarter(proposal)} /> : null}
      {hasSessions ? (
        <Link
          to="/settings/saved-replies"
          search={{ new: '1', title: question }}
          aria-label={messages.draft(question)}
          title={messages.draft(question)}
          className={buttonClass({ size: 'sm', variant: 'ghost', square: true })}
        >
          <Icon name="pencil" size={14} />
        </Link>
      ) : null}
    </span>
  );
}
