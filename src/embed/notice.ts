import { messages } from './messages.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
}

interface NoticeAction {
  readonly label: string;
  /** An address that is opened in a new tab, or what happens. */
  readonly act: string | (() => void);
}

/** Replaces the whole frame by the reason why it shows nothing, and a next step. */
export function showNotice({ title, text }: Notice, action?: NoticeAction): void {
  const notice = document.querySelector<HTMLElement>('#notice');
  const [heading, words] = notice?.children ?? [];
  if (notice === null || heading === undefined || words === undefined) return;
  heading.textContent = title;
  words.textContent = text;
  notice.querySelector('a, button')?.remove();
  if (action !== undefined) notice.append(drawAction(action));
  notice.dataset['shown'] = '';
  document.querySelector<HTMLElement>('#root')?.toggleAttribute('hidden', true);
  document.title = `${title} · ${messages.product}`;
}

export function removeNotice(): void {
  delete document.querySelector<HTMLElement>('#notice')?.dataset['shown'];
  document.querySelector('#root')?.toggleAttribute('hidden', false);
}

function drawAction({ label, act }: NoticeAction): HTMLElement {
  const element = document.createElement(typeof act === 'string' ? 'a' : 'button');
  element.textContent = label;
  element.className = 'mt-3 inline-block font-medium text-accent-text underline';
  if (element instanceof HTMLAnchorElement && typeof act === 'string') {
    element.href = act;
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  if (typeof act !== 'string') element.addEventListener('click', act);
  return element;
}
