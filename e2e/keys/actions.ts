import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';
import { strokesOf } from '#tools/keys/type-keys.ts';

export type Kind = 'public' | 'internal';
export type SnoozeTime = 'laterToday' | 'tomorrow' | 'monday' | 'week';
export type StatusKey = 'e' | 'shift+e' | 'p' | 'o';

/** One intention of a person, made of one or more keys. */
export type Action =
  | { readonly do: 'status'; readonly key: StatusKey }
  | { readonly do: 'priority'; readonly digit: number }
  /** By the digit of the line, or by letters that one name alone has. */
  | { readonly do: 'assign'; readonly by: string }
  | { readonly do: 'tag'; readonly tag: string }
  | { readonly do: 'snooze'; readonly digit: number }
  /** By words in the palette; its meaning is that of one of the actions above. */
  | { readonly do: 'command'; readonly words: string; readonly means: Action }
  /** To the next ticket, or back. */
  | { readonly do: 'move'; readonly by: 1 | -1 }
  | { readonly do: 'select' }
  /** Selects the ticket at hand and the next one, and goes there. */
  | { readonly do: 'extend' }
  | {
      readonly do: 'write';
      readonly kind: Kind;
      readonly text: string;
      /** After so many letters the reply becomes a note, or the note a reply. */
      readonly switchAt: number | null;
      readonly resolves: boolean;
      /** The composer keeps the focus, and Esc gives it away. */
      readonly leaves: boolean;
    }
  | { readonly do: 'undo' }
  /** Opens the ticket over the list, and goes back. */
  | { readonly do: 'open' }
  | { readonly do: 'leave' };

export const STATUS_OF: Readonly<Record<StatusKey, TicketStatus>> = {
  e: 'resolved',
  'shift+e': 'closed',
  p: 'pending',
  o: 'open',
};
/** In the order of the menu. */
export const PRIORITY_LINES: readonly TicketPriority[] = ['urgent', 'high', 'normal', 'low'];
export const SNOOZE_LINES: readonly SnoozeTime[] = ['laterToday', 'tomorrow', 'monday', 'week'];
/** The names are full of letters that are keys of verbs; each has letters that no other one has. */
export const AGENTS = ['Ada Zopet', 'Ezra Pjato', 'Olja Kext'] as const;
/** The lines of the menu: the person of the token, the others by name, no assignee. */
export const ASSIGNEE_LINES = ['Robin Tester', ...AGENTS, null] as const;
export const LETTERS: Readonly<Record<string, (typeof AGENTS)[number]>> = {
  zop: 'Ada Zopet',
  pjat: 'Ezra Pjato',
  kext: 'Olja Kext',
};
/** None is a part of another one. */
export const TAGS = ['zap', 'jet', 'rope', 'exato', 'kolo'] as const;

/** As the palette names them: the first line that fits is the one that Enter runs. */
export function wordsOf(action: Action): string | null {
  switch (action.do) {
    case 'status':
      return action.key === 'o' ? 'reopen' : `mark as ${STATUS_OF[action.key]}`;
    case 'priority':
      return `priority to ${PRIORITY_LINES[action.digit - 1]}`;
    case 'assign':
      return LETTERS[action.by] === undefined ? null : `assign to ${LETTERS[action.by]?.toLowerCase()}`;
    case 'snooze':
      return ['snooze for 3', 'snooze until tom', 'snooze until mon', 'snooze for a week'][action.digit - 1] ?? null;
    default:
      return null;
  }
}

export function switched(kind: Kind): Kind {
  return kind === 'public' ? 'internal' : 'public';
}

/** The kind as which a text is sent. */
export function kindSent({ kind, switchAt }: Extract<Action, { do: 'write' }>): Kind {
  return switchAt === null ? kind : switched(kind);
}

/** The keys of an action, in order. */
export function strokesFor(action: Action): readonly string[] {
  switch (action.do) {
    case 'status':
      return [action.key];
    case 'priority':
      return ['shift+p', String(action.digit)];
    case 'assign':
      return /^[0-9]$/.test(action.by) ? ['a', action.by] : ['a', ...strokesOf(action.by), 'enter'];
    case 'tag':
      return ['t', ...strokesOf(action.tag), 'enter', 'ctrl+enter'];
    case 'snooze':
      return ['z', String(action.digit)];
    case 'command':
      return ['ctrl+k', ...strokesOf(action.words), 'enter'];
    case 'move':
      return [action.by === 1 ? 'j' : 'k'];
    case 'select':
      return ['x'];
    case 'extend':
      return ['shift+j'];
    case 'write': {
      const letters = strokesOf(action.text);
      const { switchAt: at } = action;
      return [
        action.kind === 'public' ? 'shift+r' : 'shift+n',
        ...(at === null ? letters : [...letters.slice(0, at), 'ctrl+i', ...letters.slice(at)]),
        action.resolves ? 'ctrl+shift+enter' : 'ctrl+enter',
        ...(action.leaves ? ['escape'] : []),
      ];
    }
    case 'undo':
      return ['ctrl+z'];
    case 'open':
      return ['enter'];
    case 'leave':
      return ['escape'];
  }
}

/** The action as one reads it in a report: `E`, `A zop Enter`, `Shift+R "we zap" Ctrl+Enter Escape`. */
export function describeAction(action: Action): string {
  if (action.do === 'command') return `Ctrl+K "${action.words}" Enter`;
  if (action.do !== 'write') return strokesFor(action).map(nameOf).join(' ');
  const { switchAt: at, text } = action;
  const strokes = strokesFor(action);
  const written = at === null ? `"${text}"` : `"${text.slice(0, at)}" Ctrl+I "${text.slice(at)}"`;
  const last = strokes.slice(action.leaves ? -2 : -1).map(nameOf);
  return [nameOf(strokes[0] ?? ''), written, ...last].join(' ');
}

function nameOf(stroke: string): string {
  return stroke.replaceAll(/(?:^|(?<=\+))[a-z]/g, (letter) => letter.toUpperCase());
}
