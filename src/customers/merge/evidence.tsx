import { Fragment, type ReactNode } from 'react';
import { emailKey } from '#contract/contact-keys.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer, CustomerIdentity } from '#contract/customers.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages, pairMessages as pair } from './messages.ts';

export type Evidence = CustomerDuplicate['evidence'][number];
type Identity = Pick<CustomerIdentity, 'email' | 'phone' | 'display_name'>;

/** Evidence that two customers are one, in a line: "Same phone written two ways, same device". */
export function evidenceLine({
  evidence,
  customers: [a, b],
}: {
  readonly evidence: readonly Evidence[];
  readonly customers: readonly [Identity, Identity];
}): string {
  if (evidence.length === 0) return '';
  const parts = signsOf(evidence).map((sign) => formatSign(sign, a, b));
  return [...new Set(parts)].reduce((before, part) => messages.evidence.join(before, part));
}

/** Leaves out handles whose value is the phone or email that both have. */
export function signsOf(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter(
    ({ kind, value }) => kind !== 'handle' || evidence.every((other) => other.kind === kind || other.value !== value),
  );
}

/** The end of a sentence that begins with both values. */
export function verdictOf({ kind, value }: Evidence): string {
  const of = kind === 'handle' ? (handleValue(value).field ?? kind) : kind;
  if (of === 'phone') return pair.phones;
  if (of === 'email') return pair.emails;
  return of === 'handle' ? pair.handlesAlike : pair.names;
}

function formatSign({ kind, value }: Evidence, a: Identity, b: Identity): string {
  const texts = messages.evidence;
  const isOnes = (isIt: (text: string | null) => boolean, field: 'email' | 'phone') => isIt(a[field]) || isIt(b[field]);
  switch (kind) {
    case 'phone':
      return a.phone === b.phone ? texts.samePhone : texts.phoneTwoWays;
    case 'email':
      return emailKey(a.email ?? '') === emailKey(b.email ?? '') ? texts.sameEmail : texts.sameMailbox;
    case 'handle': {
      const { is, channel, field } = handleValue(value);
      if (field === null) return texts.sameHandle(channelWord(channel ?? ''));
      if (field === 'phone') return isOnes(is, field) ? texts.phoneOfOther : texts.sameNumber;
      return isOnes(is, field) ? texts.emailOfOther : texts.sameAddress;
    }
    case 'visitor':
      return texts.visitor;
    default:
      return texts.name;
  }
}

interface HandleValue {
  /** Whether a text is what both have. */
  readonly is: (text: string | null) => boolean;
  /** The channel of a public name. */
  readonly channel: string | null;
  /** The field that has the value where no handle does. */
  readonly field: 'email' | 'phone' | null;
}

/** A handle in common: a number, an address, or a channel and a public name: `instagram @lena.rides`. */
function handleValue(value: string): HandleValue {
  const [, channel, name] = /^([a-z]+) (\S+)$/.exec(value) ?? [];
  if (channel !== undefined && name !== undefined)
    return { is: (text) => text?.trim().toLowerCase() === name, channel, field: null };
  if (value.includes('@')) return { is: (text) => isAddress(text, value), channel: null, field: 'email' };
  return { is: (text) => isNumber(text, value), channel: null, field: 'phone' };
}

/** A shared value as one customer has it; `channel` is null for a field of the record. */
interface Original {
  readonly text: string;
  readonly channel: string | null;
}

/** The customer's values behind a sign, as people wrote them; a device has none. */
export function originalsOf({ kind, value }: Evidence, identity: Customer['identity']): readonly Original[] {
  const { email, phone, display_name: name, channels } = identity;
  const own = (text: string | null, isIt: boolean): readonly Original[] =>
    text !== null && isIt ? [{ text, channel: null }] : [];
  if (kind === 'phone') return own(phone, isNumber(phone, value));
  if (kind === 'email') return own(email, isAddress(email, value));
  if (kind === 'name') return own(name, true);
  if (kind === 'visitor') return [];
  const { is, channel: only, field } = handleValue(value);
  const handles = channels.flatMap(({ channel, external_user_id: id, display_handle: shown }): readonly Original[] => {
    const text = field === null ? shown : id;
    const isOf = field === 'email' ? channel === 'email' : field === 'phone' ? isOfPhone(channel) : channel === only;
    return isOf && text !== null && is(text) ? [{ text, channel: channelWord(channel) }] : [];
  });
  return field === null ? handles : [...own(identity[field], is(identity[field])), ...handles];
}

function isOfPhone(channel: string): boolean {
  return channel === 'whatsapp' || channel === 'sms';
}

/** `value` can be a number with its country and one without: `+4915155501884 = 015155501884`. The last one is the shorter. */
function isNumber(text: string | null, value: string): boolean {
  const last = bareDigits(value.split(' = ').at(-1) ?? '');
  return last !== '' && bareDigits(text ?? '').endsWith(last);
}

function bareDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '');
}

function isAddress(text: string | null, value: string): boolean {
  return text !== null && baseOf(emailKey(text)) === baseOf(emailKey(value));
}

/** The address without a plus tag. */
function baseOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

const TONES = { strong: 'ok', likely: 'accent' } as const;

interface EvidenceStripProps {
  /** Null for a pair that isn't suggested, undefined while loading. */
  readonly duplicate: CustomerDuplicate | null | undefined;
  readonly customers: readonly [Customer['identity'], Customer['identity']];
}

/** Why the two may be one person: both values as they were written, beside each other. */
export function EvidenceStrip({ duplicate, customers }: EvidenceStripProps) {
  return (
    <section
      aria-label={pair.evidence}
      className="mt-3.5 flex min-h-[38px] flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-1.5 text-12 text-ink-2"
    >
      {duplicate === undefined ? null : duplicate === null ? (
        <p className="flex items-start gap-1.5 text-warn-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {pair.noEvidence}
        </p>
      ) : (
        <>
          <Chip tone={TONES[duplicate.strength]}>
            {duplicate.strength === 'strong' ? <Icon name="check" size={14} /> : null}
            {messages.list.strength[duplicate.strength]}
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
        {pair.device} <Mono text={sign.value} />
      </>
    );
  const [a, b] = customers.map((customer) => originalsOf(sign, customer));
  // The values changed since the comparison: show the compared value.
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return <Mono text={sign.value} />;
  const [one] = a;
  if (a.length === 1 && b.length === 1 && one?.text === b[0]?.text && one?.channel === b[0]?.channel)
    return (
      <>
        {sign.kind === 'name' ? pair.bothNamed : pair.bothHave} <Originals values={a} />
      </>
    );
  return (
    <>
      <Originals values={a} /> {pair.and} <Originals values={b} /> {verdictOf(sign)}
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
  return (
    <bdi className="font-mono text-ink [overflow-wrap:anywhere]">
      <AddressText text={text} />
    </bdi>
  );
}
