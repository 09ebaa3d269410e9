/** For pages whose content decides. A menu and a dialog need room. */
export const ANY_HEIGHT: HeightLimits = { min: 320, max: 20_000 };

/** In px. */
export interface HeightLimits {
  readonly min: number;
  readonly max: number;
  /** The height of a page without a pane, which fills its window; the window's own if absent. */
  readonly filled?: number;
}

/**
 * Reports the height that the frame needs whenever it changes: the header, and the content of the pane below it. It is
 * measured from the content, not from the window, so a host that follows it does not cause the next change.
 * @returns the function that stops it
 */
export function reportHeight(
  main: HTMLElement,
  { min, max, filled }: HeightLimits,
  tell: (height: number) => void,
): () => void {
  let told = 0;
  let frame = 0;
  const measure = (): void => {
    frame = 0;
    const wanted = Math.ceil(Math.max(contentHeight(main) ?? filled ?? main.scrollHeight, dialogHeight()));
    const height = Math.min(Math.max(wanted, min), max);
    if (height === told) return;
    told = height;
    tell(height);
  };
  const plan = (): void => {
    if (frame === 0) frame = requestAnimationFrame(measure);
  };
  const sizes = new ResizeObserver(plan);
  const changes = new MutationObserver(() => {
    watch();
    plan();
  });
  const watch = (): void => {
    // Observing an element twice has no effect.
    for (const pane of panesOf(main)) for (const part of pane.children) sizes.observe(part);
  };
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] });
  watch();
  plan();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    changes.disconnect();
  };
}

/** The panes of the page, not those within one. */
function panesOf(main: HTMLElement): readonly HTMLElement[] {
  return [...main.querySelectorAll<HTMLElement>('.pane')].filter(
    (pane) => pane.parentElement?.closest('.pane') === null,
  );
}

/** As high as the page would be if each pane showed all that it holds; null where it has none. */
function contentHeight(main: HTMLElement): number | null {
  const height = main.getBoundingClientRect().height;
  const missing = panesOf(main).map((pane) => {
    const { top } = pane.getBoundingClientRect();
    const bottoms = [...pane.children].map((part) => part.getBoundingClientRect().bottom - top + pane.scrollTop);
    return Math.max(0, ...bottoms) - pane.clientHeight;
  });
  return missing.length === 0 ? null : height + Math.max(...missing);
}

/** As high as the window has to be for the whole of an open dialog. */
function dialogHeight(): number {
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  const heights = dialogs.map((dialog) => {
    const body = dialog.querySelector('[data-body]');
    return dialog.offsetHeight + (body === null ? 0 : body.scrollHeight - body.clientHeight) + 48;
  });
  return Math.max(0, ...heights);
}
