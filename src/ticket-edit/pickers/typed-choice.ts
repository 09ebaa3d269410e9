import { messages } from '#src/ticket-edit/messages.ts';
import type { PickerChoice, PickerField } from './picker-choices.tsx';

/** What is typed itself: a new tag, or the id of an agent where the service lists none. */
export function typedChoice(
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
  const note = messages.picker.isNew;
  return { key: typed.toLowerCase(), label: typed, note, on: 'none', patch: { addTags: [typed] } };
}

/** Why a text can be no tag; null when it can. */
export function tagProblem(typed: string): string | null {
  if (typed.includes(',')) return messages.picker.noComma;
  return [...typed].length > 60 ? messages.picker.longTag : null;
}
