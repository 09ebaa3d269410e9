import { useDisplayZone } from '#src/browser/zone.ts';
import { Button } from '#src/ui/button.tsx';
import { filterMessages } from '#src/inbox/filters/filter-messages.ts';
import { chipWords } from '#src/inbox/filters/filter-words.ts';
import type { PickerState } from './picker-state.ts';

interface FilterGroupNoteProps {
  readonly picker: PickerState;
  readonly onBack: (() => void) | undefined;
  /** What was pressed is gone. */
  readonly onRemoved: () => void;
}

/** What a group is; and a combination from a link, which can only be removed. */
export function FilterGroupNote({ picker, onBack, onRemoved }: FilterGroupNoteProps) {
  const zone = useDisplayZone();
  const { scope, entries } = picker;
  const entry = scope === null ? undefined : entries[scope];
  const { aboutGroups, foreign, removeRule, back } = filterMessages;
  return (
    <div className="flex flex-col items-start gap-2 px-2 py-1.5 text-12 text-ink-2">
      <p>{entry !== undefined && 'foreign' in entry ? foreign : aboutGroups}</p>
      {entry === undefined || !('foreign' in entry) || scope === null ? null : (
        <>
          <p dir="auto" className="text-ink">
            {chipWords(entry, { agents: new Map(), zone }).value}
          </p>
          <Button
            size="sm"
            onClick={() => {
              picker.removeGroup(scope);
              onRemoved();
            }}
          >
            {removeRule}
          </Button>
        </>
      )}
      {onBack === undefined ? null : (
        <Button size="sm" onClick={onBack}>
          {back}
        </Button>
      )}
    </div>
  );
}
