import { emailKey } from '#contract/contact-keys.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer, CustomerIdentity } from '#contract/customers.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages, pairMessages } from './messages.ts';

export type Evidence = CustomerDuplicate['evidence'][number];
type Contact = Pick<CustomerIdentity, 'email' | 'phone' | 'display_name'>;
type Both<Identity> = readonly [Identity, Identity];

const texts = messages.evidence;

/** Evidence that two customers are one, in a line: "Same phone written two ways, same device". */
export function evidenceLine({
  evidence,
  customers,
}: {
  readonly evidence: readonly Evidence[];
  readonly customers: Both<Contact>;
}): string {
  const signs = signsOf(evidence).map((sign) => formatSign(sign, customers));
  return [...new Set(signs)].reduce((before, sign) => (before === '' ? sign : texts.join(before, sign)), '');
}

/** Leaves out handles whose value is the phone or email that both have. */
export function signsOf(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter(
    ({ kind, value }) => kind !== 'handle' || evidence.every((other) => other.kind === kind || other.value !== value),
  );
}

function formatSign({ kind, value }: Evidence, [a, b]: Both<Contact>): string {
  switch (kind) {
    case 'phone':
      return a.phone === b.phone ? texts.samePhone : texts.phoneTwoWays;
    case 'email':
      return emailKey(a.email ?? '') === emailKey(b.email ?? '') ? texts.sameEmail : texts.sameMailbox;
    case 'handle': {
      const named = publicNameOf(value);
      if (named !== null) return texts.sameHandle(channelWord(named.channel));
      return value.includes('@') ? texts.sameAddress : texts.sameNumber;
    }
    case 'visitor':
      return texts.visitor;
    default:
      return texts.name;
  }
}

/** A public name in common with its channel, `instagram @lena.rides`; null for a number or an address. */
function publicNameOf(value: string): { readonly channel: string; readonly name: string } | null {
  const [, channel, name] = /^([a-z]+) (\S+)$/.exec(value) ?? [];
  return channel === undefined || name === undefined ? null : { channel, name };
}

/** The values behind a sign, as people wrote them in the fields and channels of both; those of a device have none. */
export function originalsOf({ kind, value }: Evidence, identities: Both<Customer['identity']>): readonly string[] {
  const named = publicNameOf(value);
  const written = identities.flatMap(({ email, phone, display_name: name, channels }): readonly (string | null)[] => {
    const ids = channels.map(({ external_user_id: id }) => id);
    switch (kind) {
      case 'phone':
        return [phone].filter((text) => isNumber(text, value));
      case 'email':
        return [email].filter((text) => isAddress(text, value));
      case 'name':
        return [name];
      case 'visitor':
        return [];
      default:
        if (named !== null)
          return channels
            .filter(({ channel }) => channel === named.channel)
            .map(({ display_handle: shown }) => shown)
            .filter((text) => text?.trim().toLowerCase() === named.name);
        if (value.includes('@')) return [email, ...ids].filter((text) => isAddress(text, value));
        return [phone, ...ids].filter((text) => isNumber(text, value));
    }
  });
  return [...new Set(written.filter((text) => text !== null))];
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
  readonly customers: Both<Customer['identity']>;
}

/** Why the two may be one person, with the values as they were written. */
export function EvidenceStrip({ duplicate, customers }: EvidenceStripProps) {
  return (
    <section
      aria-label={pairMessages.evidence}
      className="mt-3.5 flex min-h-[38px] flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-1.5 text-12 text-ink-2"
    >
      {duplicate === undefined ? null : duplicate === null ? (
        <p className="flex items-start gap-1.5 text-warn-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {pairMessages.noEvidence}
        </p>
      ) : (
        <>
          <Chip tone={TONES[duplicate.strength]}>{messages.list.strength[duplicate.strength]}</Chip>
          <ul className="contents">
            {signsOf(duplicate.evidence).map((sign) => (
              <li key={`${sign.kind} ${sign.value}`} className="min-w-0 [overflow-wrap:anywhere]">
                {formatSign(sign, customers)}
                {': '}
                <bdi className="font-mono text-ink">
                  <AddressText text={originalsOf(sign, customers).join(', ') || sign.value} />
                </bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
