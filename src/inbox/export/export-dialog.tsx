import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { listTickets, TICKET_COLUMNS, type Ticket } from '#contract/tickets.ts';
import { call, callText } from '#src/api/call.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { columnsMessages } from '#src/inbox/columns/columns-messages.ts';
import { useColumnKeys } from '#src/inbox/columns/columns.ts';
import { exportFileName } from '#src/browser/save-file.ts';
import { exportMessages } from './export-messages.ts';
import { allFieldsCsv, visibleCsv } from './export-columns.ts';
import { ExportFrame } from '#src/list-export/export-frame.tsx';
import { FILE_TIMEOUT_MS, useExport } from '#src/list-export/use-export.ts';
import { focusActiveRow } from '#src/inbox/list/focus-active-row.ts';
import { countOptions } from '#src/inbox/list-queries.ts';
import { foldersOf } from '#src/inbox/folders/folders.ts';
import { type ListPlan } from '#src/inbox/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import { COLUMN_LAYOUT } from '#src/inbox/columns/column-layout.ts';
import { useSavedViews } from '#src/inbox/saved-views/use-saved-views.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { isSameFilter, type InboxSearch } from '#src/inbox/search.ts';

interface ExportDialogProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Capabilities;
  readonly onClose: () => void;
}

/** The rows of this view as a file: the columns on screen, or all fields. */
export function ExportDialog({ search, plan, can, onClose }: ExportDialogProps) {
  // Before the dialog looks where the focus is to go back to: not to the menu that it came from.
  useLayoutEffect(focusActiveRow, []);
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const keys = useColumnKeys().filter((key) => can.agents || COLUMN_LAYOUT[key].needsAgents !== true);
  const [isAll, setIsAll] = useState(false);
  const total = useQuery(countOptions(plan.query)).data?.total_count;
  const saved = useSavedViews().views.find(({ id }) => id === search.view)?.name;
  const exporting = useExport<Ticket>();

  function begin(): void {
    const { query } = plan;
    exporting.start({
      readPage: (skip, limit, signal) =>
        call(listTickets, { query: { ...query, limit, skip }, priority: 'background', signal }),
      fileOf: (rows) => (isAll ? allFieldsCsv(TICKET_COLUMNS, rows) : visibleCsv(keys, rows, zone)),
      // The service writes the file of all fields by itself.
      readFile:
        isAll && hasExtension(whoami, 'csv_all')
          ? (signal) =>
              callText(listTickets, {
                query: { ...query, format: 'csv', all: true },
                priority: 'background',
                timeoutMs: FILE_TIMEOUT_MS,
                signal,
              })
          : undefined,
      fileName: exportFileName(
        whoami.site_name || String(whoami.site_id),
        saved ?? viewName(search, can),
        Date.now(),
        zone,
      ),
    });
  }

  const texts = exportMessages;
  return (
    <ExportFrame
      title={texts.title}
      exporting={exporting}
      total={total}
      nothing={texts.nothing}
      onBegin={begin}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-12 text-ink-3">{texts.what}</legend>
        <Choice
          title={texts.visible}
          text={`${texts.visibleText(keys.map((key) => columnsMessages.name[key]).join(', '))} ${texts.zone(zone)}`}
          isChosen={!isAll}
          onChoose={() => setIsAll(false)}
        />
        <Choice title={texts.all} text={texts.allText} isChosen={isAll} onChoose={() => setIsAll(true)} />
        <p className="text-12 text-ink-3">{texts.safe}</p>
        <p role="status" className="text-12 text-ink-2 tabular-nums">
          {total === undefined ? texts.counting : total === 0 ? texts.nothing : texts.rows(total, formatCount(total))}
        </p>
      </fieldset>
    </ExportFrame>
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

/** The folder's name where the filters are a folder's, else that there are some. */
function viewName(search: InboxSearch, can: Capabilities): string {
  const folder = foldersOf(can).find((known) => isSameFilter(search, known.search));
  if (folder !== undefined) return messages.folder[folder.key];
  return isSameFilter(search, {}) ? messages.title : exportMessages.filtered;
}
