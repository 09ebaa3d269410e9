import { isExactOrigin } from '#contract/exact-origin.ts';

/** Why the service would refuse an origin: a key of `messages.refused`. */
export type Refusal = 'wildcard' | 'several' | 'scheme' | 'http' | 'path' | 'spelling' | 'own' | 'unreadable';

/** What is said of a portal's address: null where it can be set as it is. */
export interface Judged {
  readonly refusal: Refusal;
  /** What was probably meant. */
  readonly meant: string | null;
}

/** Judges a portal's address by the service's own rule, and says what is wrong with it. @param own this service's origin */
export function judgePortal(text: string, own: string): Judged | null {
  const refuse = (refusal: Refusal, meant: string | null = null): Judged => ({ refusal, meant });
  if (isExactOrigin(text)) return text === own ? refuse('own') : null;
  if (text.includes('*')) return refuse('wildcard');
  if (/[\s,;]/.test(text)) return refuse('several');
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const guess = URL.parse(`https://${text}`)?.origin;
    return refuse('scheme', guess !== undefined && isExactOrigin(guess) ? guess : null);
  }
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return refuse('unreadable');
  if (!isExactOrigin(url.origin)) return refuse(url.protocol === 'http:' ? 'http' : 'unreadable');
  const hasMore = url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '';
  return refuse(hasMore ? 'path' : 'spelling', url.origin);
}

/** The origins that the service lets embed it, as its document says. */
export function allowedOrigins(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support-console:embed-origins"]')?.content ?? '';
  return meta.split(/\s+/).filter(isExactOrigin);
}

/** The line that the operator has to set. */
export function originsLine(allowed: readonly string[], portal: string): string {
  return `EMBED_ORIGINS="${[...new Set([...allowed, portal])].join(' ')}"`;
}

/** A page on https shows no frame of plain http, but for this computer's own. */
export function isMixed(portal: string, own: string): boolean {
  return portal.startsWith('https:') && own.startsWith('http:') && !isExactOrigin(own);
}
