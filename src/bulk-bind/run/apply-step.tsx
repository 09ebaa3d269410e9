import type { ReactNode } from 'react';
import { describeFailure } from '#src/api/failure-message.ts';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { OutcomeBar } from '#src/bulk-bind/outcome-bar.tsx';
import { formatBytes } from '#src/format/bytes.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatCount } from '#src/format/number.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
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
  const { rows, doneRows, rowsPerSecond } = run;
  const secondsLeft = rowsPerSecond === null ? null : (rows - doneRows) / rowsPerSecond;
  return (
    <PageBody>
      <div className="mx-auto max-w-[1120px]">
        <h2 className="text-20 font-semibold text-balance tabular-nums">
          {messages.ofRows(formatCount(doneRows), formatCount(rows))}
          {secondsLeft === null || doneRows === rows ? null : messages.timeLeft(formatSeconds(secondsLeft))}
        </h2>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-medium text-ink">{run.file.name}</b>
          {messages.sent(formatBytes(run.file.bytes))}
        </p>
        <Progress run={run} />
        <div className="mt-6 flex flex-col gap-6">
          <Panel title={messages.soFar}>
            <OutcomeBar counts={run.counts} />
          </Panel>
          <Panel title={messages.how}>
            <Facts run={run} />
            {run.hasRows && doneRows > 0 ? <DownloadsSoFar file={file} run={run} /> : null}
          </Panel>
        </div>
      </div>
    </PageBody>
  );
}

/** Of the bar, in px. */
const HEIGHT = 12;

function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return messages.seconds(formatCount(whole));
  return messages.minutes(formatCount(Math.floor(whole / 60)), String(whole % 60).padStart(2, '0'));
}

function Progress({ run: { rows, doneRows, wait } }: { readonly run: RunView }) {
  const share = rows === 0 ? 0 : doneRows / rows;
  return (
    <>
      <div
        role="progressbar"
        aria-label={messages.progress}
        aria-valuemin={0}
        aria-valuemax={rows}
        aria-valuenow={doneRows}
        aria-valuetext={messages.ofRows(formatCount(doneRows), formatCount(rows))}
        className="mt-4"
      >
        <svg
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          className="block overflow-hidden rounded-tag forced-colors:outline"
        >
          <rect width="100%" height={HEIGHT} fill="var(--bg-active)" />
          <rect width={`${share * 100}%`} height={HEIGHT} fill="var(--accent)" />
        </svg>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 text-12 text-ink-3 tabular-nums">
        <WaitText wait={wait} />
        <b className="flex-1" />
        <span>{formatPercent(share)}</span>
      </div>
    </>
  );
}

function Facts({ run: { rowsPerSecond } }: { readonly run: RunView }) {
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      messages.pace,
      rowsPerSecond === null ? messages.paceNone : messages.paceOf(formatCount(Math.round(rowsPerSecond))),
    ],
    [messages.ownWork, messages.ownWorkText],
    [messages.closing, messages.closingText],
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
