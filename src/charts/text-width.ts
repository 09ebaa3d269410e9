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
