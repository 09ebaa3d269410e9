import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES, AUDIT_OUTCOMES, listAuditLog, type AuditEntry } from '#contract/audit.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { addDays } from '#src/format/days.ts';
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
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Table, type Column } from '#src/ui/table.tsx';
import { ActionText, Actor, ChangeLine, EntryDialog, Outcome, Record, useValueText } from './entry.tsx';
import { messages } from './messages.ts';
import { auditOptions, auditQuery, entryKey, KEPT_DAYS, tokensOptions } from './queries.ts';
import { auditSearch, isFiltered, type AuditSearch, type NextSearch } from './search.ts';
import { formatAction, formatRecordType } from './words.ts';

const texts = messages.filters;

const DAY_MS = 86_400_000;
/** The limit of a file. */
const MAX_ROWS = 10_000;
/** Aligns texts of two sizes on one line. */
const LINE = 'align-baseline! max-md:py-0.5!';

interface AuditPageProps {
  readonly search: AuditSearch;
  /** Opening an entry adds a step to the history, a filter does not. */
  readonly go: (next: NextSearch, options?: { readonly push: boolean }) => void;
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
  const nowMs = useNow();
  const { entry, ...filters } = search;
  const options = auditOptions(filters, zone);
  const { query, rows, total = 0, more } = useMoreRows({ ...options, placeholderData: keepPreviousData });
  const keptSince = formatDay(new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString(), zone, nowMs);
  const count = formatCount(total);
  return (
    <>
      <SettingsHeader part="audit" actions={<PageActions />} />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">
          {query.data === undefined
            ? messages.title
            : isFiltered(search)
              ? messages.found(total, count)
              : messages.lead(total, count)}
        </h2>
        <p className="mb-4 max-w-measure text-ink-2 text-pretty">{messages.leadText(keptSince)}</p>
        <Panel
          title={messages.list}
          note={
            <span role="status">
              {query.data === undefined ? null : messages.shownOf(formatCount(rows.length), count)}
            </span>
          }
          actions={<LogFile filters={filters} total={query.data === undefined ? undefined : total} />}
        >
          <AuditFilters search={filters} go={(next) => go(next)} />
          <QueryState query={query} name={messages.list} rows={10} rowClass="min-h-9">
            {() =>
              rows.length > 0 ? (
                <EntryTable
                  rows={rows}
                  onOpen={(opened) => go((before) => ({ ...before, entry: opened }), { push: true })}
                />
              ) : isFiltered(search) ? (
                <EmptyBlock
                  icon="search"
                  title={messages.noMatch.title}
                  text={messages.noMatch.text(keptSince)}
                  action={<Button onClick={() => go(() => ({}))}>{messages.filters.clear}</Button>}
                />
              ) : (
                <EmptyBlock icon="clock" title={messages.empty.title} text={messages.empty.text} />
              )
            }
          </QueryState>
          <MoreRows {...more} />
        </Panel>
      </PageBody>
      {entry === undefined ? null : (
        <EntryDialog
          key={entry}
          name={entry}
          search={filters}
          rows={rows}
          onClose={() => go((before) => ({ ...before, entry: undefined }))}
        />
      )}
    </>
  );
}

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly go: (next: NextSearch) => void;
}

function AuditFilters({ search, go }: AuditFiltersProps) {
  const { token, action, type, outcome } = search;
  const hasTokens = isWholeService(useWhoami());
  const tokens = useQuery({ ...tokensOptions(), enabled: hasTokens }).data?.items ?? [];
  const set = (change: AuditSearch) => go((before) => ({ ...before, ...change }));
  // A phone shows the entries first.
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isOpen, setOpen] = useState(() => isFiltered(search));
  if (isPhone && !isOpen) {
    return (
      <Button icon="filter" className="mb-2" onClick={() => setOpen(true)}>
        {texts.label}
      </Button>
    );
  }
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
      <TypedFilter name="object" search={search} go={go} className="w-24 max-md:w-full" />
      <ChoiceFilter
        label={texts.outcome}
        any={texts.anyOutcome}
        value={outcome}
        options={AUDIT_OUTCOMES.map((value) => [value, messages.outcome[value]])}
        onChange={(value) => set({ outcome: AUDIT_OUTCOMES.find((one) => one === value) })}
      />
      <TypedFilter name="since" search={search} go={go} className="w-35 max-md:w-full" />
      <TypedFilter name="until" search={search} go={go} className="w-35 max-md:w-full" />
      {isFiltered(search) ? (
        <Button variant="ghost" className="max-md:self-end" onClick={() => go(() => ({}))}>
          {texts.clear}
        </Button>
      ) : null}
    </div>
  );
}

function inOrder(names: readonly string[], format: (name: string) => string): readonly Choice[] {
  return names.map((name): Choice => [name, format(name)]).toSorted(([, one], [, other]) => one.localeCompare(other));
}

interface TypedFilterProps extends AuditFiltersProps {
  readonly name: 'object' | 'since' | 'until';
  readonly className: string;
}

/** A date filters as soon as it is complete, an ID on Enter or blur. */
function TypedFilter({ name, search, go, className }: TypedFilterProps) {
  const isDate = name !== 'object';
  const value = search[name] ?? '';
  const [typed, setTyped] = useState({ text: value, of: value });
  // The URL changed: Back, or "Clear filters".
  if (typed.of !== value) setTyped({ text: value, of: value });

  function apply(text: string): void {
    if (auditSearch({ [name]: text }).ignored !== undefined || text === value) return;
    go((before) => {
      const next = { ...before, [name]: text };
      // A first day after the last day removes the last day, and vice versa.
      if (auditSearch(next).ignored === undefined) return auditSearch(next);
      return auditSearch({ ...next, [name === 'since' ? 'until' : 'since']: undefined });
    });
  }
  const applyTyped = () => apply(typed.text.trim());
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        applyTyped();
      }}
    >
      <TextField
        label={texts[name]}
        className={className}
        type={isDate ? 'date' : 'text'}
        value={typed.text}
        onChange={({ target }) => {
          setTyped({ text: target.value, of: value });
          if (isDate) apply(target.value);
        }}
        onBlur={applyTyped}
      />
    </form>
  );
}

interface EntryTableProps {
  readonly rows: readonly AuditEntry[];
  readonly onOpen: (key: string) => void;
}

function EntryTable({ rows, onOpen }: EntryTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const isPhone = useMedia('(max-width: 767.98px)');
  const textOf = useValueText();
  const { column } = messages;
  const time: Column<AuditEntry> = {
    key: 'time',
    head: column.time(formatZone(new Date(nowMs).toISOString(), zone)),
    isHeadHidden: isPhone,
    className: `whitespace-nowrap text-12 text-ink-3 tabular-nums ${LINE}`,
    cell: ({ at_utc: at }) => <time dateTime={at}>{dayAndTimeOf(at, zone)?.time ?? at}</time>,
  };
  const action: Column<AuditEntry> = {
    key: 'action',
    head: column.action,
    isRowHead: true,
    className: LINE,
    cell: (entry) => (
      <button
        type="button"
        aria-haspopup="dialog"
        className="hit relative min-h-6 text-start text-accent-text hover:underline"
        onClick={() => onOpen(entryKey(entry))}
      >
        <ActionText action={entry.action} />
      </button>
    ),
  };
  const outcome: Column<AuditEntry> = {
    key: 'outcome',
    head: column.outcome,
    isBeside: true,
    isFigure: true,
    className: LINE,
    cell: (entry) => <Outcome outcome={entry.outcome} />,
  };
  const others: readonly Column<AuditEntry>[] = [
    {
      key: 'who',
      head: column.who,
      isHeadHidden: isPhone,
      className: LINE,
      cell: ({ actor }) => <Actor actor={actor} />,
    },
    {
      key: 'object',
      head: column.object,
      isHeadHidden: isPhone,
      className: LINE,
      cell: (entry) => <Record {...entry} />,
    },
    {
      key: 'change',
      head: column.change,
      isHeadHidden: isPhone,
      className: LINE,
      cell: (entry) => <ChangeLine {...entry} textOf={textOf} />,
    },
  ];
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      groupOf={({ at_utc: at }) => dayName(at, zone, nowMs)}
      phone="stack"
      columns={isPhone ? [action, outcome, time, ...others] : [time, action, ...others, outcome]}
    />
  );
}

/** "Today, 20 Nov"; other days by their date. */
function dayName(at: string, zone: string, nowMs: number): string {
  const day = formatDay(at, zone, nowMs);
  const dateOf = (iso: string) => dayAndTimeOf(iso, zone)?.day ?? '';
  const today = dateOf(new Date(nowMs).toISOString());
  if (dateOf(at) === today) return messages.today(day);
  return dateOf(at) === addDays(today, -1) ? messages.yesterday(day) : day;
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
