import type { Html } from '#server/docs-page/html.ts';

/** A short text about one subject of the whole API. */
export interface Guide {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  /** A sentence, for the search. */
  readonly purpose: string;
  /** Other words by which people look for it. */
  readonly words: string;
  /** @param baseUrl Ends with `/v1`. */
  readonly body: (baseUrl: string) => Html;
}
