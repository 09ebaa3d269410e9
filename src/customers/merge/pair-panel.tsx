import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { isNotFound, QueryPending } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { isSamePair, type Pair } from './pair.ts';
import { oneCustomerOptions, pairsOfOptions } from './queries.ts';
import { pairMessages as messages } from './messages.ts';
import { PairBody, useWantedFocus, type PairPanelProps } from './pair-body.tsx';

/** Two customers beside each other, and what becomes of them when they are merged. */
export function PairPanel(props: PairPanelProps) {
  const { pair, listed } = props;
  const one = useQuery(oneCustomerOptions(pair[0]));
  const other = useQuery(oneCustomerOptions(pair[1]));
  const duplicate = useDuplicate(pair, listed);
  const missing = [one, other].findIndex(({ error }) => isNotFound(error));
  const missingId = pair[missing];
  if (missingId !== undefined)
    return <Gone {...props} title={messages.gone.missing(String(missingId))} text={messages.gone.missingText} />;
  if (one.data === undefined || other.data === undefined) {
    const failed = [one, other].find(({ data, isError }) => isError && data === undefined) ?? one;
    const id = String(failed === other ? pair[1] : pair[0]);
    return (
      <div className="pane flex-1 px-3 py-5">
        <QueryPending query={failed} name={id} loading={messages.loading} rows={9} rowClass="min-h-row px-4" />
      </div>
    );
  }
  const goneId = goneOf(pair, one.data, other.data);
  if (goneId !== null) {
    const survivor = goneId === pair[0] ? one.data.identity : other.data.identity;
    const title = messages.gone.merged(String(goneId), String(survivor.id));
    return (
      <Gone {...props} title={title} text={messages.gone.mergedText}>
        <Link to="/customers/$id" params={{ id: String(survivor.id) }} className={buttonClass()}>
          {messages.gone.openCustomer(customerName(survivor))}
        </Link>
        <Link to="/customers/merges" search={{ identity: String(survivor.id) }} className={buttonClass()}>
          {messages.gone.receipts}
        </Link>
      </Gone>
    );
  }
  return <PairBody {...props} customers={[one.data, other.data]} duplicate={duplicate} />;
}

/** A merged id answers as the survivor. */
function goneOf(pair: Pair, one: Customer, other: Customer): bigint | null {
  if (one.identity.id !== pair[0]) return pair[0];
  return other.identity.id === pair[1] ? null : pair[1];
}

/** What speaks for the pair; null where nothing does, undefined while that is not known. */
function useDuplicate(pair: Pair, listed: CustomerDuplicate | undefined): CustomerDuplicate | null | undefined {
  const enabled = listed === undefined;
  const suggested = useQuery({ ...pairsOfOptions(pair[0], false), enabled });
  const dismissed = useQuery({ ...pairsOfOptions(pair[0], true), enabled });
  if (listed !== undefined) return listed;
  const all = [...(suggested.data?.items ?? []), ...(dismissed.data?.items ?? [])];
  const found = all.find(({ identities }) => isSamePair(identities, pair));
  if (found !== undefined) return found;
  return suggested.data === undefined || dismissed.data === undefined ? undefined : null;
}

interface GoneProps extends Pick<PairPanelProps, 'onDone' | 'wantsFocus'> {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** There is no pair any more. */
function Gone({ title, text, children, onDone, wantsFocus }: GoneProps) {
  const block = useWantedFocus<HTMLDivElement>(wantsFocus);
  return (
    <div ref={block} role="status" tabIndex={-1} className="pane flex-1 outline-none">
      <EmptyBlock
        icon="info"
        title={title}
        text={text}
        action={
          <>
            {children}
            <button type="button" className={buttonClass({ variant: 'ghost' })} onClick={() => onDone(null)}>
              {messages.gone.next}
            </button>
          </>
        }
      />
    </div>
  );
}
