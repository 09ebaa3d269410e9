import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HealthOverview } from '#contract/health-overview.ts';
import { runSelfTests, type SelfTestName } from '#contract/self-tests.ts';
import { call } from '#src/api/call.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction } from '#src/api/write.ts';
import { formatLatency } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { Panel } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import type { Reading } from './rule-text.ts';

const texts = messages.tests;

interface SelfTestsPanelProps {
  readonly tests: SelfTests;
  /** The runs that the overview has; null on a service without a history, which shows the run of this page. */
  readonly kept: readonly ShownTest[] | null;
  readonly reading: Reading;
}

/** Each self-test with its last run, what it took, what it said, and the runs before. */
export function SelfTestsPanel({ tests, kept, reading }: SelfTestsPanelProps) {
  const { zone, nowMs } = reading;
  const { reason } = useWriteAccess('any');
  const shown = kept ?? tests.here;
  const last = shown
    .map(({ at_utc: at }) => at)
    .sort()
    .at(-1);
  return (
    <Panel
      title={texts.title}
      note={last === undefined ? undefined : texts.lastRun(formatNear(last, zone, nowMs))}
      actions={
        <Button size="sm" icon="play" busy={tests.isBusy} disabledReason={reason} onClick={tests.run}>
          {texts.run}
        </Button>
      }
    >
      {shown.length === 0 ? <p className="border-t border-line py-2 text-ink-3">{texts.never}</p> : null}
      <ul>
        {shown.map((test) => (
          <li key={test.name} className="border-t border-line py-2">
            <p className="flex items-center gap-2.5">
              <Icon name={test.ok ? 'check' : 'close'} size={14} className={test.ok ? 'text-ok' : 'text-danger'} />
              <span className="min-w-0 flex-1">
                {texts.name[test.name]} <span className="font-mono text-12 text-ink-3">{test.name}</span>
              </span>
              <span className="text-ink-3 tabular-nums">{formatLatency(test.round_trip_ms)}</span>
              <span className={`w-14 text-end ${test.ok ? 'text-ok-text' : 'text-danger-text'}`}>
                {test.ok ? texts.passed : texts.failed}
              </span>
            </p>
            <TestError error={test.error} />
            {test.earlier.length === 0 ? null : (
              <details className="mt-1 text-12">
                <summary className="min-h-6 cursor-pointer leading-6 text-ink-3">
                  {texts.history(test.earlier.length)}
                </summary>
                <ul>
                  {test.earlier.map((run) => (
                    <li key={run.at_utc} className="py-0.5">
                      <p className="flex gap-2.5 tabular-nums">
                        <time dateTime={run.at_utc} className="min-w-0 flex-1">
                          {formatNear(run.at_utc, zone, nowMs)}
                        </time>
                        <span className="text-ink-3">{formatLatency(run.round_trip_ms)}</span>
                        <span className={`w-14 text-end ${run.ok ? 'text-ok-text' : 'text-danger-text'}`}>
                          {run.ok ? texts.passed : texts.failed}
                        </span>
                      </p>
                      <TestError error={run.error} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function TestError({ error }: { readonly error: string | null }) {
  if (error === null) return null;
  return (
    <code className="mt-1 block font-mono text-12 text-ink-2 [overflow-wrap:anywhere] whitespace-pre-wrap">
      {error}
    </code>
  );
}

interface ShownTest {
  readonly name: SelfTestName;
  readonly ok: boolean;
  readonly at_utc: string;
  readonly round_trip_ms: number;
  readonly error: string | null;
  readonly earlier: HealthOverview['self_tests'][number]['earlier'];
}

interface SelfTests {
  readonly run: () => void;
  readonly isBusy: boolean;
  /** The last run of this page. */
  readonly here: readonly ShownTest[];
}

/** Runs both tests. The service stores the results, and the overview shows them. */
export function useSelfTests(): SelfTests {
  const queryClient = useQueryClient();
  const { act, isBusy } = useAction();
  const [here, setHere] = useState<readonly ShownTest[]>([]);
  async function run(): Promise<void> {
    const reply = await act(() => call(runSelfTests), { failed: (why) => texts.notRun(why) });
    if (reply === null) return;
    const at = new Date().toISOString();
    setHere(reply.tests.map((test) => ({ ...test, at_utc: at, earlier: [] })));
    const failed = reply.tests.filter(({ ok }) => !ok).length;
    announce(failed === 0 ? texts.doneOk : texts.doneBad(failed));
    await queryClient.invalidateQueries({ queryKey: ['health_overview'] });
  }
  return { run: () => void run(), isBusy, here };
}
