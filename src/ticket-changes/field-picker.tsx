import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { Layer } from '#src/ui/layer.tsx';
import type { TicketPatch } from './change-store.ts';
import { messages } from './messages.ts';
import { useChoices, type PickerChoice, type PickerField } from './picker-choices.tsx';
import { SnoozeTime } from './snooze-time.tsx';
import { useTagDraft } from './use-tag-draft.ts';

interface FieldPickerProps {
  readonly field: PickerField;
  /** Whose values are ticked; several are changed together. */
  readonly tickets: readonly Ticket[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onChoose: (patch: TicketPatch) => void;
  readonly onClose: () => void;
}

const { picker } = messages;

/** Chooses a value for a field of tickets: type-ahead, arrows, numbers. Tags are ticked and applied together. */
export function FieldPicker({ field, tickets, anchor, onChoose, onClose }: FieldPickerProps) {
  const hasAgents = hasExtension(useWhoami(), 'agents');
  const { choices, isLoading, error } = useChoices(field, tickets);
  const [text, setText] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const [isCustom, setIsCustom] = useState(false);
  const [isChosenSoon, setIsChosenSoon] = useState(false);
  const draft = useTagDraft();
  const id = useId();
  const listId = useId();
  const typed = text.trim();
  const isTyped = field === 'assignee' || field === 'tags';
  const found = choices.filter(({ label }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
  const own = ownChoice(field, typed, choices, hasAgents);
  const shown = own === null ? found : [...found, own];
  const startAt = isTyped
    ? 0
    : Math.max(
        0,
        shown.findIndex(({ on }) => on === 'all'),
      );
  const current = Math.min(active ?? startAt, Math.max(0, shown.length - 1));
  const problem = field === 'tags' ? tagProblem(typed) : null;

  function choose(choice: PickerChoice | undefined): void {
    if (choice === undefined) return;
    if (choice.patch === null) return setIsCustom(true);
    if (field === 'tags') {
      draft.toggle(choice);
      setText('');
      return;
    }
    onClose();
    onChoose(choice.patch);
  }

  // Enter came before the names: whoever types fast means the first that fits.
  const chooseCurrent = useRef<() => void>(() => undefined);
  useEffect(() => {
    chooseCurrent.current = () => choose(shown[current]);
  });
  useEffect(() => {
    if (!isChosenSoon || isLoading) return;
    setIsChosenSoon(false);
    chooseCurrent.current();
  }, [isChosenSoon, isLoading]);

  function apply(): void {
    onClose();
    if (draft.isChanged) onChoose(draft.patch);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const count = shown.length;
    const isApply = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isApply && field === 'tags') apply();
    else if (event.key === 'ArrowDown') setActive(count === 0 ? 0 : (current + 1) % count);
    else if (event.key === 'ArrowUp') setActive(count === 0 ? 0 : (current - 1 + count) % count);
    else if (event.key === 'Enter' && isLoading && field === 'assignee') setIsChosenSoon(true);
    else if (event.key === 'Enter') choose(shown[current]);
    else if (!isTyped && /^[1-9]$/.test(event.key) && Number(event.key) <= count) choose(shown[Number(event.key) - 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const close = { anchor, onClose, id, role: 'dialog' as const, label: picker[field] };
  if (isCustom) {
    return (
      <Layer {...close} className="w-72">
        <SnoozeTime
          onChoose={(snoozedUntilUtc) => {
            onClose();
            onChoose({ snoozedUntilUtc });
          }}
        />
      </Layer>
    );
  }
  return (
    <Layer {...close} className={field === 'snooze' ? 'w-80' : 'w-64'}>
      {isTyped ? (
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown.length === 0 ? undefined : `${listId}-${current}`}
          aria-label={picker.find[field]}
          aria-describedby={problem === null ? undefined : `${listId}-problem`}
          placeholder={picker.find[field]}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(null);
            setIsChosenSoon(false);
          }}
          onKeyDown={onKeyDown}
          className="mb-1 min-h-control w-full rounded-chip border border-line-control bg-surface px-2 text-13 pointer-coarse:max-md:text-[16px]"
        />
      ) : null}
      <div
        id={listId}
        role="listbox"
        aria-label={picker[field]}
        aria-multiselectable={field === 'tags'}
        {...(isTyped
          ? {}
          : {
              tabIndex: 0,
              'data-autofocus': '',
              'aria-activedescendant': `${listId}-${current}`,
              onKeyDown,
            })}
        className="max-h-72 overflow-y-auto outline-none"
      >
        {shown.map((choice, index) => (
          <Line
            key={choice.key}
            id={`${listId}-${index}`}
            choice={choice}
            isActive={index === current}
            on={field === 'tags' ? draft.stateOf(choice) : choice.on}
            digit={isTyped || index > 8 ? null : index + 1}
            onPoint={() => setActive(index)}
            onChoose={() => choose(choice)}
          />
        ))}
      </div>
      <Note
        text={noteOf({ isLoading, error, isEmpty: shown.length === 0, problem, field, hasAgents })}
        id={`${listId}-problem`}
      />
      {field === 'tags' ? (
        <div className="mt-1 flex justify-end border-t border-line p-1 pt-2">
          <Button variant="primary" size="sm" kbd="mod+enter" onClick={apply}>
            {picker.apply}
          </Button>
        </div>
      ) : null}
    </Layer>
  );
}

interface LineProps {
  readonly id: string;
  readonly choice: PickerChoice;
  readonly isActive: boolean;
  readonly on: PickerChoice['on'];
  readonly digit: number | null;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Line({ id, choice, isActive, on, digit, onPoint, onChoose }: LineProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={on === 'all'}
      className={`flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 pointer-coarse:min-h-11 ${isActive ? 'bg-selected' : ''}`}
      ref={isActive ? keepInSight : null}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {choice.glyph === undefined ? null : (
        <span aria-hidden="true" className="inline-flex flex-none">
          {choice.glyph}
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {choice.label}
      </span>
      {choice.note === undefined ? null : (
        <span className="flex-none text-12 text-ink-3 tabular-nums">{choice.note}</span>
      )}
      {on === 'some' ? <span className="flex-none text-12 text-ink-3">{picker.some}</span> : null}
      <Icon name="check" size={14} className={on === 'all' ? 'text-accent-text' : 'invisible'} />
      {digit === null ? null : <Kbd keys={String(digit)} />}
    </div>
  );
}

function Note({ text, id }: { readonly text: string | null; readonly id: string }) {
  return text === null ? null : (
    <p id={id} role="status" className="px-2 py-1.5 text-12 text-ink-3">
      {text}
    </p>
  );
}

interface Situation {
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly isEmpty: boolean;
  readonly problem: string | null;
  readonly field: PickerField;
  readonly hasAgents: boolean;
}

function noteOf({ isLoading, error, isEmpty, problem, field, hasAgents }: Situation): string | null {
  if (problem !== null) return problem;
  if (field === 'assignee' && !hasAgents) return picker.agentIdHint;
  if (error !== null) return picker.failed;
  if (isLoading) return picker.loading;
  return isEmpty ? picker.none : null;
}

/** What is typed itself: a new tag, or the id of an agent where the service lists none. */
function ownChoice(
  field: PickerField,
  typed: string,
  choices: readonly PickerChoice[],
  hasAgents: boolean,
): PickerChoice | null {
  if (typed === '') return null;
  if (field === 'assignee' && !hasAgents && /^[1-9][0-9]{0,18}$/.test(typed)) {
    return { key: 'own', label: typed, on: 'none', patch: { assignee: { id: typed, name: typed } } };
  }
  const isKnown = choices.some(({ key }) => key === typed.toLowerCase());
  if (field !== 'tags' || isKnown || tagProblem(typed) !== null) return null;
  return { key: typed.toLowerCase(), label: typed, note: picker.isNew, on: 'none', patch: { addTags: [typed] } };
}

function tagProblem(typed: string): string | null {
  if (typed.includes(',')) return picker.noComma;
  return [...typed].length > 60 ? picker.longTag : null;
}

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
