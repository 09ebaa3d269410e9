import { formatAge } from '#src/format/time.ts';
import { figureGroups, type Figure, type FigureKey, type Provided } from '#src/health/figure-rows.ts';
import { attentionOf, type HealthPicture } from '#src/health/picture.ts';
import { messages } from './messages.ts';

/** Large enough to be read from afar: no more than this. */
const MAX = 4;
/** What is shown where nothing asks for attention. */
const USUAL: readonly FigureKey[] = ['stale', 'open', 'unassigned'];

export interface WallFigure {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly note: string;
  readonly state: 'ok' | 'attention' | 'bad';
}

/** Four figures: those whose rule asks for attention, red ones first, then the usual ones and the last message. */
export function wallFigures(picture: HealthPicture, can: Provided, nowMs: number): readonly WallFigure[] {
  const all = figureGroups(picture, can).flatMap(({ figures }) => figures);
  const flagged = attentionOf(picture).flatMap(({ key }) => all.filter(({ rule }) => rule?.key === key));
  const usual = USUAL.flatMap((key) => all.filter((figure) => figure.key === key));
  const shown = [...new Set([...flagged, ...usual])].map(wallFigure);
  return [...shown.slice(0, flagged.length === 0 ? MAX - 1 : MAX), lastMessage(picture, nowMs)].slice(0, MAX);
}

function wallFigure({ key, label, text, note, rule }: Figure): WallFigure {
  return { key, label, text, note, state: rule?.state === 'bad' || rule?.state === 'attention' ? rule.state : 'ok' };
}

function lastMessage({ now: { last_inbound_message_utc: last } }: HealthPicture, nowMs: number): WallFigure {
  return {
    key: 'last',
    label: messages.last,
    text: last === null ? '–' : formatAge(nowMs - Date.parse(last)),
    note: last === null ? messages.noMessage : messages.ago,
    state: 'ok',
  };
}
