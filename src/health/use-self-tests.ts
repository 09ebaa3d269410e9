import { useState } from 'react';
import type { HealthOverview } from '#contract/health-overview.ts';
import { runSelfTests, type SelfTestName } from '#contract/self-tests.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useAction } from '#src/api/write.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

const texts = messages.tests;

export interface ShownTest {
  readonly name: SelfTestName;
  readonly ok: boolean;
  readonly at_utc: string;
  readonly round_trip_ms: number;
  readonly error: string | null;
  readonly earlier: HealthOverview['self_tests'][number]['earlier'];
}

export interface SelfTests {
  readonly run: () => void;
  readonly isBusy: boolean;
  /** What ran on this page. */
  readonly here: readonly ShownTest[];
}

/** Runs both tests at a click; the service stores what came of it, and the overview tells. */
export function useSelfTests(): SelfTests {
  const { act, isBusy } = useAction();
  const [here, setHere] = useState<readonly ShownTest[]>([]);
  async function run(): Promise<void> {
    const reply = await act(() => call(runSelfTests), { failed: (why) => texts.notRun(why) });
    if (reply === null) return;
    const at = new Date().toISOString();
    setHere((before) =>
      reply.tests.map((test) => {
        const last = before.find(({ name }) => name === test.name);
        return { ...test, at_utc: at, earlier: last === undefined ? [] : [last, ...last.earlier] };
      }),
    );
    const failed = reply.tests.filter(({ ok }) => !ok).length;
    announce(failed === 0 ? texts.doneOk : texts.doneBad(failed));
    await queryClient.invalidateQueries({ queryKey: ['health_overview'] });
  }
  return { run: () => void run(), isBusy, here };
}
