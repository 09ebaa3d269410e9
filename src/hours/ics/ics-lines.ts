/** A content line of RFC 5545: `DTSTART;VALUE=DATE:20261225`. Names are in capitals. */
export interface IcsLine {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
  /** Of the file, from 1. */
  readonly line: number;
}

export interface IcsEvent {
  /** Where it begins in the file. */
  readonly line: number;
  readonly lines: readonly IcsLine[];
}

export type IcsProblem = 'empty' | 'no-calendar' | 'cut';

/** The events of a file; a part inside an event, such as an alarm, belongs to nobody. */
export function readEvents(text: string): {
  readonly events: readonly IcsEvent[];
  readonly problem: IcsProblem | null;
} {
  if (text.trim() === '') return { events: [], problem: 'empty' };
  const events: IcsEvent[] = [];
  const open: string[] = [];
  let isCalendar = false;
  let event: { line: number; lines: IcsLine[] } | null = null;
  for (const line of unfold(text)) {
    const parsed = parseLine(line);
    if (parsed === null) continue;
    const part = parsed.value.trim().toUpperCase();
    if (parsed.name === 'BEGIN') {
      open.push(part);
      if (part === 'VCALENDAR') isCalendar = true;
      else if (part === 'VEVENT') event = { line: parsed.line, lines: [] };
    } else if (parsed.name === 'END') {
      if (open.at(-1) === part) open.pop();
      if (part === 'VEVENT' && event !== null) {
        events.push(event);
        event = null;
      }
    } else if (open.at(-1) === 'VEVENT') event?.lines.push(parsed);
  }
  if (!isCalendar) return { events: [], problem: 'no-calendar' };
  return { events, problem: open.length > 0 ? 'cut' : null };
}

function unfold(text: string): readonly { readonly text: string; readonly line: number }[] {
  const unfolded: { text: string; line: number }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = unfolded.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last.text += line.slice(1);
    else if (line !== '') unfolded.push({ text: line, line: index + 1 });
  }
  return unfolded;
}

function parseLine({ text, line }: { readonly text: string; readonly line: number }): IcsLine | null {
  const name = /^[A-Za-z0-9-]+/.exec(text)?.[0];
  if (name === undefined) return null;
  const params = new Map<string, string>();
  let rest = text.slice(name.length);
  for (;;) {
    const param = /^;([A-Za-z0-9-]+)=("[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*/.exec(rest);
    if (param === null) break;
    params.set((param[1] ?? '').toUpperCase(), (param[2] ?? '').replaceAll('"', ''));
    rest = rest.slice(param[0].length);
  }
  return rest.startsWith(':') ? { name: name.toUpperCase(), params, value: rest.slice(1), line } : null;
}

/** What a value of text says. */
export function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, what: string) => (what.toLowerCase() === 'n' ? '\n' : what));
}

export function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

const MAX_OCTETS = 75;

/** A line in parts of at most 75 octets, none of which cuts a character. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      // The space before the rest counts too.
      [part, octets] = ['', 1];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
