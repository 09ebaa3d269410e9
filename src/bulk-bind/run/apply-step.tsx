import type { ReactNode } from 'react';
import { bindChannelsBulk } from '#contract/channels.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { shortHash } from '#src/bulk-bind/history/history.tsx';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { OutcomeBar } from '#src/bulk-bind/outcome-bar.tsx';
import { formatBytes } from '#src/format/bytes.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { formatTime } from '#src/format/time.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { Table } from '#src/ui/table.tsx';
import { DownloadsSoFar } from './downloads.tsx';
import { WaitText } from './dry-run-step.tsx';
import { messages } from './messages.ts';
import type { RunView } from './run-import.ts';

interface ApplyStepProps {
  readonly file: OpenFile;
  readonly run: RunView;
}

/** How far the import is, what it did so far, and what is promised about it. */
export function ApplyStep({ file, run }: ApplyStepProps) {
  const { parts, rows, doneRows, rowsPerSecond } = run;
  const secondsLeft = rowsPerSecond === null ? null : (rows - doneRows) / rowsPerSecond;
  const size = formatBytes(run.file.bytes);
  const sentIn = run.hasRows ? messages.sentIn : messages.sentOne;
  return (
    <PageBody>
      <div className="mx-auto max-w-[1120px]">
        <h2 className="text-20 font-semibold text-balance tabular-nums">
          {messages.ofRows(formatCount(doneRows), formatCount(rows))}
          {secondsLeft === null || doneRows === rows ? null : messages.timeLeft(formatSeconds(secondsLeft))}
        </h2>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-medium text-ink">{run.file.name}</b>
          {parts.length === 1 ? messages.sentWhole(size) : sentIn(size, formatCount(parts.length))}
        </p>
        <Blocks run={run} />
        <Parts run={run} />
        <div className="mt-6 flex flex-col gap-6">
          <Panel title={messages.soFar}>
            <OutcomeBar counts={run.counts} />
          </Panel>
          <Panel title={messages.how} resource={bindChannelsBulk.resource}>
            <Facts run={run} />
            {run.hasRows && doneRows > 0 ? <DownloadsSoFar file={file} run={run} /> : null}
          </Panel>
        </div>
      </div>
    </PageBody>
  );
}

function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return messages.seconds(formatCount(whole));
  return messages.minutes(formatCount(Math.floor(whole / 60)), String(whole % 60).padStart(2, '0'));
}

type RunPart = RunView['parts'][number];

/** The paint of a part by its state: done, on its way, or not begun. */
const FILL: Readonly<Record<RunPart['state'], string>> = {
  done: 'var(--accent)',
  sending: 'var(--accent-line)',
  unsure: 'var(--warn-line)',
  waiting: 'var(--bg-active)',
};
/** px between two parts. */
const GAP = 2;
const HEIGHT = 12;

function Blocks({ run }: { readonly run: RunView }) {
  const { parts, rows, doneRows, doneParts } = run;
  const share = rows === 0 ? 0 : doneRows / rows;
  const words = messages.partsOf(formatCount(doneParts), formatCount(parts.length));
  let before = 0;
  return (
    <>
      <div
        role="progressbar"
        aria-label={messages.progress}
        aria-valuemin={0}
        aria-valuemax={rows}
        aria-valuenow={doneRows}
        aria-valuetext={words}
        className="mt-4"
      >
        <svg
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          className="block overflow-hidden rounded-tag forced-colors:outline"
        >
          {parts.map((part, index) => {
            const start = (before / rows) * 100;
            before += part.rows;
            return (
              <g key={part.lineOffset}>
                <rect x={`${start}%`} width={`${(part.rows / rows) * 100}%`} height={HEIGHT} fill={FILL[part.state]} />
                {index === 0 ? null : <rect x={`${start}%`} width={GAP} height={HEIGHT} fill="var(--bg-surface)" />}
              </g>
            );
          })}
        </svg>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-12 text-ink-3 tabular-nums">
        <span>{words}</span>
        <WaitText wait={run.wait} />
        <b className="flex-1" />
        <span>{formatPercent(share)}</span>
      </div>
    </>
  );
}

/** Parts that are shown: those on their way, the next, and the last that are done. */
const MAX_PARTS = 5;

function Parts({ run: { parts } }: { readonly run: RunView }) {
  const zone = useDisplayZone();
  const places = parts.map((part, at) => ({ part, at }));
  const done = places.filter(({ part }) => part.state === 'done');
  const open = places.filter(({ part }) => part.state !== 'done').slice(0, MAX_PARTS - 1);
  const shown = [...done.slice(-(MAX_PARTS - open.length)), ...open].sort((a, b) => a.at - b.at);
  const stateOf = ({ state, doneAtMs }: RunPart): ReactNode => {
    if (state === 'sending')
      return (
        <>
          <Spinner /> {messages.partState.sending}
        </>
      );
    if (state === 'unsure') return <span className="text-warn-text">{messages.partState.unsure}</span>;
    if (state === 'waiting') return <span className="text-ink-3">{messages.partState.waiting}</span>;
    const at = doneAtMs === null ? '' : formatTime(new Date(doneAtMs).toISOString(), zone);
    return (
      <>
        <Icon name="check" size={14} className="text-ok-text" /> {messages.partState.done(at)}
      </>
    );
  };
  const { table } = messages;
  return (
    <Table
      className="mt-3"
      caption={messages.progress}
      rows={shown}
      keyOf={({ part }) => String(part.lineOffset)}
      columns={[
        {
          key: 'part',
          head: table.part,
          isRowHead: true,
          cell: ({ at }) => (
            <b className="font-medium whitespace-nowrap">
              {messages.partOf(formatCount(at + 1), formatCount(parts.length))}
            </b>
          ),
        },
        {
          key: 'size',
          head: table.size,
          isFigure: true,
          className: 'max-md:hidden',
          cell: ({ part }) => formatBytes(part.bytes),
        },
        { key: 'rows', head: table.rows, isFigure: true, cell: ({ part }) => formatCount(part.rows) },
        {
          key: 'state',
          head: table.state,
          className: 'w-1/2 ps-6',
          cell: ({ part }) => <span className="flex items-center gap-1.5">{stateOf(part)}</span>,
        },
      ]}
    />
  );
}

function Facts({ run: { file, rowsPerSecond } }: { readonly run: RunView }) {
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      messages.pace,
      rowsPerSecond === null ? messages.paceNone : messages.paceOf(formatCount(Math.round(rowsPerSecond))),
    ],
    [messages.ownWork, messages.ownWorkText],
    [messages.closing, messages.closingText],
    [
      messages.file,
      <>
        <span className="font-mono text-12" title={file.sha256}>
          {messages.hash(shortHash(file.sha256))}
        </span>{' '}
        <span className="text-12 text-ink-3">{messages.hashText}</span>
      </>,
    ],
    [messages.twice, messages.twiceText],
  ];
  return (
    <dl>
      {lines.map(([term, text]) => (
        <div key={term} className="flex min-h-8 items-center gap-2 border-b border-line py-1">
          <dt className="w-28 flex-none text-12 text-ink-3">{term}</dt>
          <dd className="min-w-0 flex-1">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Above the step: that it is stopping, waits for the network, or was ended by the service. */
export function RunStrip({ run: { phase, wait, error } }: { readonly run: RunView }) {
  if (error instanceof Error) {
    const { title, details } = describeFailure(error);
    return (
      <Strip icon="warning" role="alert">
        <b className="font-medium">{title}. </b>
        {messages.failed} <span className="text-12">{details}</span>
      </Strip>
    );
  }
  if (phase === 'stopping') return <Strip icon="pause">{messages.stopping}</Strip>;
  return wait?.for === 'lost' ? <Strip icon="offline">{messages.lost}</Strip> : null;
}

interface StripProps {
  readonly icon: 'pause' | 'offline' | 'warning';
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}

function Strip({ icon, role = 'status', children }: StripProps) {
  return (
    <div
      role={role}
      className="flex min-h-8 flex-none items-center gap-2 border-b border-line bg-warn-tint px-4 py-1.5 text-warn-text"
    >
      <Icon name={icon} size={14} />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </div>
  );
}
