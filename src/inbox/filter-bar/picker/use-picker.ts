import { useState } from 'react';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import { isRule, type Entry, type Rule, type RuleField } from '#src/inbox/filters/filter-rule.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { blankRule, putRule, rulesOn, toggleValue, type PlacedRule, type Scope } from './picker-draft.ts';
import type { FieldOption } from './picker-options.ts';

/** The menu opens on a field, on a chip's entry, or on neither. */
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

export type Picker = ReturnType<typeof usePicker>;

/** The draft of the menu: the list follows it once it is applied. */
export function usePicker(search: InboxSearch, start: PickerStart, isSingle: boolean) {
  const [entries, setEntries] = useState(() => entriesOf(search));
  const [place, setPlace] = useState<Place>(() => placeOf(entries, start));
  const [text, setText] = useState('');

  function go(scope: Scope, field: RuleField | null = null): void {
    setPlace({ scope, field, nth: 0 });
    setText('');
  }

  function put(at: number | null, rule: Rule | null): void {
    setEntries((before) => putRule(before, place.scope, at, rule));
  }

  function toggle(on: PlacedRule | undefined, field: RuleField, value: string): void {
    put(on?.at ?? null, toggleValue(on?.rule ?? blankRule(field), value, isSingle));
  }

  /** An empty group goes when it is left. */
  function leaveGroup(): void {
    setEntries(entries.filter((entry) => !('any' in entry) || entry.any.length > 0));
    go(null);
  }

  function choose(option: FieldOption): void {
    switch (option.kind) {
      case 'field':
        return go(place.scope, option.field);
      case 'value':
        toggle(rulesOn(entries, place.scope, option.field)[0], option.field, option.value);
        return setText('');
      case 'group':
        return go(option.at);
      case 'new-group':
        setEntries([...entries, { any: [] }]);
        return go(entries.length);
      case 'back':
        return leaveGroup();
    }
  }

  return {
    entries,
    ...place,
    text,
    setText,
    choose,
    toggle,
    put,
    /** The conditions of the scope on a field. */
    rulesOn: (field: RuleField) => rulesOn(entries, place.scope, field),
    showNth: (nth: number) => setPlace({ ...place, nth }),
    leaveField: () => go(place.scope),
    leaveGroup,
    removeGroup: () => {
      setEntries(entries.filter((_, at) => at !== place.scope));
      go(null);
    },
    removeLast: () => setEntries(entries.slice(0, -1)),
  };
}

function placeOf(entries: readonly Entry[], { field, entry = -1 }: PickerStart): Place {
  const chosen = entries[entry];
  if (chosen === undefined) return { scope: null, field: field ?? null, nth: 0 };
  if (!isRule(chosen)) return { scope: entry, field: null, nth: 0 };
  const nth = rulesOn(entries, null, chosen.field).findIndex(({ at }) => at === entry);
  return { scope: null, field: chosen.field, nth: Math.max(0, nth) };
}
