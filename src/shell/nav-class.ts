const BASE = 'hit relative flex min-h-control w-full items-center gap-2 rounded-control text-start no-underline';

interface NavLook {
  readonly current?: boolean;
  /** A line below a page, such as a folder of the inbox. */
  readonly sub?: boolean;
  /** Icons alone, on a narrow sidebar. */
  readonly rail?: boolean;
}

/** The classes of a line of the sidebar. */
export function navClass({ current = false, sub = false, rail = false }: NavLook = {}): string {
  const inset = rail ? 'justify-center px-0' : sub ? 'ps-8 pe-2 font-normal' : 'px-2 font-medium';
  const colour = current ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover';
  return `${BASE} ${inset} ${colour} ${sub && !rail ? '' : 'font-medium'}`;
}
