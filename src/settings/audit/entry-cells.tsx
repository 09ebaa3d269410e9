import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { listAgents } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { parseId } from '#src/format/id.ts';
import { formatExactUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { messages } from './messages.ts';
import { actionWords, fieldWords, objectWords } from './words.ts';

type Change = AuditEntry['changes'][number];

/** A token by its label, else what acted without one. */
export function actorWords({ kind, token_id: id, label }: AuditEntry['actor']): string {
  if (id !== null) return label || messages.token(id.toString());
  return kind === 'admin' ? messages.admin : messages.system;
}

export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  // Of the service itself the label names the part of it.
  const beside = actor.token_prefix ?? (actor.kind === 'system' && actor.token_id === null ? actor.label : null);
  return (
    <span className="[overflow-wrap:anywhere]">
      <span dir="auto">{actorWords(actor)}</span>{' '}
      {beside === null ? null : (
        <span className={`text-12 text-ink-3 ${actor.token_prefix === null ? '' : 'font-mono'}`}>{beside}</span>
      )}
    </span>
  );
}

const TONES = { ok: 'plain', refused: 'warn', failed: 'danger' } as const;

/** Grey for a success, a chip for the rest. */
export function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const word = messages.outcome[outcome] ?? outcome;
  if (outcome === 'ok') return <span className="text-12 text-ink-3">{word}</span>;
  return <Chip tone={TONES[outcome] ?? 'plain'}>{word}</Chip>;
}

/** Record types that exist once per site, shown without an id. */
const SINGLE = new Set(['ai_limits', 'business_calendar', 'site', 'site_settings']);

/** What was changed, as a link to its page where it has one. */
export function Record({ object_type: type, object_id: id }: Pick<AuditEntry, 'object_type' | 'object_id'>) {
  const link = pageOf(type, id);
  const words = (
    <>
      {objectWords(type)} {SINGLE.has(type) ? null : <span className="tabular-nums">{id}</span>}
    </>
  );
  if (link === null) return <span className="[overflow-wrap:anywhere]">{words}</span>;
  return (
    <Link {...link} className={`${TEXT_LINK} [overflow-wrap:anywhere]`}>
      {words}
    </Link>
  );
}

function pageOf(type: string, id: string): LinkProps | null {
  const number = parseId(id) === null ? undefined : id;
  switch (type) {
    case 'ticket':
      return number === undefined ? null : { to: '/tickets/$id', params: { id } };
    case 'customer_identity':
      return number === undefined ? null : { to: '/customers/$id', params: { id } };
    case 'webhook_subscription':
      return { to: '/settings/webhooks', search: { id: number } };
    case 'webhook_delivery':
      return { to: '/settings/webhooks/log', search: { id: number } };
    case 'api_token':
      return { to: '/settings/tokens', search: { id: number } };
    case 'ai_limits':
    case 'ai_price':
      return { to: '/ai/usage' };
    case 'business_calendar':
      return { to: '/manage/hours' };
    case 'csat_response':
      return { to: '/csat/answers' };
    case 'portal_token':
      return { to: '/manage/portal-tokens' };
    case 'saved_view':
      return { to: '/inbox', search: { view: number } };
    case 'site_settings':
      return { to: '/health' };
    case 'tag':
      return { to: '/settings/tags' };
    default:
      return null;
  }
}

type ValueText = (change: Change, value: Change['to']) => string;

/** Writes values of fields; an agent is a name where the service has a list of them. */
export function useValueText(): ValueText {
  const zone = useDisplayZone();
  const hasAgents = hasExtension(useWhoami(), 'agents');
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents }).data?.items;
  return ({ field }, value) => {
    if (value === null) return messages.none;
    if (typeof value === 'boolean') return value ? messages.yes : messages.no;
    const isNumber = typeof value === 'number' || /^[0-9]{1,18}(\.[0-9]+)?$/.test(value);
    if (field.endsWith('_usd') && isNumber) return formatExactUsd(Number(value));
    if (field === 'assignee_agent_id' || field === 'agent_id') {
      return agents?.find(({ id }) => id.toString() === String(value))?.name ?? String(value);
    }
    if (field === 'cap') return fieldWords(String(value));
    if (field.endsWith('_utc') && typeof value === 'string') return formatInstant(value, zone);
    if (!isNumber || field.endsWith('_id')) return String(value);
    return formatCount(typeof value === 'number' || value.includes('.') ? Number(value) : BigInt(value));
  };
}

/** Whether the log only names the field, as for texts and personal data. */
export function isNamedOnly({ from, to }: Change): boolean {
  return from === null && to === null;
}

/** What was made had nothing before. */
export function isOfUpdate({ action }: Pick<AuditEntry, 'action'>): boolean {
  return action.endsWith('.update') || action.endsWith('.undo');
}

const SHOWN_CHANGES = 3;

interface ChangeLineProps extends Pick<AuditEntry, 'action' | 'changes'> {
  readonly textOf: ValueText;
}

/** The first changes in a line: "priority normal → high, subject". */
export function ChangeLine({ action, changes, textOf }: ChangeLineProps) {
  const isUpdate = isOfUpdate({ action });
  return (
    <span className="text-12 text-ink-2 [overflow-wrap:anywhere]">
      {changes.slice(0, SHOWN_CHANGES).map((change, index) => (
        <span key={change.field}>
          {index === 0 ? null : ', '}
          {fieldWords(change.field)}
          {isNamedOnly(change) ? null : (
            <>
              {' '}
              {isUpdate || change.from !== null ? `${textOf(change, change.from)} → ` : null}
              <b className="font-medium text-ink">{textOf(change, change.to)}</b>
            </>
          )}
        </span>
      ))}
      {changes.length > SHOWN_CHANGES ? ` ${messages.more(changes.length - SHOWN_CHANGES)}` : null}
    </span>
  );
}

/** "Ticket changed"; an action without words is code. */
export function ActionWords({ action }: Pick<AuditEntry, 'action'>) {
  const words = actionWords(action);
  return words === action ? <code className="font-mono text-12">{action}</code> : words;
}
