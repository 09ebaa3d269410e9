let context: CanvasRenderingContext2D | null = null;
let font = '';

/** px of a text in the size of the labels of charts, measured without a layout. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  const size = getComputedStyle(document.documentElement).getPropertyValue('--fs-11').trim() || '11px';
  const wanted = `600 ${size} ${getComputedStyle(document.body).fontFamily}`;
  if (context === null) return text.length * 7;
  if (font !== wanted) context.font = font = wanted;
  return context.measureText(text).width;
}
