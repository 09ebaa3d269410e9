import { useState } from 'react';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import type { PickerChoice } from './picker-choices.tsx';

type Ticked = ReadonlyMap<string, { readonly label: string; readonly isOn: boolean }>;

/** The tags that were ticked and unticked, until they are applied together. */
export function useTagDraft() {
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const all = [...ticked.values()];
  return {
    isChanged: ticked.size > 0,
    patch: {
      addTags: all.filter(({ isOn }) => isOn).map(({ label }) => label),
      removeTags: all.filter(({ isOn }) => !isOn).map(({ label }) => label),
    } satisfies TicketPatch,
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
        // Back to where it was: nothing to apply. What some have is given to all, then to none, then left as it is.
        if (drafted !== undefined && (on !== 'some' || !drafted.isOn)) next.delete(key);
        else next.set(key, { label, isOn: !isOn });
        return next;
      });
    },
  };
}
