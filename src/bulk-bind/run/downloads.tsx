import { useState } from 'react';
import { listBindRows } from '#contract/bind-jobs.ts';
import { call } from '#src/api/call.ts';
import { showFailure } from '#src/api/write.ts';
import { saveFile } from '#src/browser/save-file.ts';
import type { ResultWords } from '#src/bulk-bind/file/file-types.ts';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { countsOf, type RunView } from './run-import.ts';

/** As many rows as one answer may hold. */
const PAGE = 10_000;

/** After a reload the worker knows only what came since: the rest stands in the history of the service. */
async function noteHistory({ session }: OpenFile, { record }: RunView): Promise<void> {
  for (let skip = 0; ; skip += PAGE) {
    const query = { batch_id: record.id, limit: PAGE, skip };
    const { items, total_count: total } = await call(listBindRows, { query, priority: 'background' });
    await session.note('run', items);
    if (items.length === 0 || skip + items.length >= total) return;
  }
}

function resultWords(): ResultWords {
  const { column, results, reasons } = messages.resultWords;
  return { columns: [column.line, column.result, column.code, column.reason, column.customer], results, reasons };
}

type Kind = 'result' | 'errors' | 'fixed';

/** Gives the person one of the files that an import ends with. */
function useDownloads(file: OpenFile, run: RunView | null) {
  const [busy, setBusy] = useState<Kind | null>(null);
  const save = async (kind: Kind) => {
    const { session, facts } = file;
    setBusy(kind);
    try {
      if (run !== null && run.resumed !== null && run.record.hasRows && kind !== 'fixed') await noteHistory(file, run);
      const content =
        kind === 'result'
          ? await session.resultFile(resultWords())
          : await (kind === 'errors' ? session.errorFile() : session.fixedCopy());
      saveFile(content, messages.name[kind](facts.name.replace(/\.\w{1,5}$/, '')));
    } catch (error) {
      showFailure(error, messages.downloadFailed);
    } finally {
      setBusy(null);
    }
  };
  return { busy, save: (kind: Kind) => void save(kind) };
}

interface DownloadsProps {
  readonly file: OpenFile;
  readonly run: RunView;
}

/** While it runs: what there is so far. */
export function DownloadsSoFar({ file, run }: DownloadsProps) {
  const { busy, save } = useDownloads(file, run);
  const counts = countsOf(run.record);
  const refused = counts.total_rows - counts.bound - counts.refreshed;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" icon="download" busy={busy === 'result'} onClick={() => save('result')}>
        {messages.logSoFar}
      </Button>
      {refused === 0 ? null : (
        <Button size="sm" icon="download" busy={busy === 'errors'} onClick={() => save('errors')}>
          {messages.notApplied(refused, formatCount(refused))}
        </Button>
      )}
    </div>
  );
}

/** In the header of the dry run: the rows that would not be applied. */
export function ErrorRowsButton({ file, count }: { readonly file: OpenFile; readonly count: number }) {
  const { busy, save } = useDownloads(file, null);
  return (
    <Button icon="download" className="max-md:hidden" busy={busy === 'errors'} onClick={() => save('errors')}>
      {messages.errorRows(count, formatCount(count))}
    </Button>
  );
}

/** At the end: each file with what is in it. */
export function Downloads({ file, run }: DownloadsProps) {
  const { busy, save } = useDownloads(file, run);
  const counts = countsOf(run.record);
  const notApplied = file.facts.rows - counts.bound - counts.refreshed;
  const lines = [
    ...(run.record.hasRows
      ? [{ kind: 'result' as const, name: messages.resultFile, text: messages.resultFileText }]
      : []),
    { kind: 'errors' as const, name: messages.errorFile, text: messages.errorFileText },
    { kind: 'fixed' as const, name: messages.fixedCopy, text: messages.fixedCopyText },
  ];
  return (
    <ul>
      {lines.map(({ kind, name, text }) => (
        <li key={kind} className="flex items-center gap-3 border-b border-line py-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{name}</p>
            <p className="text-12 text-ink-3">{text}</p>
          </div>
          <Button
            size="sm"
            icon="download"
            aria-label={`${messages.download}: ${name}`}
            busy={busy === kind}
            disabledReason={kind === 'errors' && notApplied === 0 ? messages.errorFileNone : undefined}
            onClick={() => save(kind)}
          >
            {messages.download}
          </Button>
        </li>
      ))}
    </ul>
  );
}
