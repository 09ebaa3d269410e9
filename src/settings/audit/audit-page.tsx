import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES, AUDIT_OUTCOMES, listAuditLog, type AuditEntry } from '#contract/audit.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatZone } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { ChoiceFilter, type Choice } from '#src/forms/choice-filter.tsx';
import { TextField } from '#src/forms/field.tsx';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock, NoRows } from '#src/ui/empty-block.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Table } from '#src/ui/table.tsx';
import { ActionText, Actor, ChangeLine, EntryDialog, Outcome, Record, useValueText } from './entry.tsx';
import { messages } from './messages.ts';
import { auditOptions, auditQuery, entryKey, tokensOptions } from './queries.ts';
import { isDay, isFiltered, type AuditSearch } from './search.ts';
import { formatAction, formatRecordType } from './words.ts';

const texts = messages.filters;

/** The limit of a file. */
const MAX_ROWS = 10_000;

interface AuditPageProps {
  readonly search: AuditSearch;
  /** Opening an entry adds a step to the history, a filter does not. */
  readonly go: (next: AuditSearch, options?: { readonly push: boolean }) => void;
}

/** The audit log: who changed what, and when. */
export function AuditPage(props: AuditPageProps) {
  const lacking = useMissingScope()('admin:read');
  if (lacking === undefined) return <AuditLog {...props} />;
  return (
    <>
      <SettingsHeader part="audit" />
      <PageBody>
        <EmptyBlock icon="lock" title={messages.locked} text={lacking} />
      </PageBody>
    </>
  );
}

function AuditLog({ search, go }: AuditPageProps) {
  const zone = useDisplayZone();
  const { entry, ...filters } = search;
  const options = auditOptions(filters, zone);
  const { query, rows, total = 0, more } = useMoreRows({ ...options, placeholderData: keepPreviousData });
  return (
    <>
      <SettingsHeader part="audit" actions={<PageActions />} />
      <PageBody>
        <p className="mb-4 max-w-measure text-ink-2 text-pretty">{messages.lead}</p>
        <Panel
          title={messages.list}
          note={
            <span role="status">
              {query.data === undefined ? null : messages.shownOf(formatCount(rows.length), formatCount(total))}
            </span>
          }
          actions={<LogFile filters={filters} total={query.data === undefined ? undefined : total} />}
        >
          <AuditFilters search={filters} go={(next) => go(next)} />
          <QueryState query={query} name={messages.list} rows={10} rowClass="min-h-9">
            {() =>
              rows.length > 0 ? (
                <EntryTable rows={rows} onOpen={(opened) => go({ ...search, entry: opened }, { push: true })} />
              ) : (
                <NoRows
                  texts={messages}
                  icon="clock"
                  isFiltered={isFiltered(search)}
                  clear={{ label: messages.filters.clear, onClick: () => go({}) }}
                />
              )
            }
          </QueryState>
          <MoreRows {...more} />
        </Panel>
      </PageBody>
      {entry === undefined ? null : (
        <EntryDialog key={entry} name={entry} search={filters} rows={rows} onClose={() => go(filters)} />
      )}
    </>
  );
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly go: (next: AuditSearch) => void;
}

function AuditFilters({ search, go }: AuditFiltersProps) {
  const { token, action, type, object, outcome, since, until } = search;
  const tokens = useQuery(tokensOptions()).data?.items ?? [];
  const set = (change: AuditSearch) => go({ ...search, ...change });
  return (
    <div
      role="group"
      aria-label={texts.label}
      className="flex flex-wrap items-end gap-2 pt-1 pb-3 max-md:grid max-md:grid-cols-2 print:hidden"
    >
      <ChoiceFilter
        label={texts.who}
        any={texts.anyone}
        value={token}
        options={tokens.map(({ id, label, token_prefix: prefix }) => [id.toString(), `${label} (${prefix})`])}
        formatUnlisted={messages.token}
        onChange={(value) => set({ token: value })}
      />
      <ChoiceFilter
        label={texts.action}
        any={texts.anyAction}
        value={action}
        options={inOrder(AUDIT_ACTIONS, formatAction)}
        formatUnlisted={formatAction}
        onChange={(value) => set({ action: value })}
      />
      <ChoiceFilter
        label={texts.type}
        any={texts.anyType}
        value={type}
        options={inOrder(AUDIT_OBJECT_TYPES, formatRecordType)}
        formatUnlisted={formatRecordType}
        onChange={(value) => set({ type: value, object: undefined })}
      />
      <ChoiceFilter
        label={texts.outcome}
        any={texts.anyOutcome}
        value={outcome}
        options={AUDIT_OUTCOMES.map((value) => [value, messages.outcome[value]])}
        onChange={(value) => set({ outcome: AUDIT_OUTCOMES.find((one) => one === value) })}
      />
      <DateFilter label={texts.since} value={since} onChange={(day) => set({ since: day })} />
      <DateFilter label={texts.until} value={until} onChange={(day) => set({ until: day })} />
      {/* Links set it, such as the History of a customer. */}
      {object === undefined ? null : (
        <Button className="max-md:self-end" onClick={() => set({ object: undefined })}>
          {texts.object(object)}
          <Icon name="close" size={14} />
        </Button>
      )}
      {isFiltered(search) ? (
        <Button variant="ghost" className="max-md:self-end" onClick={() => go({})}>
          {texts.clear}
        </Button>
      ) : null}
    </div>
  );
}

function inOrder(names: readonly string[], format: (name: string) => string): readonly Choice[] {
  return names.map((name): Choice => [name, format(name)]).toSorted(([, one], [, other]) => one.localeCompare(other));
}

interface DateFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A day, which filters once it is complete. */
function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // The URL changed: Back, or "Clear filters".
  if (typed.of !== value) setTyped({ text: value, of: value });
  return (
    <TextField
      label={label}
      className="w-35 max-md:w-full"
      type="date"
      value={typed.text}
      onChange={({ target }) => {
        setTyped({ text: target.value, of: value });
        if (target.value === '' || isDay(target.value)) onChange(target.value || undefined);
      }}
    />
  );
}

interface EntryTableProps {
  readonly rows: readonly AuditEntry[];
  readonly onOpen: (key: string) => void;
}

function EntryTable({ rows, onOpen }: EntryTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  // A stacked row reads as sentences.
  const isHeadHidden = useMedia('(max-width: 767.98px)');
  const textOf = useValueText();
  const { column } = messages;
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      groupOf={({ at_utc: at }) => formatDay(at, zone, nowMs)}
      phone="stack"
      columns={[
        {
          key: 'action',
          head: column.action,
          isRowHead: true,
          cell: (entry) => (
            <button
              type="button"
              aria-haspopup="dialog"
              className="hit relative -my-0.5 min-h-6 text-start text-accent-text hover:underline"
              onClick={() => onOpen(entryKey(entry))}
            >
              <ActionText action={entry.action} />
            </button>
          ),
        },
        {
          key: 'time',
          head: column.time(formatZone(new Date(nowMs).toISOString(), zone)),
          isHeadHidden,
          className: 'whitespace-nowrap tabular-nums',
          cell: ({ at_utc: at }) => <time dateTime={at}>{dayAndTimeOf(at, zone)?.time ?? at}</time>,
        },
        { key: 'who', head: column.who, isHeadHidden, cell: ({ actor }) => <Actor actor={actor} /> },
        { key: 'object', head: column.object, isHeadHidden, cell: (entry) => <Record {...entry} /> },
        {
          key: 'change',
          head: column.change,
          isHeadHidden,
          cell: (entry) => <ChangeLine {...entry} textOf={textOf} />,
        },
        {
          key: 'outcome',
          head: column.outcome,
          isBeside: true,
          isFigure: true,
          cell: (entry) => <Outcome outcome={entry.outcome} />,
        },
      ]}
    />
  );
}

/** Columns of the file by their API names; the changes are one text. */
const FIELDS = [
  'id',
  'at_utc',
  'actor_kind',
  'token_id',
  'token_prefix',
  'label',
  'action',
  'object_type',
  'object_id',
  'changes',
  'outcome',
  'request_id',
  'network',
  'user_agent',
] as const;

interface LogFileProps {
  readonly filters: AuditSearch;
  readonly total: number | undefined;
}

function LogFile({ filters, total }: LogFileProps) {
  const zone = useDisplayZone();
  const nameOf = useFileName();
  return (
    <ExportButton<AuditEntry>
      total={total}
      nothing={messages.file.nothing}
      fileOf={() => ({
        fileName: nameOf(isFiltered(filters) ? messages.file.filtered : messages.file.name),
        readPage: pagesOf(listAuditLog, auditQuery(filters, zone)),
        fileOf: (entries) => fieldsFile(FIELDS, entries.map(lineOf)),
        maxRows: MAX_ROWS,
      })}
    />
  );
}

function lineOf({ actor: { kind: actor_kind, ...actor }, changes, ...entry }: AuditEntry) {
  const texts = changes.map(({ field, from, to }) =>
    from === null && to === null ? field : `${field}: ${from ?? ''} -> ${to ?? ''}`,
  );
  return { ...entry, ...actor, actor_kind, changes: texts.join('; ') };
}
