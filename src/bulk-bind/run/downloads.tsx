import { useState, type ComponentProps } from 'react';
import { showFailure } from '#src/api/write.ts';
import { saveFile } from '#src/browser/save-file.ts';
import type { ResultWords } from '#src/bulk-bind/file/file-types.ts';
import type { OpenFile } from '#src/bulk-bind/import-store.ts';
import { appliedOf } from '#src/bulk-bind/outcome-bar.tsx';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import type { RunView } from './run-import.ts';

interface SaveButtonProps extends ComponentProps<typeof Button> {
  readonly file: OpenFile;
  readonly kind: 'result' | 'errors' | 'fixed';
}

/** Gives the person one of the files that an import ends with. */
function SaveButton({ file: { session, facts }, kind, ...button }: SaveButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const content =
        kind === 'result'
          ? await session.call('resultFile', [resultWords()])
          : await session.call(kind === 'errors' ? 'errorFile' : 'fixedCopy', []);
      saveFile(content, messages.name[kind](facts.name.replace(/\.\w{1,5}$/, '')));
    } catch (error) {
      showFailure(error, messages.downloadFailed);
    } finally {
      setBusy(false);
    }
  };
  return <Button {...button} icon="download" busy={isBusy} onClick={() => void save()} />;
}

function resultWords(): ResultWords {
  const { column, results, reasons } = messages.resultWords;
  return { columns: [column.line, column.result, column.code, column.reason, column.customer], results, reasons };
}

interface DownloadsProps {
  readonly file: OpenFile;
  readonly run: RunView;
}

/** While it runs: what there is so far. */
export function DownloadsSoFar({ file, run }: DownloadsProps) {
  const counts = run.counts;
  const refused = counts.total_rows - appliedOf(counts);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <SaveButton file={file} kind="result" size="sm">
        {messages.logSoFar}
      </SaveButton>
      {refused === 0 ? null : (
        <SaveButton file={file} kind="errors" size="sm">
          {messages.notApplied(refused, formatCount(refused))}
        </SaveButton>
      )}
    </div>
  );
}

/** In the header of the dry run: the rows that would not be applied. */
export function ErrorRowsButton({ file, count }: { readonly file: OpenFile; readonly count: number }) {
  return (
    <SaveButton file={file} kind="errors" className="max-md:hidden">
      {messages.errorRows(count, formatCount(count))}
    </SaveButton>
  );
}

/** At the end: each file with what is in it. */
export function Downloads({ file, run }: DownloadsProps) {
  const notApplied = file.facts.rows - appliedOf(run.counts);
  return (
    <ul>
      {(['result', 'errors', 'fixed'] as const).map((kind) =>
        kind === 'result' && !run.hasRows ? null : (
          <li key={kind} className="flex items-center gap-3 border-b border-line py-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{messages.files[kind].name}</p>
              <p className="text-12 text-ink-3">{messages.files[kind].text}</p>
            </div>
            <SaveButton
              file={file}
              kind={kind}
              size="sm"
              aria-label={`${messages.download}: ${messages.files[kind].name}`}
              disabledReason={kind === 'errors' && notApplied === 0 ? messages.errorFileNone : undefined}
            >
              {messages.download}
            </SaveButton>
          </li>
        ),
      )}
    </ul>
  );
}
