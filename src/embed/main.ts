import { setHostLocale } from '#src/i18n/locale.ts';
import { listedOrigins, mayAnswer, meetHost } from './handshake.ts';
import { messages } from './messages.ts';
import { removeNotice, showNotice } from './notice.ts';

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
