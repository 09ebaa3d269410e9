/** Height of a row in px before it is measured: the density and the kind of pointer decide it. */
export function rowHeight(isTable: boolean): number {
  const name = isTable ? '--h-row' : '--h-row-2';
  const height = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(height) && height > 0 ? height + 1 : 57;
}
