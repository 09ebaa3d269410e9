/** Gives the focus to the row that the keys act on, the one Tab stop of the list, where there is one. */
export function focusActiveRow(): void {
  document.querySelector<HTMLElement>('#tickets [data-row][tabindex="0"]')?.focus({ preventScroll: true });
}
