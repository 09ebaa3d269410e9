import { setHostLocale } from '#src/i18n/locale.ts';
import { listedOrigins, mayAnswer, meetHost } from './handshake.ts';
import { messages } from './messages.ts';

void start();

/** Meets the host first: formatters need its locale, so the rest of the code loads after it. */
async function start(): Promise<void> {
  if (self === top) {
    const [{ FrameAddresses }, { EMBEDDABLE_VIEWS }] = await Promise.all([
      import('./address.ts'),
      import('#src/shell/views.ts'),
    ]);
    const { pathname, search } = new FrameAddresses(EMBEDDABLE_VIEWS, '').input(new URL(location.href));
    return showNotice(messages.alone, { label: messages.open, act: pathname + search });
  }
  const origins = listedOrigins();
  if (!mayAnswer(origins)) return showNotice(messages.notAllowed);
  const { init, port } = await meetHost(origins, () => showNotice(messages.noHost));
  removeNotice();
  const locale = knownLocale(init.locale);
  if (locale !== undefined) setHostLocale(locale);
  try {
    const { startEmbedded } = await import('./embedded-app.tsx');
    startEmbedded({ init, zone: knownZone(init.timeZone), port });
  } catch {
    showNotice(messages.unavailable, { label: messages.retry, act: () => location.reload() });
  }
}

/** Undefined for a locale that the browser does not know. */
function knownLocale(locale: string | undefined): string | undefined {
  try {
    return locale === undefined ? undefined : Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

function knownZone(timeZone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return knownZone(undefined);
  }
}

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
function showNotice({ title, text }: Notice, action?: NoticeAction): void {
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

function removeNotice(): void {
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
