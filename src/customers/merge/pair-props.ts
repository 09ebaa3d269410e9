import type { RefObject } from 'react';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Pair } from './merge-pair.ts';
import type { MergeSearch } from './merge-search.ts';

export interface PairPanelProps {
  readonly pair: Pair;
  /** As the list has it; undefined where it does not list the pair. */
  readonly listed: CustomerDuplicate | undefined;
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
  /** The pair is done with: the next one is shown. The customer that is gone takes its other pairs along. */
  readonly onDone: (gone: bigint | null) => void;
  readonly onCancel: () => void;
  readonly onReceipt: (id: bigint) => void;
  /** True where the focus is to go to the pair when it stands. */
  readonly wantsFocus: RefObject<boolean>;
}
