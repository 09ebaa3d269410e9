import { REFUSALS } from '#contract/bind-row.ts';
import type { OutcomeComparison, OutcomeDifference, RowOutcome, RunKind } from './file-types.ts';

type Outcome = RowOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['bound', 'refreshed', ...REFUSALS];
const MAX_DIFFERENCES = 100;

interface Recorded {
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly identityId: bigint | null;
}

/** What became of the rows in a run and in its dry run: numbers alone, eleven bytes a row. */
export class RowOutcomes {
  readonly #outcomes: Readonly<Record<RunKind, Uint8Array>>;
  readonly #codes: Uint8Array;
  readonly #codeNames: string[] = [];
  readonly #identities: BigUint64Array;

  constructor(rows: number) {
    this.#outcomes = { preview: new Uint8Array(rows), run: new Uint8Array(rows) };
    this.#codes = new Uint8Array(rows);
    this.#identities = new BigUint64Array(rows);
  }

  set(run: RunKind, row: number, { outcome, code, identity_id }: RowOutcome): void {
    this.#outcomes[run][row] = OUTCOMES.indexOf(outcome) + 1;
    if (run === 'preview') return;
    if (code !== null && !this.#codeNames.includes(code)) this.#codeNames.push(code);
    this.#codes[row] = code === null ? 0 : this.#codeNames.indexOf(code) + 1;
    this.#identities[row] = identity_id ?? 0n;
  }

  /** What a dry run said of rows that are others now. */
  forgetPreview(): void {
    this.#outcomes.preview.fill(0);
  }

  /** What became of a row in the run; null where it was not sent yet. */
  get(row: number): Recorded | null {
    const outcome = this.#outcomeOf('run', row);
    if (outcome === null) return null;
    const identity = this.#identities[row] ?? 0n;
    const code = this.#codeNames[(this.#codes[row] ?? 0) - 1] ?? null;
    return { outcome, code, identityId: identity === 0n ? null : identity };
  }

  /** What the dry run said of a row; null where it said nothing. */
  expected(row: number): Outcome | null {
    return this.#outcomeOf('preview', row);
  }

  #outcomeOf(run: RunKind, row: number): Outcome | null {
    return OUTCOMES[(this.#outcomes[run][row] ?? 0) - 1] ?? null;
  }

  compare(lineOf: (row: number) => number): OutcomeComparison {
    const previewCounts = noCounts();
    const runCounts = noCounts();
    const differences: OutcomeDifference[] = [];
    let [compared, differ] = [0, 0];
    for (let row = 0; row < this.#codes.length; row += 1) {
      const [preview, run] = [this.#outcomeOf('preview', row), this.#outcomeOf('run', row)];
      if (preview === null || run === null) continue;
      compared += 1;
      previewCounts[preview] += 1;
      runCounts[run] += 1;
      if (preview === run) continue;
      differ += 1;
      if (differences.length < MAX_DIFFERENCES) differences.push({ index: row, line: lineOf(row), preview, run });
    }
    return { compared, previewCounts, runCounts, differ, differences };
  }
}

function noCounts(): Record<Outcome, number> {
  return { bound: 0, refreshed: 0, bad_channel: 0, no_identity: 0, failed: 0 };
}
