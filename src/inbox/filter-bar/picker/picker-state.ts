import { useState } from 'react';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import { blankRule, putRule, rulesOn, toggleValue, type PlacedRule, type Scope } from './picker-draft.ts';
import type { FieldOption } from './picker-options.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { ruleKind, isRule, type Entry, type Rule, type RuleField } from '#src/inbox/filters/filter-rule.ts';

/** What the menu opens on: a field, a chip's entry, or nothing of the two. */
export interface PickerStart {
  readonly field?: RuleField;
  readonly entry?: number;
}

interface Place {
  readonly scope: Scope;
  /** The field whose values are being chosen; null while a field is. */
  readonly field: RuleField | null;
  /** Which of several conditions on the field. */
  readonly nth: number;
}

/** The draft of the menu: nothing of it is in the list before it is applied. */
export function usePicker(search: InboxSearch, start: PickerStart, isSingle: boolean) {
  const [entries, setEntries] = useState(() => entriesOf(search));
  const [place, setPlace] = useState<Place>(() => placeOf(entriesOf(search), start));
  const [text, setText] = useState('');

  function go(next: Place): void {
    setPlace(next);
    setText('');
  }

  function put(at: number | null, rule: Rule | null): void {
    setEntries((before) => putRule(before, place.scope, at, rule));
  }

  function toggle(on: PlacedRule | undefined, field: RuleField, value: string): void {
    const rule = on?.rule ?? blankRule(field);
    // A value chosen again of a condition that is about something else, such as "is set", starts it anew.
    const isList = rule.op === 'any_of' || rule.op === 'none_of' || ruleKind(field) === 'flag';
    put(on?.at ?? null, toggleValue(isList ? rule : { ...rule, op: 'any_of', values: [] }, value, isSingle));
  }

  function choose(option: FieldOption | undefined): void {
    if (option === undefined) return;
    switch (option.kind) {
      case 'field':
        return go({ ...place, field: option.field, nth: 0 });
      case 'value':
        toggle(rulesOn(entries, place.scope, option.field)[0], option.field, option.value);
        return setText('');
      case 'group':
        return go({ scope: option.at, field: null, nth: 0 });
      case 'new-group':
        setEntries([...entries, { any: [] }]);
        return go({ scope: entries.length, field: null, nth: 0 });
      case 'back':
        return leaveGroup();
    }
  }

  /** A group that holds nothing is none. */
  function leaveGroup(): void {
    setEntries(entries.filter((entry) => !('any' in entry) || entry.any.length > 0));
    go({ scope: null, field: null, nth: 0 });
  }

  return {
    entries,
    ...place,
    text,
    setText,
    choose,
    toggle,
    put,
    leaveField: () => go({ ...place, field: null, nth: 0 }),
    leaveGroup,
    showNth: (nth: number) => setPlace({ ...place, nth }),
    removeLast: () => setEntries(entries.slice(0, -1)),
    /** Takes a whole group away. */
    removeGroup: (index: number) => {
      setEntries(entries.filter((_, at) => at !== index));
      go({ scope: null, field: null, nth: 0 });
    },
  };
}

export type PickerState = ReturnType<typeof usePicker>;

function placeOf(entries: readonly Entry[], { field, entry }: PickerStart): Place {
  const chosen = entry === undefined ? undefined : entries[entry];
  if (chosen === undefined) return { scope: null, field: field ?? null, nth: 0 };
  if (!isRule(chosen)) return { scope: entry ?? null, field: null, nth: 0 };
  const nth = rulesOn(entries, null, chosen.field).findIndex(({ at }) => at === entry);
  return { scope: null, field: chosen.field, nth: Math.max(0, nth) };
}
