/** One of the places that a label may take: the point it is anchored to, and how. */
interface LabelPlace {
  readonly x: number;
  /** The baseline of the text. */
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface WantedLabel {
  readonly key: string;
  /** px of the text. */
  readonly width: number;
  /** The best first. */
  readonly places: readonly LabelPlace[];
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** px of a text of 11 px above and below its baseline, with air. */
const ASCENT = 11;
const DESCENT = 4;

/** px by which a label is moved where none of its places is free: a line up, two, one down. */
const MOVES = [-15, -30, 15];

/** Words over words cannot be read, words over a column can. */
const WORDS_WEIGH = 100;

/**
 * Gives each label the first of its places that lies within the bounds and covers neither a label before it nor a mark;
 * one for which there is no such place takes the one that covers least.
 * @param marks what is drawn beneath: columns, curves, other lines
 */
export function placeLabels(
  labels: readonly WantedLabel[],
  bounds: Box,
  marks: readonly Box[],
): ReadonlyMap<string, LabelPlace> {
  const taken: Box[] = [];
  const placed = new Map<string, LabelPlace>();
  for (const { key, width, places } of labels) {
    let best: { readonly place: LabelPlace; readonly box: Box; readonly cost: number } | undefined;
    for (const place of [...places, ...moved(places)]) {
      const box = boxOf(place, width);
      const words = covered(box, taken) + outside(box, bounds);
      const cost = words * WORDS_WEIGH + covered(box, marks);
      if (best === undefined || cost < best.cost) best = { place, box, cost };
      if (cost === 0) break;
    }
    if (best === undefined) continue;
    taken.push(best.box);
    placed.set(key, best.place);
  }
  return placed;
}

function moved(places: readonly LabelPlace[]): readonly LabelPlace[] {
  return MOVES.flatMap((by) => places.map((place) => ({ ...place, y: place.y + by })));
}

function boxOf({ x, y, anchor }: LabelPlace, width: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

/** px² of a box that others share. */
function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => sum + overlap(box, other), 0);
}

/** px² that two boxes share. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** px² of a box that lie outside. */
function outside(box: Box, bounds: Box): number {
  return (box.right - box.left) * (box.bottom - box.top) - overlap(box, bounds);
}

let context: CanvasRenderingContext2D | null = null;
let font = '';
let isFresh = false;

/** px of a text in the size of the labels of charts, measured without a layout. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return text.length * 7;
  const wanted = isFresh ? font : labelFont();
  if (font !== wanted) context.font = font = wanted;
  return context.measureText(text).width;
}

/** Read once for all texts that are measured together: each reading makes the browser work out the styles of the page. */
function labelFont(): string {
  isFresh = true;
  queueMicrotask(() => (isFresh = false));
  const size = getComputedStyle(document.documentElement).getPropertyValue('--fs-11').trim() || '11px';
  return `600 ${size} ${getComputedStyle(document.body).fontFamily}`;
}
