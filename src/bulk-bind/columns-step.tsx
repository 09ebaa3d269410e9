import type { ReactNode } from 'react';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import { DELIMITERS, ENCODINGS } from './file/file-types.ts';
import { mapColumn, missingColumns, type OpenFile, readAgain, setChannel } from './open-file.ts';
import { columnsMessages as messages, messages as words, rows } from './messages.ts';
import type { BulkSearch, Go } from './search.ts';
import { ProgressBar } from '#src/ui/meter.tsx';
import { formatBytes, formatCount, formatPercent } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Choice } from './choice.tsx';
import { RowsPane } from './rows-pane.tsx';

interface ColumnsStepProps {
  readonly file: OpenFile;
  readonly search: BulkSearch;
  readonly go: Go;
}

/** The second step: matches columns, changes how the file is read, and fixes its rows. */
export function ColumnsStep({ file, search, go }: ColumnsStepProps) {
  const missing = missingColumns(file);
  return (
    <div className="grid min-h-0 flex-1 lg:grid-cols-[388px_minmax(0,1fr)] max-lg:overflow-y-auto">
      <div className="min-w-0 px-6 py-4 max-md:px-4 lg:overflow-y-auto lg:border-e lg:border-line">
        <Lead file={file} missing={missing} />
        <Mapping file={file} missing={missing} />
        <ReadAs file={file} />
        <Warnings file={file} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-col max-lg:h-[80dvh] max-lg:border-t max-lg:border-line">
        {file.summary !== null ? (
          <RowsPane file={file} summary={file.summary} search={search} go={go} />
        ) : missing.length > 0 ? (
          <p className="p-6 text-ink-3">{messages.matchFirst}</p>
        ) : (
          <Checking share={file.checked ?? 0} />
        )}
      </div>
    </div>
  );
}

function Checking({ share }: { readonly share: number }) {
  const label = messages.checking(formatPercent(share));
  return (
    <div className="p-6">
      <p className="mb-2 text-12 text-ink-2 tabular-nums">{label}</p>
      <ProgressBar label={label} share={share} />
    </div>
  );
}

interface PartProps {
  readonly file: OpenFile;
  readonly missing: ReturnType<typeof missingColumns>;
}

function Lead({ file: { facts }, missing }: PartProps) {
  const [column] = missing;
  return (
    <>
      <h2 className="text-20 font-semibold text-balance">
        {column === undefined
          ? messages.allMatched
          : missing.length > 1
            ? messages.missingBoth
            : messages.missing[column]}
      </h2>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <b className="font-medium text-ink">{facts.name}</b>
        {messages.file(formatBytes(facts.bytes), rows(facts.rows, formatCount(facts.rows)))}
        {messages.local}
      </p>
    </>
  );
}

const SELECT =
  'min-h-control w-full min-w-0 rounded-control border bg-surface px-2 text-12 pointer-coarse:min-h-11 focus-visible:border-transparent focus-visible:outline-offset-0';

const QUIET_SELECT =
  '-ms-1 min-h-6 min-w-0 rounded-control border border-transparent bg-surface hover:border-line-control pointer-coarse:min-h-11';

function Mapping({ file, missing }: PartProps) {
  const { facts, mapping, channel } = file;
  const head = 'px-2 py-1.5 text-start text-12 font-medium text-ink-3 first:ps-0 last:pe-0';
  return (
    <table className="mt-3 w-full table-fixed border-collapse">
      <caption className="sr-only">{messages.mapping}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-[27%]`}>
            {messages.inFile}
          </th>
          <th scope="col" className={`${head} w-[30%]`}>
            {messages.firstRow}
          </th>
          <th scope="col" className={head}>
            {messages.goesTo}
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.columns.map((column, index) => {
          const target = [...mapping].find(([, from]) => from === index)?.[0];
          const first = facts.firstRow[index] ?? '';
          return (
            // Two columns may have the same name.
            <tr key={index} className="border-b border-line">
              <th
                scope="row"
                dir="auto"
                title={column}
                className={`truncate py-1.5 pe-2 text-start font-mono text-12 font-normal ${target === undefined ? 'text-ink-3' : ''}`}
              >
                {column}
              </th>
              <td dir="auto" title={first} className="truncate px-2 py-1.5 font-mono text-12 text-ink-3">
                {first === '' ? messages.empty : first}
              </td>
              <td className="py-1 ps-2">
                <Choice
                  label={messages.goesToOf(column)}
                  value={target ?? null}
                  options={BIND_COLUMNS.map((name) => [name, words.columnName[name]])}
                  none={messages.none}
                  className={`${SELECT} border-line-control ${target === undefined ? 'text-ink-3' : ''}`}
                  onChoose={(chosen) => mapColumn(index, chosen)}
                />
              </td>
            </tr>
          );
        })}
        {mapping.has('channel') ? null : (
          <tr className="border-b border-line">
            <th scope="row" colSpan={2} className="py-1.5 text-start text-12 font-normal text-ink-2">
              {messages.everyRow}
            </th>
            <td className="py-1 ps-2">
              <Choice
                label={messages.everyRowOf}
                value={channel}
                options={CHANNELS.map((name) => [name, channelWord(name)])}
                none={messages.noChannel}
                className={`${SELECT} ${missing.includes('channel') ? 'border-danger' : 'border-line-control'}`}
                onChoose={setChannel}
              />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** How the file is read; each line can be changed. */
function ReadAs({ file }: { readonly file: OpenFile }) {
  const { facts } = file;
  const { encoding, delimiter, header } = facts;
  return (
    <section aria-label={messages.readAs} className="mt-5">
      <h3 className="font-semibold">{messages.readAs}</h3>
      <dl>
        <Line term={messages.separator} isDetected={delimiter.isDetected}>
          <Choice
            label={messages.separator}
            value={delimiter.value}
            options={DELIMITERS.map((value) => [value, messages.separators[value]])}
            className={QUIET_SELECT}
            onChoose={(value) => value !== null && readAgain({ delimiter: value })}
          />
        </Line>
        <Line term={messages.encoding} isDetected={encoding.isDetected}>
          <Choice
            label={messages.encoding}
            value={encoding.value}
            options={ENCODINGS.map((value) => {
              const name = messages.encodings[value];
              return [value, value === encoding.value && encoding.hasMark ? messages.withMark(name) : name];
            })}
            className={QUIET_SELECT}
            onChoose={(value) => value !== null && readAgain({ encoding: value })}
          />
        </Line>
        <Line term={messages.header} isDetected={header.isDetected}>
          <Choice
            label={messages.header}
            value={header.value ? 'yes' : 'no'}
            options={(['yes', 'no'] as const).map((value) => [value, messages.headers[value]])}
            className={QUIET_SELECT}
            onChoose={(value) => readAgain({ hasHeader: value === 'yes' })}
          />
        </Line>
      </dl>
    </section>
  );
}

interface LineProps {
  readonly term: string;
  readonly isDetected: boolean;
  readonly children: ReactNode;
}

function Line({ term, isDetected, children }: LineProps) {
  return (
    <div className="flex min-h-8 items-center gap-2 border-b border-line py-1">
      <dt className="w-26 flex-none text-12 text-ink-3">{term}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-2">
        {children}
        <span className="text-12 text-ink-3">{isDetected ? messages.detected : messages.chosen}</span>
      </dd>
    </div>
  );
}

/** Problems that no rule can fix. */
function Warnings({ file: { facts, summary } }: { readonly file: OpenFile }) {
  const damaged = summary?.problems.get('damaged_number') ?? 0;
  return (
    <>
      {facts.openQuoteLine === null ? null : (
        <Warning text={messages.openQuote(formatCount(facts.openQuoteLine))}>
          <Button size="sm" className="mt-2" onClick={() => readAgain({ hasQuotedBreaks: false })}>
            {messages.openQuoteFix}
          </Button>
        </Warning>
      )}
      {damaged === 0 ? null : (
        <Warning text={messages.damaged(damaged, formatCount(damaged))}>
          <p className="mt-1">{messages.damagedFix}</p>
        </Warning>
      )}
    </>
  );
}

function Warning({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="mt-4 flex gap-2 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">
      <Icon name="warning" size={14} className="mt-px" />
      <div className="min-w-0">
        {text}
        {children}
      </div>
    </div>
  );
}
