import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { csvFile } from '#contract/csv.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { type FileSource, MAX_FILE_BYTES, MAX_FILE_ROWS } from './file/file-types.ts';
import { History } from './history.tsx';
import type { FileState, OpenProblem } from './open-file.ts';
import { messages as words, startMessages as messages } from './messages.ts';
import { ProgressBar } from '#src/ui/meter.tsx';
import type { BulkSearch } from './search.ts';
import { TextArea } from '#src/forms/field.tsx';
import { formatBytes, formatCount } from '#src/format/number.ts';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

interface FileStepProps {
  readonly search: BulkSearch;
  readonly state: FileState;
  readonly onFile: (given: FileSource) => void;
}

/** The first step: choose a file. Earlier imports are listed below. */
export function FileStep({ search, state, onFile }: FileStepProps) {
  const { reason } = useWriteAccess('channels:bulk');
  return (
    <PageBody>
      <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
      <p className="max-w-measure text-ink-2 text-pretty">{messages.text}</p>
      {reason === undefined ? null : (
        <p role="note" className="mt-3 flex gap-2 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">
          <Icon name="lock" size={14} className="mt-px" />
          {reason}
        </p>
      )}
      <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <div className="min-w-0">
          {state.phase === 'reading' ? <Reading name={state.name} share={state.share} /> : <Chooser onFile={onFile} />}
          {state.phase === 'none' && state.problem !== null ? <Problem problem={state.problem} /> : null}
        </div>
        <section aria-label={messages.columns} className="min-w-0">
          <h3 className="mb-1 font-semibold">{messages.columns}</h3>
          <FactList facts={BIND_COLUMNS.map((column) => [words.columnName[column], messages.column[column]])} />
        </section>
      </div>
      <div className="mt-8">
        <History search={search} />
      </div>
    </PageBody>
  );
}

/** Each channel once, with the customer by email, by phone or by both. */
function sampleFile(): string {
  return csvFile(BIND_COLUMNS, [
    ['whatsapp', '+4915155501884', 'maren.lindqvist@example.com', 'Maren L.', '+4915155501884'],
    ['sms', '+351912555018', null, null, '+351912555018'],
    ['instagram', '17841405822304914', 'aoife.byrne@example.com', 'aoife.b', null],
    ['messenger', '6213348890440127', 'tomas.carvalho@example.com', 'Tomás Carvalho', null],
    ['email', 'elif.kaya@example.com', 'elif.kaya@example.com', null, null],
  ]);
}

function Chooser({ onFile }: Pick<FileStepProps, 'onFile'>) {
  const input = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  return (
    <div className="flex min-h-44 flex-col items-center justify-center gap-1 rounded-dialog border border-dashed border-line-control bg-app px-4 py-6 text-center">
      <Icon name="table" size={20} className="mb-1 text-ink-3" />
      <p className="text-14 font-medium">{messages.drop}</p>
      <p className="text-12 text-ink-3">{messages.dropHint}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={() => input.current?.click()}>
          {messages.choose}
        </Button>
        <Button onClick={() => setPasting(true)}>{messages.paste}</Button>
        <Button variant="ghost" icon="download" onClick={() => saveFile(sampleFile(), messages.sampleName)}>
          {messages.sample}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        // Some systems have no type for .csv, so any file that is chosen is read.
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label={messages.choose}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          takeFiles(event.target.files, onFile);
          // The same file can be chosen once more.
          event.target.value = '';
        }}
      />
      {isPasting ? <PasteDialog onFile={onFile} onClose={() => setPasting(false)} /> : null}
    </div>
  );
}

interface PasteDialogProps {
  readonly onFile: (given: FileSource) => void;
  readonly onClose: () => void;
}

/** A table of a spreadsheet is pasted as tabs and lines. */
function PasteDialog({ onFile, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={messages.pasteTitle}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          disabledReason={text.trim() === '' ? messages.pasteEmpty : undefined}
          onClick={() => {
            onClose();
            onFile({ text, name: messages.pasteName });
          }}
        >
          {messages.pasteUse}
        </Button>
      }
    >
      <p className="mb-3 text-ink-2">{messages.pasteText}</p>
      <TextArea
        label={messages.pasteLabel}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

function Reading({ name, share }: { readonly name: string; readonly share: number }) {
  return (
    <div className="flex min-h-44 flex-col justify-center gap-2 rounded-dialog border border-line bg-app px-6 py-6">
      <p role="status" className="font-medium [overflow-wrap:anywhere]">
        {words.counted(words.readingFile, name)}
      </p>
      <ProgressBar label={words.readingFile} share={share} />
    </div>
  );
}

function Problem({ problem }: { readonly problem: OpenProblem }) {
  return (
    <div role="alert" className="mt-3 flex gap-2 rounded-control bg-danger-tint px-3 py-2 text-danger-text">
      <Icon name="warning" size={14} className="mt-0.75" />
      <div className="min-w-0">
        <p className="font-medium">{messages.problem.title}</p>
        <p className="[overflow-wrap:anywhere]">{describe(problem)}</p>
      </div>
    </div>
  );
}

function describe(problem: OpenProblem): string {
  const texts = messages.problem;
  switch (problem.code) {
    case 'bad_header':
      return texts.bad_header[problem.cause];
    case 'spreadsheet':
      return texts.spreadsheet(problem.format === 'xlsx' ? 'Excel' : 'old Excel');
    case 'too_large':
      return texts.too_large(formatBytes(problem.bytes), formatBytes(MAX_FILE_BYTES));
    case 'too_many_rows':
      return texts.too_many_rows(formatCount(MAX_FILE_ROWS));
    case 'broken':
      return texts.broken(problem.why);
    default:
      return texts[problem.code];
  }
}

/** Takes a file that is dropped anywhere on the page. */
export function DropTarget({ onFile }: { readonly onFile: (given: FileSource) => void }) {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    // Every element that the pointer crosses fires its own enter and leave.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const move = (by: 1 | -1) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = move(1);
    const leave = move(-1);
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      takeFiles(event.dataTransfer?.files, take);
    };
    addEventListener('dragover', over);
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-(--z-dialog) grid place-items-center rounded-dialog border-2 border-dashed border-accent bg-accent-tint text-20 font-semibold text-accent-text">
      {messages.dropNow}
    </div>
  );
}

function takeFiles(files: FileList | null | undefined, take: (given: FileSource) => void): void {
  const [file, ...others] = files ?? [];
  if (file === undefined) return;
  if (others.length > 0) toast({ kind: 'info', text: messages.oneFile });
  take(file);
}
