import { useId, useMemo, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { randomId } from '#src/browser/random-id.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { DAY_PRESETS, readDays } from '#src/portal-links/issue-form-values.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './bulk-messages.ts';
import { beginBulkJob } from './bulk-store.ts';
import { parseAddresses, type ParsedAddresses } from './parse-addresses.ts';
import { runBulk } from './run-bulk.ts';

const MAX = 5_000;
const DAY_MS = 86_400_000;
const SHOWN_LINES = 5;
const INPUT = 'rounded-control border border-line-control bg-surface px-2.5 text-ink';

interface BulkFormProps {
  readonly siteId: string;
  readonly onClose: () => void;
}

/** Whom links are issued for. */
export function BulkForm({ siteId, onClose }: BulkFormProps) {
  const id = useId();
  const zone = useDisplayZone();
  const now = useNow();
  const { reason } = useWriteAccess('portal_tokens:write');
  const [text, setText] = useState('');
  const [daysText, setDays] = useState('30');
  const parsed = useMemo(() => parseAddresses(text), [text]);
  const days = readDays(daysText);
  const count = parsed.emails.length;
  const isReady = days !== null && count > 0 && count <= MAX;

  function start(): void {
    if (days === null || !isReady) return;
    beginBulkJob({ siteId, days, items: parsed.emails.map((email) => ({ email, key: randomId() })) });
    void runBulk();
  }

  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      className="md:w-[560px]"
      footer={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button
            variant="primary"
            disabledReason={reason ?? (isReady ? undefined : days === null ? messages.daysProblem : messages.listHint)}
            onClick={start}
          >
            {messages.start(count, formatCount(count))}
          </Button>
        </>
      }
    >
      <label htmlFor={`${id}-list`} className="mb-1 block text-12 font-medium">
        {messages.list}
      </label>
      <textarea
        id={`${id}-list`}
        value={text}
        rows={7}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-found`}
        className={`w-full resize-y py-2 font-mono text-12 ${INPUT}`}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
        {messages.listHint}
        <label className="relative inline-flex min-h-6 cursor-pointer items-center font-medium text-accent-text hover:underline focus-within:outline-2 focus-within:outline-focus">
          {messages.file}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              void target.files?.[0]?.text().then(setText);
              target.value = '';
            }}
          />
        </label>
      </p>
      <div id={`${id}-found`} role="status" className="mt-1 text-12">
        <Found parsed={parsed} isEmpty={text.trim() === ''} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <label htmlFor={`${id}-days`} className="text-12 font-medium">
          {messages.days}
        </label>
        <input
          id={`${id}-days`}
          value={daysText}
          inputMode="numeric"
          aria-invalid={days === null ? true : undefined}
          className={`min-h-control w-16 tabular-nums ${INPUT}`}
          onChange={({ target }) => setDays(target.value)}
        />
        <span className="flex-1 text-ink-2">{messages.daysUnit}</span>
        <Segmented
          label={messages.days}
          value={daysText.trim()}
          options={DAY_PRESETS.map((value) => ({ value, label: value }))}
          onChange={setDays}
        />
      </div>
      <p className="mt-1 text-12 text-ink-3">
        {days === null
          ? messages.daysProblem
          : messages.expiresOn(formatInstant(new Date(now + days * DAY_MS).toISOString(), zone))}
      </p>
      <p className="mt-4 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">{messages.warning}</p>
    </Dialog>
  );
}

function Found({ parsed, isEmpty }: { readonly parsed: ParsedAddresses; readonly isEmpty: boolean }) {
  if (isEmpty) return null;
  const { emails, repeated, wrong } = parsed;
  return (
    <>
      <p className={emails.length > MAX ? 'text-danger-text' : 'text-ink-2'}>
        {messages.found(emails.length, formatCount(emails.length))} {repeated > 0 ? messages.repeated(repeated) : null}{' '}
        {emails.length > MAX ? messages.tooMany(formatCount(MAX)) : null}
      </p>
      {wrong.length === 0 ? null : (
        <div className="text-warn-text">
          <p>{messages.wrong(wrong.length)}</p>
          <ul className="ps-3">
            {wrong.slice(0, SHOWN_LINES).map(({ line, text }, at) => (
              <li key={at} dir="auto" className="truncate">
                {messages.line(line, text)}
              </li>
            ))}
            {wrong.length > SHOWN_LINES ? <li>{messages.moreLines(wrong.length - SHOWN_LINES)}</li> : null}
          </ul>
        </div>
      )}
    </>
  );
}
