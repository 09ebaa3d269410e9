import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { AuditEntry } from '#contract/audit.ts';
import { listAgents } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { parseId } from '#src/format/id.ts';
import { formatExactUsd } from '#src/format/money.ts';
import { formatCount } from '#src/format/number.ts';
import { formatClock, formatDay, formatInstant } from '#src/format/time.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, Mono, type Fact } from '#src/ui/fact-list.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { entryKey, entryOptions } from './queries.ts';
import type { AuditSearch } from './search.ts';
import { formatAction, formatField, formatRecordType } from './words.ts';

const { detail } = messages;

type Change = AuditEntry['changes'][number];

/** The label of the API token that acted, else the admin command or the service. */
function formatActor({ kind, token_id: id, label }: AuditEntry['actor']): string {
  if (id !== null) return label || messages.token(id.toString());
  return kind === 'admin' ? messages.admin : messages.system;
}

export function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  // For the service itself the label names its component.
  const beside = actor.token_prefix ?? (actor.kind === 'system' && actor.token_id === null ? actor.label : null);
  return (
    <span className="[overflow-wrap:anywhere]">
      <span dir="auto">{formatActor(actor)}</span>{' '}
      {beside === null ? null : (
        <span className={`text-12 text-ink-3 ${actor.token_prefix === null ? '' : 'font-mono'}`}>{beside}</span>
      )}
    </span>
  );
}

const TONES = { ok: 'plain', refused: 'warn', failed: 'danger' } as const;

/** Grey text for a success, a chip otherwise. */
export function Outcome({ outcome }: Pick<AuditEntry, 'outcome'>) {
  const word = messages.outcome[outcome] ?? outcome;
  if (outcome === 'ok') return <span className="text-12 text-ink-3">{word}</span>;
  return <Chip tone={TONES[outcome] ?? 'plain'}>{word}</Chip>;
}

/** Record types that exist once per site, shown without an id. */
const SINGLE = new Set(['ai_limits', 'business_calendar', 'site', 'site_settings']);

/** The changed record, as a link if it has a page. */
export function Record({ object_type: type, object_id: id }: Pick<AuditEntry, 'object_type' | 'object_id'>) {
  const link = pageOf(type, id);
  const words = (
    <>
      {formatRecordType(type)} {SINGLE.has(type) ? null : <span className="tabular-nums">{id}</span>}
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

/** Formats field values; agents by name if the service lists them. */
export function useValueText(): ValueText {
  const zone = useDisplayZone();
  const hasAgents = isWholeService(useWhoami());
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents }).data?.items;
  return ({ field }, value) => {
    if (value === null) return messages.none;
    if (typeof value === 'boolean') return value ? messages.yes : messages.no;
    const isNumber = typeof value === 'number' || /^[0-9]{1,18}(\.[0-9]+)?$/.test(value);
    if (field.endsWith('_usd') && isNumber) return formatExactUsd(Number(value));
    if (field === 'assignee_agent_id' || field === 'agent_id') {
      return agents?.find(({ id }) => id.toString() === String(value))?.name ?? String(value);
    }
    if (field === 'cap') return formatField(String(value));
    if (field.endsWith('_utc') && typeof value === 'string') return formatInstant(value, zone);
    if (!isNumber || field.endsWith('_id')) return String(value);
    return formatCount(typeof value === 'number' || value.includes('.') ? Number(value) : BigInt(value));
  };
}

/** Whether the log only names the field, as it does for texts and personal data. */
function isNamedOnly({ from, to }: Change): boolean {
  return from === null && to === null;
}

/** False for entries of new records, which have no previous values. */
function isOfUpdate({ action }: Pick<AuditEntry, 'action'>): boolean {
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
          {formatField(change.field)}
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

/** "Ticket changed"; an unknown action by its name in the API. */
export function ActionText({ action }: Pick<AuditEntry, 'action'>) {
  const words = formatAction(action);
  return words === action ? <code className="font-mono text-12">{action}</code> : words;
}

interface EntryDialogProps {
  /** The key in the URL. */
  readonly name: string;
  readonly search: AuditSearch;
  /** The rows on the page; an entry among them is not fetched again. */
  readonly rows: readonly AuditEntry[];
  readonly onClose: () => void;
}

/** Everything the log has about one entry. */
export function EntryDialog({ name, search, rows, onClose }: EntryDialogProps) {
  const isNamed = (entry: AuditEntry) => entryKey(entry) === name;
  const listed = rows.find(isNamed);
  const query = useQuery({ ...entryOptions(name, search), enabled: listed === undefined });
  const entry = listed ?? query.data?.items.find(isNamed);
  return (
    <Dialog
      title={entry === undefined ? detail.name : formatAction(entry.action)}
      kind="drawer"
      className="md:w-[480px]"
      onClose={onClose}
      footer={<Button onClick={onClose}>{detail.close}</Button>}
    >
      {entry === undefined ? (
        <QueryState query={query} name={detail.name} rows={6}>
          {() => <EmptyBlock icon="search" title={detail.missing} text={detail.missingText} />}
        </QueryState>
      ) : (
        <Entry entry={entry} />
      )}
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const zone = useDisplayZone();
  const { at_utc: at, actor, request_id: request, network, user_agent: client } = entry;
  const facts: readonly Fact[] = [
    [
      detail.time,
      <time key="value" dateTime={at}>
        {`${formatDay(at, zone)}, ${formatClock(at, zone)}`}
      </time>,
    ],
    [detail.who, <Actor key="value" actor={actor} />],
    [detail.record, <Record key="value" {...entry} />],
    [detail.outcome, <Outcome key="value" outcome={entry.outcome} />],
    [
      detail.request,
      request === null ? null : (
        <span key="value" className="flex items-center gap-1">
          <Mono>{request}</Mono>
          <CopyButton text={request} label={detail.copyRequest} />
        </span>
      ),
    ],
    [detail.network, network],
    [detail.client, client],
    [detail.asRecorded, <Mono key="value">{entry.action}</Mono>],
  ];
  return (
    <>
      <FactList facts={facts} />
      <h3 className="mt-5 text-14 font-semibold">{detail.changed}</h3>
      {entry.changes.length === 0 ? <p className="text-12 text-ink-3">{detail.nothing}</p> : <Changes entry={entry} />}
      <p className="mt-5 flex flex-col items-start gap-1.5">
        <Link to="/settings/audit" search={{ type: entry.object_type, object: entry.object_id }} className={TEXT_LINK}>
          {detail.ofRecord}
        </Link>
        {actor.token_id === null ? null : (
          <Link to="/settings/audit" search={{ token: actor.token_id.toString() }} className={TEXT_LINK}>
            {detail.ofToken(formatActor(actor))}
          </Link>
        )}
      </p>
    </>
  );
}

function Changes({ entry }: { readonly entry: AuditEntry }) {
  const textOf = useValueText();
  return (
    <Table
      caption={detail.changed}
      rows={entry.changes}
      keyOf={({ field }) => field}
      columns={[
        { key: 'field', head: detail.field, isRowHead: true, cell: ({ field }) => formatField(field) },
        {
          key: 'before',
          head: detail.before,
          className: 'text-ink-2 [overflow-wrap:anywhere]',
          cell: (change) =>
            isNamedOnly(change) || (change.from === null && !isOfUpdate(entry)) ? '–' : textOf(change, change.from),
        },
        {
          key: 'after',
          head: detail.after,
          className: 'font-medium [overflow-wrap:anywhere]',
          cell: (change) =>
            isNamedOnly(change) ? (
              <span className="font-normal text-ink-3">{detail.textChanged}</span>
            ) : (
              textOf(change, change.to)
            ),
        },
      ]}
    />
  );
}
