/** Different values to list of each kind; the others are counted together. */
const MOST = 100;

/** Values of the export that no row of the mapping names. */
export const UNMAPPED = ['status', 'priority', 'channel', 'score', 'fields', 'people'] as const;
type Unmapped = (typeof UNMAPPED)[number];

/** Changes that were made so that a row can be stored: docs/moving-in.md, "Adjusted". */
export const ADJUSTED = [
  'attachments_named',
  'comments_split',
  'comments_empty',
  'comment_times',
  'resolved_guessed',
  'subjects_cut',
  'subjects_missing',
  'tags_cut',
  'tags_over_20',
  'emails_unusable',
  'phones_unusable',
  'phones_shared',
  'names_cut',
  'characters_removed',
] as const;
type Adjusted = (typeof ADJUSTED)[number];

/** Everything that the operator has to know besides the counts: unmapped values, left out ones, adjusted ones. */
export class Findings {
  readonly #unmapped = new Map<Unmapped, Map<string, number>>();
  readonly #leftOut = new Map<string, number>();
  readonly #adjusted = new Map<Adjusted, number>();

  addUnmapped(kind: Unmapped, value: string): void {
    const values = this.#unmapped.get(kind) ?? new Map<string, number>();
    this.#unmapped.set(kind, values);
    const name = values.has(value) || values.size < MOST ? value : '(others)';
    values.set(name, (values.get(name) ?? 0) + 1);
  }

  /** A row that the mapping leaves out on purpose, such as `status deleted`, or that has no place here. */
  addLeftOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  addAdjusted(kind: Adjusted, count = 1): void {
    if (count > 0) this.#adjusted.set(kind, (this.#adjusted.get(kind) ?? 0) + count);
  }

  toJson(): { readonly unmapped: object; readonly left_out: object; readonly adjusted: object } {
    return {
      unmapped: Object.fromEntries(
        UNMAPPED.flatMap((kind) => {
          const values = this.#unmapped.get(kind);
          return values === undefined ? [] : [[kind, Object.fromEntries(values)]];
        }),
      ),
      left_out: Object.fromEntries(this.#leftOut),
      adjusted: Object.fromEntries(
        ADJUSTED.flatMap((kind) => {
          const count = this.#adjusted.get(kind);
          return count === undefined ? [] : [[kind, count]];
        }),
      ),
    };
  }
}
