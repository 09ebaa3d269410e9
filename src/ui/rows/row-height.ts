/** Height of a row in px before it is measured: the density and the kind of pointer decide it. */
export function rowHeight(isTable: boolean): number {
  const style = getComputedStyle(document.documentElement);
  const px = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  const least = px(isTable ? '--h-row' : '--h-row-2');
  // Two lines of text, the gap between them, padding and border; see `.skeleton-row`.
  return isTable ? least || 36 : Math.max(least, px('--lh-13') + px('--lh-12') + 21);
}
