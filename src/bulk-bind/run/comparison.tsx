import type { BindCounts } from '#contract/bind-jobs.ts';
import { messages as words } from '#src/bulk-bind/messages.ts';
import { OUTCOMES, type Outcome } from '#src/bulk-bind/search.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Table } from '#src/ui/table.tsx';
import { countsOf, type RunView } from './run-import.ts';
import { messages } from './messages.ts';

type Outcomes = Readonly<Record<Outcome, number>>;

/** The run against the dry run: row by row where both name rows, else by their totals once all is done. */
export function Comparison({ run, title }: { readonly run: RunView; readonly title: string }) {
  const { comparison, record } = run;
  const counts = countsOf(record);
  const isByRow = comparison !== null && comparison.compared === counts.total_rows;
  const isWhole = counts.total_rows === record.dryRun.total_rows;
  const expected: Outcomes = isByRow ? comparison.previewCounts : record.dryRun;
  const isComparable = isByRow || isWhole;
  const lines = [
    ...OUTCOMES.map((outcome) => ({
      key: outcome,
      label: words.outcome[outcome],
      dry: expected[outcome],
      applied: counts[outcome],
    })),
    {
      key: 'rows',
      label: messages.rows,
      dry: OUTCOMES.reduce((sum, outcome) => sum + expected[outcome], 0),
      applied: counts.total_rows,
    },
  ];
  return (
    <Panel title={title} note={isComparable ? messages.against : messages.againstAll}>
      <Table
        caption={title}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'outcome',
            head: messages.outcome,
            isRowHead: true,
            cell: ({ key, label }) => <span className={key === 'rows' ? 'font-semibold' : ''}>{label}</span>,
          },
          {
            key: 'dry',
            head: messages.dryRun,
            isFigure: true,
            cell: ({ dry }) => <span className="text-ink-2">{formatCount(dry)}</span>,
          },
          {
            key: 'applied',
            head: messages.applied,
            isFigure: true,
            cell: ({ applied }) => <b className="font-semibold">{formatCount(applied)}</b>,
          },
          {
            key: 'differs',
            head: messages.differs,
            isFigure: true,
            cell: ({ dry, applied }) =>
              !isComparable ? (
                '–'
              ) : dry === applied ? (
                <span className="text-ink-3">0</span>
              ) : (
                <b className="font-medium text-warn-text">
                  {applied > dry ? `+${formatCount(applied - dry)}` : `−${formatCount(dry - applied)}`}
                </b>
              ),
          },
        ]}
      />
      {isComparable && counts.total_rows > 0 ? (
        <Reasons run={run} counts={counts} expected={expected} isByRow={isByRow} />
      ) : null}
    </Panel>
  );
}

interface ReasonsProps {
  readonly run: RunView;
  readonly counts: BindCounts;
  readonly expected: Outcomes;
  readonly isByRow: boolean;
}

/** Why rows went another way than the dry run said, and which. */
function Reasons({ run: { comparison, record }, counts, expected, isByRow }: ReasonsProps) {
  const repeated = record.parts.filter(({ isRepeated }) => isRepeated).length;
  const lines = isByRow ? (comparison?.differences ?? []).map(({ line }) => formatCount(line)) : [];
  const became = (outcome: Outcome) => Math.max(0, counts[outcome] - expected[outcome]);
  const differ = isByRow ? (comparison?.differ ?? 0) : OUTCOMES.reduce((sum, outcome) => sum + became(outcome), 0);
  const refused = became('bad_channel') + became('no_identity') + became('failed');
  return (
    <div className="mt-2 flex flex-col gap-0.5 text-12 text-ink-3">
      {differ === 0 ? (
        <p>{messages.same}</p>
      ) : (
        <>
          <p className="text-warn-text">{messages.differ(differ, formatCount(differ))}</p>
          {became('refreshed') > 0 && repeated === 0 ? (
            <p>{messages.becameRefreshed(became('refreshed'), formatCount(became('refreshed')))}</p>
          ) : null}
          {became('bound') > 0 ? <p>{messages.becameBound(became('bound'), formatCount(became('bound')))}</p> : null}
          {refused > 0 ? <p>{messages.becameRefused(refused, formatCount(refused))}</p> : null}
          {lines.length > 0 ? <p>{messages.lines(lines.slice(0, MAX_LINES).join(', '))}</p> : null}
        </>
      )}
      {repeated > 0 ? <p>{messages.repeated(repeated, formatCount(repeated))}</p> : null}
    </div>
  );
}

/** Lines that are named; the result file has all. */
const MAX_LINES = 12;
