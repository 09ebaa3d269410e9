import { useEffect, useMemo, useState } from 'react';
import { csvFile } from '#contract/csv.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { exportFileName, saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { TextArea } from '#src/forms/field.tsx';
import { messages as forms } from '#src/forms/messages.ts';
import { DaysField, readDays, useMaxDays } from '#src/portal-links/issue-form.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ProgressBar } from '#src/ui/meter.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { decodeList, parseAddresses, type ParsedAddresses } from './addresses.ts';
import {
  countOutcomes,
  forgetBulkJob,
  markBulkJobSaved,
  pauseBulkJob,
  runBulkJob,
  startBulkJob,
  useBulkJob,
  type BulkJob,
} from './bulk-job.ts';
import { focusOnce } from '#src/portal-links/reveal-dialog.tsx';
import { messages as linkTexts } from '#src/portal-links/messages.ts';
import { messages } from './messages.ts';

const { bulk: texts } = messages;
const MAX = 5_000;
/** Far more than so many addresses with anything beside them: a larger file is another one. */
const MAX_FILE_BYTES = 8_388_608;
const SHOWN_LINES = 5;

/** Issues links for a list of addresses, and shows how far that is. */
export function BulkDialog({ onClose }: { readonly onClose: () => void }) {
  const siteId = String(useWhoami().site_id);
  const job = useBulkJob(siteId);
  if (job === null) return <BulkForm siteId={siteId} onClose={onClose} />;
  return <BulkProgress job={job} onClose={onClose} />;
}

/** Whom links are issued for. */
function BulkForm({ siteId, onClose }: { readonly siteId: string; readonly onClose: () => void }) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const [text, setText] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const [daysText, setDays] = useState('30');
  const parsed = useMemo(() => parseAddresses(text), [text]);
  const maxDays = useMaxDays();
  const days = readDays(daysText, maxDays);
  const count = parsed.emails.length;
  const isListed = count > 0 && count <= MAX;
  const problem = days === null ? linkTexts.daysRange(maxDays) : undefined;
  return (
    <ConfirmDialog
      title={texts.title}
      submit={texts.start(count, formatCount(count))}
      disabledReason={reason ?? problem ?? (isListed ? undefined : texts.listHint)}
      isBusy={false}
      error={null}
      className="md:w-[560px]"
      onConfirm={() => days !== null && startBulkJob(siteId, days, parsed.emails)}
      onClose={onClose}
    >
      <TextArea
        label={texts.list}
        rows={7}
        dir="ltr"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setTooLarge(false);
        }}
        hint={
          <>
            <span className="flex flex-wrap items-center gap-x-2">
              {texts.listHint}
              <FileButton onRead={setText} onTooLarge={setTooLarge} />
            </span>
            <span role="status" className="block">
              {isTooLarge ? <p className="text-danger-text">{texts.fileTooLarge}</p> : null}
              <Found parsed={parsed} isEmpty={text.trim() === ''} />
            </span>
          </>
        }
      />
      <div className="mt-4">
        <DaysField value={daysText} error={problem} expiresOn={texts.expiresOn} onChange={setDays} />
      </div>
      <p className="mt-4 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">{texts.warning}</p>
    </ConfirmDialog>
  );
}

interface FileButtonProps {
  readonly onRead: (text: string) => void;
  readonly onTooLarge: (isTooLarge: boolean) => void;
}

function FileButton({ onRead, onTooLarge }: FileButtonProps) {
  function read(file: File | undefined): void {
    if (file === undefined) return;
    const isTooLarge = file.size > MAX_FILE_BYTES;
    onTooLarge(isTooLarge);
    if (!isTooLarge) void file.arrayBuffer().then((buffer) => onRead(decodeList(new Uint8Array(buffer))));
  }
  return (
    <label className="relative inline-flex min-h-6 cursor-pointer items-center font-medium text-accent-text hover:underline focus-within:outline-2 focus-within:outline-focus">
      {texts.file}
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ target }) => {
          read(target.files?.[0]);
          target.value = '';
        }}
      />
    </label>
  );
}

/** One line for each address: what became of it, and its link. */
function bulkCsv({ items, outcomes }: Pick<BulkJob, 'items' | 'outcomes'>): string {
  const rows = items.map(({ email }, at) => {
    const { kind = '', url = null, id = '', expiresUtc = '', reason = '' } = outcomes[at] ?? {};
    return [email, kind, url ?? '', id, expiresUtc, reason];
  });
  return csvFile(Object.values(texts.columns), rows);
}

function Found({ parsed, isEmpty }: { readonly parsed: ParsedAddresses; readonly isEmpty: boolean }) {
  if (isEmpty) return null;
  const { emails, repeated, wrong } = parsed;
  return (
    <>
      <p className={emails.length > MAX ? 'text-danger-text' : 'text-ink-2'}>
        {texts.found(emails.length, formatCount(emails.length))} {repeated > 0 ? texts.repeated(repeated) : null}{' '}
        {emails.length > MAX ? texts.tooMany(formatCount(MAX)) : null}
      </p>
      {wrong.length === 0 ? null : (
        <div className="text-warn-text">
          <p>{texts.wrong(wrong.length)}</p>
          <ul className="ps-3">
            {wrong.slice(0, SHOWN_LINES).map(({ line, text, problem }, at) => (
              <li key={at} dir="auto" className="truncate">
                {texts.line(line, problem === null ? text : texts.problems[problem])}
              </li>
            ))}
            {wrong.length > SHOWN_LINES ? <li>{texts.moreLines(wrong.length - SHOWN_LINES)}</li> : null}
          </ul>
        </div>
      )}
    </>
  );
}

const KINDS = ['minted', 'reused', 'failed'] as const;
const SHOWN_FAILURES = 5;

/** How far the job is, what became of each address, and the file at its end. */
function BulkProgress({ job, onClose }: { readonly job: BulkJob; readonly onClose: () => void }) {
  const zone = useDisplayZone();
  const site = useWhoami().site_name ?? '';
  const [isAsking, setAsking] = useState(false);
  const { items, outcomes, phase, stopped, isSaved } = job;
  const done = countOutcomes(job);
  const hasLinks = outcomes.some((outcome) => outcome?.url != null);
  // Links that are not saved are gone with the page.
  useEffect(() => {
    if (!hasLinks) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasLinks]);

  function save(): void {
    saveFile(bulkCsv(job), exportFileName(site, texts.view, Date.now(), zone));
    markBulkJobSaved();
  }

  function stop(): void {
    pauseBulkJob();
    forgetBulkJob();
    onClose();
  }

  const close = () => {
    if (isSaved) forgetBulkJob();
    onClose();
  };
  const text = {
    running: texts.running,
    restored: texts.restored(formatCount(done), formatCount(items.length)),
    paused: stopped === null ? texts.paused : texts.pausedBy(stopped),
    done: isSaved ? texts.saved : texts.warning,
  }[phase];
  return (
    <Dialog
      title={phase === 'done' ? texts.doneTitle : texts.title}
      onClose={close}
      className="md:w-[560px]"
      footer={
        isAsking ? (
          <>
            <p className="min-w-40 flex-1 text-12 text-danger-text">{texts.stopAsk}</p>
            <Button ref={focusOnce} onClick={() => setAsking(false)}>
              {forms.cancel}
            </Button>
            <Button variant="danger" onClick={stop}>
              {texts.stop}
            </Button>
          </>
        ) : (
          <>
            {isSaved ? null : (
              <Button variant="danger" className="me-auto" onClick={() => setAsking(true)}>
                {texts.stop}
              </Button>
            )}
            <Button onClick={close}>{ui.close}</Button>
            {phase === 'running' ? <Button onClick={pauseBulkJob}>{texts.pause}</Button> : null}
            {phase === 'paused' || phase === 'restored' ? (
              <Button variant="primary" onClick={() => void runBulkJob()}>
                {texts.resume}
              </Button>
            ) : null}
            {phase === 'done' && !isSaved ? (
              <Button variant="primary" icon="download" onClick={save}>
                {texts.save}
              </Button>
            ) : null}
          </>
        )
      }
    >
      <p role="status" className="text-ink-2 text-pretty">
        {text}
      </p>
      <div className="mt-3 flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <ProgressBar label={texts.title} share={items.length === 0 ? 0 : done / items.length} />
        </div>
        <span className="text-12 text-ink-3 tabular-nums">
          {texts.progress(formatCount(done), formatCount(items.length))}
        </span>
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt className="text-12 text-ink-3">{texts.counts[kind]}</dt>
            <dd className="text-16 font-semibold tabular-nums">{formatCount(countOutcomes(job, kind))}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-2 text-12 text-danger-text">
        {items
          .flatMap(({ email }, at) => (outcomes[at]?.kind === 'failed' ? [{ email, reason: outcomes[at].reason }] : []))
          .slice(0, SHOWN_FAILURES)
          .map(({ email, reason }) => (
            <li key={email} className="[overflow-wrap:anywhere]">
              <AddressText text={`${email}: ${reason}`} />
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
