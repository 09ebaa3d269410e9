import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { columnsMessages } from '#src/inbox/columns/columns-messages.ts';
import { useColumnKeys } from '#src/inbox/columns/columns.ts';
import { exportFileName, saveFile } from '#src/browser/save-file.ts';
import { exportMessages } from './export-messages.ts';
import { ExportProgress } from './export-progress.tsx';
import { useExport } from './export-run.ts';
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
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const keys = useColumnKeys().filter((key) => can.agents || COLUMN_LAYOUT[key].needsAgents !== true);
  const [isAll, setIsAll] = useState(false);
  const total = useQuery(countOptions(plan.query)).data?.total_count;
  const saved = useSavedViews().views.find(({ id }) => id === search.view)?.name;
  const { phase, start, goOn, stop } = useExport();
  const isIdle = phase.name === 'idle';

  function begin(): void {
    start({
      query: plan.query,
      columns: isAll ? 'all' : keys,
      hasWholeCsv: hasExtension(whoami, 'csv_all'),
      zone,
      fileName: exportFileName(
        whoami.site_name || String(whoami.site_id),
        saved ?? viewName(search, can),
        Date.now(),
        zone,
      ),
    });
  }

  function cancel(): void {
    stop();
    announce(exportMessages.cancelled);
    if (isIdle) onClose();
  }

  const texts = exportMessages;
  const buttons = {
    idle: (
      <Button variant="primary" disabledReason={total === 0 ? texts.nothing : undefined} onClick={begin}>
        {total === undefined ? texts.beginBare : texts.begin(total, formatCount(total))}
      </Button>
    ),
    running: null,
    failed: (
      <Button variant="primary" onClick={goOn}>
        {texts.goOn}
      </Button>
    ),
    done: (
      <Button variant="primary" onClick={onClose}>
        {texts.close}
      </Button>
    ),
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          {phase.name === 'done' ? (
            <Button onClick={() => saveFile(phase.text, phase.fileName)}>{texts.again}</Button>
          ) : (
            <Button onClick={cancel}>{texts.cancel}</Button>
          )}
          {buttons[phase.name]}
        </>
      }
    >
      {isIdle ? (
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
      ) : (
        <ExportProgress phase={phase} />
      )}
    </Dialog>
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
