import type { Random } from '#server/demo/random.ts';
import {
  type Action,
  LETTERS,
  type StatusKey,
  STATUS_OF,
  TAGS,
  ASSIGNEE_LINES,
  PRIORITY_LINES,
  SNOOZE_LINES,
  strokesFor,
  type Kind,
  kindSent,
  wordsOf,
} from './actions.ts';
import { Model, type Situation } from './model.ts';

/** Each is full of letters that are keys elsewhere on the page. */
const WORDS = [
  'zap',
  'jpeg',
  'rope',
  'keep',
  'exo',
  'tape',
  'ok',
  'pazj',
  'poke',
  'Ezo',
  'jolt',
  'Rex',
  'Now',
  'as',
  'fix',
  'q',
  '/g',
  'i',
  'c?',
  'v2',
  'l',
] as const;

interface Wish {
  /** A name by which it can be left out. */
  readonly weight: number;
  readonly make: () => readonly Action[] | null;
}

/**
 * A random sequence of what one can do with tickets, each action something that changes what is meant.
 * @param maxKeys it ends with the action that reaches so many keys, or with the last ticket
 */
export function generate(random: Random, situation: Situation, maxKeys: number): readonly Action[] {
  const model = new Model(situation);
  const actions: Action[] = [];
  let keys = 0;
  const isOver = (): boolean => keys >= maxKeys || (situation.layout !== 'page' && model.cursor >= situation.count - 1);
  while (!isOver()) {
    const wishes = wishesOf(random, model, actions.at(-1)).filter(({ weight }) => weight > 0);
    const { make } = wishes[random.weighted(wishes.map(({ weight }) => weight))] ?? { make: () => null };
    for (const action of make() ?? []) {
      model.act(action);
      actions.push(action);
      keys += strokesFor(action).length;
    }
  }
  return actions;
}

function wishesOf(random: Random, model: Model, last: Action | undefined): readonly Wish[] {
  const { layout } = model.situation;
  const isBare = (layout === 'table' || layout === 'phone') && !model.isCovered;
  const isSelected = model.selected.length > 0;
  const tag: Wish = { weight: 7, make: () => [{ do: 'tag', tag: random.pick(TAGS) }] };
  const verbs: readonly Wish[] = [
    { weight: 22, make: () => statusOf(random, model, ['e', 'e', 'e', 'shift+e', 'p', 'p', 'o']) },
    { weight: 9, make: () => priorityOf(random, model) },
    { weight: 12, make: () => assigneeFor(random, model) },
    tag,
    { weight: 6, make: () => snoozeOf(random, model) },
  ];
  // For several tickets the picker of tags begins with those of the first one.
  if (isSelected) return model.selected.length > 1 ? verbs.filter((verb) => verb !== tag) : verbs;
  const byWords: Wish = { weight: 8, make: () => commandOf(random, verbs) };
  const movable = layout !== 'page';
  const isList =
    movable && layout !== 'walk' && layout !== 'covered' && (layout === 'split' || layout === 'inbox' || isBare);
  // In a list that its tickets leave, the previous row is unpredictable.
  const goesBack = movable && layout !== 'inbox' && model.together.length === 0 && model.cursor > 0;
  const { undoable } = model;
  const canUndo = undoable !== null;
  const undo: Wish = {
    weight: canUndo ? (last?.do === 'undo' ? 12 : undoable?.sent === null ? 8 : 25) : 0,
    make: () => [{ do: 'undo' }],
  };
  const on: Wish = { weight: movable ? 14 : 0, make: () => [{ do: 'move', by: 1 }] };
  if (model.together.includes(model.cursor)) return [undo, on];
  return [
    ...verbs,
    byWords,
    on,
    { weight: goesBack ? 4 : 0, make: () => [{ do: 'move', by: -1 }] },
    { weight: isList ? 5 : 0, make: () => selection(random, model) },
    // One job at a time: another is refused for an unpredictable while.
    { weight: isList && model.together.length === 0 ? 5 : 0, make: () => severalOf(random, model) },
    { weight: 14, make: () => messageOf(random, model) },
    undo,
    { weight: isBare ? 3 : 0, make: () => [{ do: 'open' }] },
    { weight: model.isCovered && layout !== 'covered' ? 12 : 0, make: () => [{ do: 'leave' }] },
  ];
}

/** One of the verbs, by its words. */
function commandOf(random: Random, verbs: readonly Wish[]): readonly Action[] | null {
  const [means] = verbs[random.weighted(verbs.map(({ weight }) => weight))]?.make() ?? [];
  if (means === undefined) return null;
  const words = wordsOf(means);
  return words === null ? null : [{ do: 'command', words, means }];
}

function statusOf(random: Random, model: Model, keys: readonly StatusKey[]): readonly Action[] | null {
  const key = random.pick(keys);
  // The current status would be no change.
  return model.target?.fields.status === STATUS_OF[key] ? null : [{ do: 'status', key }];
}

function priorityOf(random: Random, model: Model): readonly Action[] | null {
  const digit = random.integer(1, PRIORITY_LINES.length);
  return model.target?.fields.priority === PRIORITY_LINES[digit - 1] ? null : [{ do: 'priority', digit }];
}

function assigneeFor(random: Random, model: Model): readonly Action[] | null {
  const by = random.chance(0.5) ? String(random.integer(1, ASSIGNEE_LINES.length)) : random.pick(Object.keys(LETTERS));
  const name = LETTERS[by] ?? ASSIGNEE_LINES[Number(by) - 1];
  return model.target?.fields.assignee === name ? null : [{ do: 'assign', by }];
}

function snoozeOf(random: Random, model: Model): readonly Action[] | null {
  const digit = random.integer(1, SNOOZE_LINES.length);
  return model.target?.fields.snooze === SNOOZE_LINES[digit - 1] ? null : [{ do: 'snooze', digit }];
}

/** Selects the ticket at hand and often walks on: what is done then is done to the selected one. */
function selection(random: Random, model: Model): readonly Action[] {
  const isLast = model.cursor + 1 >= model.situation.count;
  return [{ do: 'select' }, ...(random.chance(0.5) && !isLast ? [{ do: 'move', by: 1 } as const] : [])];
}

function severalOf(random: Random, model: Model): readonly Action[] | null {
  if (model.cursor + 4 >= model.situation.count) return null;
  const extended = Array.from({ length: random.integer(1, 3) }, () => ({ do: 'extend' }) as const);
  return random.chance(0.5) ? extended : [{ do: 'select' }, { do: 'move', by: 1 }, { do: 'select' }];
}

function messageOf(random: Random, model: Model): readonly Action[] | null {
  const ticket = model.target;
  if (ticket === undefined) return null;
  const kind: Kind = random.chance(0.6) ? 'public' : 'internal';
  const words = Array.from({ length: random.integer(2, 5) }, () => random.pick(WORDS));
  const text = `${words.join(' ')} ${random.integer(1, 99)}`;
  const hasDraft = ticket.drafts.public !== '' || ticket.drafts.internal !== '';
  // With a draft of the other kind it is not for sure whose words would go where.
  const switchAt = !hasDraft && random.chance(0.15) ? random.integer(1, text.length) : null;
  const resolves = ticket.fields.status !== 'resolved' && random.chance(0.45);
  // On its own page the ticket stays, and with it the composer.
  const leaves = !resolves || model.situation.layout === 'page';
  const action = { do: 'write', kind, text, switchAt, resolves, leaves } as const;
  return ticket.drafts[kindSent(action)] !== '' && kindSent(action) !== kind ? null : [action];
}
