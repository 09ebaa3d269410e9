import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { CHANNELS } from '#contract/customers.ts';
import { DELIMITERS, type ReadOptions } from './file/file-types.ts';
import { closeRuns } from './import-job.ts';
import { mapColumn, missingColumns, type OpenFile, readAgain, setChannel } from './open-file.ts';
import { columnsMessages as messages, messages as words, rows } from './messages.ts';
import type { BulkSearch, Go } from './search.ts';
import { ProgressBar } from '#src/ui/meter.tsx';
import { formatBytes, formatCount, formatPercent } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { FactList } from '#src/ui/fact-list.tsx';
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
        <Damaged rows={file.summary?.problems.get('damaged_number') ?? 0} />
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

/** How the file is read. Reading it again loses the changes of its rows. */
function ReadAs({ file: { facts } }: { readonly file: OpenFile }) {
  const change = (how: ReadOptions) => {
    closeRuns();
    readAgain(how);
  };
  const separator = (
    <Choice
      label={messages.separator}
      value={facts.delimiter}
      options={DELIMITERS.map((value) => [value, messages.separators[value]])}
      className={QUIET_SELECT}
      onChoose={(value) => value !== null && change({ delimiter: value })}
    />
  );
  const header = (
    <Choice
      label={messages.header}
      value={facts.hasHeader ? 'yes' : 'no'}
      options={(['yes', 'no'] as const).map((value) => [value, messages.headers[value]])}
      className={QUIET_SELECT}
      onChoose={(value) => change({ hasHeader: value === 'yes' })}
    />
  );
  return (
    <section aria-label={messages.readAs} className="mt-5">
      <h3 className="mb-1 font-semibold">{messages.readAs}</h3>
      <FactList
        facts={[
          [messages.separator, separator],
          [messages.header, header],
        ]}
      />
    </section>
  );
}

/** Numbers that no rule can fix. */
function Damaged({ rows: damaged }: { readonly rows: number }) {
  if (damaged === 0) return null;
  return (
    <div className="mt-4 flex gap-2 rounded-control bg-warn-tint px-3 py-2 text-12 text-warn-text">
      <Icon name="warning" size={14} className="mt-px" />
      <div className="min-w-0">
        {messages.damaged(damaged, formatCount(damaged))}
        <p className="mt-1">{messages.damagedFix}</p>
      </div>
    </div>
  );
}
