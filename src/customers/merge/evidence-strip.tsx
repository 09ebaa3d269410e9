import { Fragment, type ReactNode } from 'react';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { originalsOf, signsOf, verdictOf, type Evidence, type Original } from './evidence-words.ts';
import { messages as page } from './merge-messages.ts';
import { messages } from './pair-messages.ts';

const TONES = { strong: 'ok', likely: 'accent', weak: 'plain' } as const;

interface EvidenceStripProps {
  /** Null where nothing speaks for it, and undefined while that is not known. */
  readonly duplicate: CustomerDuplicate | null | undefined;
  readonly customers: readonly [Customer['identity'], Customer['identity']];
}

/** Why the two may be one person: both values as they were written, beside each other. */
export function EvidenceStrip({ duplicate, customers }: EvidenceStripProps) {
  return (
    <section
      aria-label={messages.evidence}
      className="mt-3.5 flex min-h-[38px] flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-1.5 text-12 text-ink-2"
    >
      {duplicate === undefined ? null : duplicate === null ? (
        <p className="flex items-start gap-1.5 text-warn-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {messages.noEvidence}
        </p>
      ) : (
        <>
          <Chip tone={TONES[duplicate.strength]}>
            {duplicate.strength === 'strong' ? <Icon name="check" size={14} /> : null}
            {page.list.strength[duplicate.strength]}
          </Chip>
          <ul className="contents">
            {signsOf(duplicate.evidence).map((sign) => (
              <li key={`${sign.kind} ${sign.value}`} className="min-w-0 [overflow-wrap:anywhere]">
                <Sign sign={sign} customers={customers} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Sign({ sign, customers }: { readonly sign: Evidence } & Pick<EvidenceStripProps, 'customers'>): ReactNode {
  if (sign.kind === 'visitor')
    return (
      <>
        {messages.device} <Mono text={sign.value} />
      </>
    );
  const [a, b] = customers.map((customer) => originalsOf(sign, customer));
  // Changed since they were compared: what was compared is left.
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return <Mono text={sign.value} />;
  const [one] = a;
  if (a.length === 1 && b.length === 1 && one?.text === b[0]?.text && one?.channel === b[0]?.channel)
    return (
      <>
        {sign.kind === 'name' ? messages.bothNamed : messages.bothHave} <Originals values={a} />
      </>
    );
  return (
    <>
      <Originals values={a} /> {messages.and} <Originals values={b} /> {verdictOf(sign)}
    </>
  );
}

function Originals({ values }: { readonly values: readonly Original[] }) {
  return values.slice(0, 2).map(({ text, channel }, at) => (
    <Fragment key={`${channel ?? ''} ${text}`}>
      {at === 0 ? null : ', '}
      {channel === null ? null : `${channel} `}
      <Mono text={text} />
    </Fragment>
  ));
}

function Mono({ text }: { readonly text: string }) {
  return <bdi className="font-mono text-ink [overflow-wrap:anywhere]">{text}</bdi>;
}
