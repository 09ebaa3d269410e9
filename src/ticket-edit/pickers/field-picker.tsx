import { useDeferredValue, useId, useState, type RefObject, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { messages } from '#src/ticket-edit/messages.ts';
import { type TicketPatch, withOwnChanges } from '#src/ticket-edit/update/change-store.ts';
import { Button } from '#src/ui/button.tsx';
import { useCombobox, type ComboboxKey } from '#src/ui/combobox/use-combobox.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Layer } from '#src/ui/overlay/popover.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import {
  matching,
  tagProblem,
  typedChoice,
  useChoices,
  type PickerChoice,
  type PickerField,
} from './picker-choices.tsx';
import { SnoozeTime } from './snooze-time.tsx';

interface PickerOptionProps extends ComponentProps<'div'> {
  readonly choice: PickerChoice;
  readonly isActive: boolean;
  readonly on: PickerChoice['on'];
  /** Several can be chosen, each with a checkbox. */
  readonly isBox: boolean;
  /** The key that chooses it. */
  readonly digit: number | null;
}

/** A value that can be chosen. The other props are those of the combobox. */
function PickerOption({ choice, isActive, on, isBox, digit, ...option }: PickerOptionProps) {
  return (
    <div
      {...option}
      className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected' : ''}`}
    >
      {isBox ? <TickBox on={on} /> : null}
      {choice.glyph === undefined ? null : (
        <span aria-hidden="true" className="inline-flex flex-none">
          {choice.glyph}
        </span>
      )}
      {/* The name wraps; the parts beside it shrink first. */}
      <span dir="auto" className="min-w-36 flex-1 py-1 [overflow-wrap:anywhere]">
        {choice.label}
      </span>
      {choice.note === undefined ? null : (
        <span title={choice.note} className="min-w-0 truncate text-12 text-ink-3 tabular-nums">
          {choice.note}
        </span>
      )}
      {on === 'some' ? (
        <span title={messages.picker.some} className="w-3.5 flex-none text-center text-ink-3">
          {/* The checkbox shows it. */}
          {isBox ? null : <span aria-hidden="true">–</span>}
          <span className="sr-only">{messages.picker.some}</span>
        </span>
      ) : isBox ? null : (
        <Icon name="check" size={14} className={`flex-none ${on === 'all' ? 'text-accent-text' : 'invisible'}`} />
      )}
      {digit === null ? null : <Kbd keys={String(digit)} />}
    </div>
  );
}

type Ticked = ReadonlyMap<string, { readonly label: string; readonly isOn: boolean }>;

/** The tags ticked and unticked so far; they are applied together. */
function useTagDraft() {
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const all = [...ticked.values()];
  const patch = {
    addTags: all.filter(({ isOn }) => isOn).map(({ label }) => label),
    removeTags: all.filter(({ isOn }) => !isOn).map(({ label }) => label),
  } satisfies TicketPatch;
  return {
    patch,
    patchWith: ({ label }: PickerChoice) => ({
      addTags: [...patch.addTags, label],
      removeTags: patch.removeTags.filter((other) => other !== label),
    }),
    stateOf({ key, on }: PickerChoice): PickerChoice['on'] {
      const draft = ticked.get(key);
      return draft === undefined ? on : draft.isOn ? 'all' : 'none';
    },
    toggle(choice: PickerChoice): void {
      const { key, label, on } = choice;
      setTicked((before) => {
        const next = new Map(before);
        const drafted = before.get(key);
        const isOn = drafted?.isOn ?? on === 'all';
        // A third press restores the first state. A tag on some tickets goes to all, then to none, then back to some.
        if (drafted !== undefined && (on !== 'some' || !drafted.isOn)) next.delete(key);
        else next.set(key, { label, isOn: !isOn });
        return next;
      });
    },
  };
}

interface FieldPickerProps {
  readonly field: PickerField;
  /** Their values are ticked; several tickets are changed together. */
  readonly tickets: readonly Ticket[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (patch: TicketPatch) => void;
  readonly onClose: () => void;
}

const { picker } = messages;

/** The number of choices in the first paint; the others follow after it. */
const FIRST_DRAWN = 12;
/** The longest list; for more, the person types. */
const MAX_DRAWN = 200;

/** Names and times are longer than other values. */
const WIDTHS: Readonly<Record<PickerField, string>> = {
  status: 'w-64',
  priority: 'w-64',
  assignee: 'w-80',
  tags: 'w-64',
  snooze: 'w-96',
};

/** Chooses a value for a field of tickets: type-ahead, arrows, numbers. Tags are ticked and applied together. */
export function FieldPicker({ field, tickets: stored, anchor, onChoose, onClose }: FieldPickerProps) {
  const hasAgents = isWholeService(useWhoami());
  // With pending changes, fixed while it is open: a tag that was just added is ticked, and the same keys remove it.
  const [tickets] = useState(() => stored.map(withOwnChanges));
  const { choices, isLoading, error } = useChoices(field, tickets);
  const [text, setText] = useState('');
  const [isCustom, setIsCustom] = useState(false);
  const draft = useTagDraft();
  const layerId = useId();
  const noteId = useId();
  const typed = text.trim();
  const isTyped = field === 'assignee' || field === 'tags';
  // No name begins with a digit; without a list of agents, an id does.
  const hasDigits = !isTyped || (field === 'assignee' && hasAgents && text === '' && !isLoading);
  const found = matching(choices, typed);
  // A tag counts as new only once the existing ones are loaded.
  const own = isLoading ? null : typedChoice(field, typed, choices, hasAgents);
  const shown = own === null ? found : [...found, own];
  const drawn = useDeferredValue(MAX_DRAWN, FIRST_DRAWN);
  const problem = field === 'tags' ? tagProblem(typed) : null;
  const note =
    problem ??
    (field === 'assignee' && !hasAgents
      ? picker.agentIdHint
      : error !== null
        ? picker.failed
        : isLoading
          ? picker.loading
          : shown.length === 0
            ? picker.none
            : null);
  const stateOf = (choice: PickerChoice) => (field === 'tags' ? draft.stateOf(choice) : choice.on);

  const { active, inputProps, listboxProps, optionProps } = useCombobox({
    options: shown,
    keyOf: ({ key }) => key,
    onChoose: choose,
    ...(isTyped ? { text, onText: setText } : {}),
    start: isTyped ? undefined : choices.find(({ on }) => on === 'all')?.key,
    isMultiple: field === 'tags',
    isSelected: (choice) => stateOf(choice) === 'all',
    onKey,
  });

  function choose(choice: PickerChoice): void {
    if (choice.patch === null) return flushSync(() => setIsCustom(true));
    if (field === 'tags') {
      draft.toggle(choice);
      setText('');
      return;
    }
    finish(choice.patch);
  }

  /** Closes the layer and restores the focus before it returns, so that the next key goes to the page. */
  function finish(patch: TicketPatch | null): void {
    flushSync(onClose);
    if (patch !== null) flushSync(() => onChoose(patch));
  }

  function apply(patch: ReturnType<typeof draft.patchWith>): void {
    finish(patch.addTags.length + patch.removeTags.length > 0 ? patch : null);
  }

  function onKey({ key, ctrlKey, metaKey }: ComboboxKey): boolean {
    const isApply = key === 'Enter' && field === 'tags' && (ctrlKey || metaKey);
    if (isApply && typed === '') {
      apply(draft.patch);
      return true;
    }
    // Choose nothing from a list that is not loaded, and keep Enter from reaching the row behind.
    if (key === 'Enter' && (isLoading || active === undefined)) return true;
    if (isApply && active !== undefined) {
      // A typed tag counts as chosen when the person applies.
      apply(stateOf(active) === 'all' ? draft.patch : draft.patchWith(active));
      return true;
    }
    const choice = hasDigits && /^[1-9]$/.test(key) ? shown[Number(key) - 1] : undefined;
    if (choice === undefined) return false;
    choose(choice);
    return true;
  }

  const layer = { anchor, onClose, id: layerId, role: 'dialog' as const, label: picker[field], isFocusKept: true };
  if (isCustom) {
    return (
      <Layer {...layer} className="w-72">
        <SnoozeTime onChoose={(snoozedUntilUtc) => finish({ snoozedUntilUtc })} />
      </Layer>
    );
  }
  return (
    <Layer {...layer} className={`flex flex-col ${WIDTHS[field]}`}>
      {isTyped ? (
        <input
          type="text"
          {...inputProps}
          aria-label={picker.find[field]}
          aria-describedby={problem === null ? undefined : noteId}
          placeholder={picker.find[field]}
          className="mb-1 min-h-control w-full rounded-chip border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
        />
      ) : null}
      <div
        {...listboxProps}
        aria-label={picker[field]}
        {...(isTyped ? {} : { 'data-autofocus': '' })}
        className="max-h-72 min-h-0 overflow-y-auto outline-none"
      >
        {shown.slice(0, drawn).map((choice, index) => (
          <PickerOption
            key={choice.key}
            {...optionProps(choice)}
            choice={choice}
            isActive={choice === active}
            on={stateOf(choice)}
            isBox={field === 'tags'}
            digit={hasDigits && index < 9 ? index + 1 : null}
          />
        ))}
      </div>
      {note === null ? null : (
        <p id={noteId} role="status" className="px-2 py-1.5 text-12 text-ink-3">
          {note}
        </p>
      )}
      {field === 'tags' ? (
        <div className="mt-1 flex justify-end border-t border-line p-1 pt-2">
          <Button variant="primary" size="sm" kbd="mod+enter" onClick={() => apply(draft.patch)}>
            {picker.apply}
          </Button>
        </div>
      ) : null}
    </Layer>
  );
}
