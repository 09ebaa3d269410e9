import { listAiCalls } from '#contract/ai-reports.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { reportOptions } from '#src/ai-usage/queries.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { callsCsv, collectCalls } from './calls-export-rows.ts';
import type { callsQuery } from './calls-filters.ts';
import { messages } from './messages.ts';

interface CallsExportProps {
  readonly query: ReturnType<typeof callsQuery>;
  readonly window: UsageWindow;
  /** How many rows the list has; undefined until it is known. */
  readonly total: number | undefined;
}

interface Progress {
  readonly loaded: number;
  readonly wanted: number;
}

/** Saves the whole list as a file; it can be stopped while it is read, and ends with the page. */
export function CallsExport({ query, window, total }: CallsExportProps) {
  const queryClient = useQueryClient();
  const whoami = useWhoami();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const stop = new AbortController();
    running.current = stop;
    setProgress({ loaded: 0, wanted: total ?? 0 });
    try {
      const { calls, total: found } = await collectCalls(
        async (page) => {
          stop.signal.throwIfAborted();
          return queryClient.fetchQuery({ ...reportOptions(listAiCalls, { ...query, ...page }), gcTime: 0 });
        },
        (loaded, wanted) => {
          if (!stop.signal.aborted) setProgress({ loaded, wanted });
        },
      );
      stop.signal.throwIfAborted();
      saveFile(callsCsv(calls), `ai-calls-${whoami.site_id}-${window.from}-${window.to}.csv`);
      const rows = formatCount(calls.length);
      const text = calls.length < found ? messages.csv.cut(rows, formatCount(found)) : messages.csv.done(rows);
      toast({ kind: 'info', text });
    } catch (error) {
      toast(
        stop.signal.aborted
          ? { kind: 'info', text: messages.csv.cancelled }
          : { kind: 'error', text: messages.csv.failed(failureMessage(error)) },
      );
    }
    if (running.current === stop) setProgress(null);
  }

  if (progress === null) {
    return (
      <Button
        icon="download"
        disabledReason={total === 0 ? messages.csv.nothing : undefined}
        onClick={() => void run()}
      >
        {messages.csv.save}
      </Button>
    );
  }
  return (
    <span role="status" className="inline-flex items-center gap-2 text-12 text-ink-2 tabular-nums">
      {messages.csv.progress(formatCount(progress.loaded), formatCount(progress.wanted))}
      <Button onClick={() => running.current?.abort()}>{messages.csv.cancel}</Button>
    </span>
  );
}
