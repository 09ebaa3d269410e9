import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { csvFile } from '#contract/csv.ts';
import { listTickets, TICKET_COLUMNS, type Ticket } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';
import { useColumns, COLUMNS, type ColumnKey, columnsMessages } from '#src/inbox/columns/columns.ts';
import { useListName } from '#src/inbox/folders.ts';
import { focusActiveRow } from '#src/inbox/list/list-grid.tsx';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { countOptions } from '#src/inbox/list/ticket-list.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { fieldsFile, pagesOf, useFileName, wholeFile } from '#src/list-export/list-file.ts';

const exportMessages = defineMessages({
  title: 'Download CSV',
  what: 'What to download',
  visible: 'Visible columns',
  all: 'All fields',
  allText: 'Names and values as in the API, times in UTC.',
  visibleText: (columns: string, zone: string) => `${columns}. Times are in ${zone}.`,
  rows: (n: number, count: string) => plural(n, { one: '1 row', other: `${count} rows` }),
  nothing: 'No ticket matches, so there is nothing to download.',
  inZone: (column: string, zone: string) => `${column} (${zone})`,
});

/** The file of what is on screen: its columns, its words, times in the zone that each heading names. */
export function visibleCsv(keys: readonly ColumnKey[], rows: readonly Ticket[], zone: string): string {
  const heads = keys.map((key) => {
    const name = columnsMessages.name[key];
    return COLUMNS[key].isTime ? exportMessages.inZone(name, zone) : name;
  });
  const cellOf = (key: ColumnKey, ticket: Ticket) => {
    const { valueOf, isTime } = COLUMNS[key];
    const value = valueOf(ticket) ?? null;
    return isTime && typeof value === 'string' ? timeCell(value, zone) : value;
  };
  return csvFile(
    heads,
    rows.map((ticket) => keys.map((key) => cellOf(key, ticket))),
  );
}

/** "2026-11-20 14:32:05": spreadsheets read it as a time, and it sorts as text. */
function timeCell(iso: string, zone: string): string | null {
  const wall = dayAndTimeOf(iso, zone);
  return wall === null ? null : `${wall.day} ${wall.time}`;
}

interface TicketsExportProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly onClose: () => void;
}

/** The rows of this view as a file: the columns on screen, or all fields. */
export function TicketsExport({ search, plan, onClose }: TicketsExportProps) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const keys = useColumns();
  const [isAll, setIsAll] = useState(false);
  const total = useQuery(countOptions(plan.query)).data?.total_count;
  const name = useListName(search) ?? messages.title;
  const nameOf = useFileName();
  const texts = exportMessages;
  return (
    <ExportDialog<Ticket>
      title={texts.title}
      total={total}
      nothing={texts.nothing}
      fileOf={() => ({
        fileName: nameOf(name),
        readPage: pagesOf(listTickets, plan.query),
        fileOf: (rows) => (isAll ? fieldsFile(TICKET_COLUMNS, rows) : visibleCsv(keys, rows, zone)),
        // The service writes the file of all fields by itself.
        readFile: isAll && isWholeService(whoami) ? wholeFile(listTickets, plan.query) : undefined,
      })}
      onClose={() => {
        flushSync(onClose);
        // Not to the menu that it came from.
        focusActiveRow();
      }}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-12 text-ink-3">{texts.what}</legend>
        <Choice
          title={texts.visible}
          text={texts.visibleText(keys.map((key) => columnsMessages.name[key]).join(', '), zone)}
          isChosen={!isAll}
          onChoose={() => setIsAll(false)}
        />
        <Choice title={texts.all} text={texts.allText} isChosen={isAll} onChoose={() => setIsAll(true)} />
        <p role="status" className="text-12 text-ink-2 tabular-nums">
          {total === undefined ? null : total === 0 ? texts.nothing : texts.rows(total, formatCount(total))}
        </p>
      </fieldset>
    </ExportDialog>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly text: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ title, text, isChosen, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="radio"
        name="export"
        checked={isChosen}
        aria-describedby={`${id}-text`}
        className="mt-[3px] size-3.5 flex-none accent-(--accent)"
        onChange={onChoose}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {title}
        </label>
        <span id={`${id}-text`} className="text-12 text-ink-2">
          {text}
        </span>
      </div>
    </div>
  );
}
