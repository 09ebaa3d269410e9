import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatClock, formatDay } from '#src/format/time.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Table } from '#src/ui/table.tsx';
import { TEXT_LINK } from '#src/ui/text-button.tsx';
import { Actor, actorWords, isNamedOnly, isOfUpdate, Outcome, Record, useValueText } from './entry-cells.tsx';
import { messages } from './messages.ts';
import { entryKey, entryOptions } from './queries.ts';
import type { AuditSearch } from './search.ts';
import { actionWords, fieldWords } from './words.ts';

const texts = messages.detail;

interface EntryDialogProps {
  /** As the address names it. */
  readonly name: string;
  readonly search: AuditSearch;
  /** The rows on the page: an entry among them is not asked for again. */
  readonly rows: readonly AuditEntry[];
  readonly onClose: () => void;
}

/** All that the log has of one entry. */
export function EntryDialog({ name, search, rows, onClose }: EntryDialogProps) {
  const isNamed = (entry: AuditEntry) => entryKey(entry) === name;
  const listed = rows.find(isNamed);
  const query = useQuery({ ...entryOptions(name, search), enabled: listed === undefined });
  const entry = listed ?? query.data?.items.find(isNamed);
  return (
    <Dialog
      title={entry === undefined ? texts.name : actionWords(entry.action)}
      kind="drawer"
      className="md:w-[480px]"
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {entry === undefined ? (
        <QueryState query={query} name={texts.name} rows={6}>
          {() => <EmptyBlock icon="search" title={texts.missing} text={texts.missingText} />}
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
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      texts.time,
      <time key="value" dateTime={at} className="tabular-nums">
        {`${formatDay(at, zone)}, ${formatClock(at, zone)}`}
      </time>,
    ],
    [texts.who, <Actor key="value" actor={actor} />],
    [texts.record, <Record key="value" {...entry} />],
    [texts.outcome, <Outcome key="value" outcome={entry.outcome} />],
    [
      texts.request,
      request === null ? null : (
        <span key="value" className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">{request}</code>
          <CopyButton text={request} label={texts.copyRequest} />
        </span>
      ),
    ],
    [texts.network, network],
    [texts.client, client],
    [
      texts.asRecorded,
      <code key="value" className="font-mono text-12">
        {entry.action}
      </code>,
    ],
    [
      texts.id,
      <span key="value" className="tabular-nums">
        {entry.id.toString()}
      </span>,
    ],
  ];
  return (
    <>
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-12 leading-5 text-ink-3">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <h3 className="mt-5 text-14 font-semibold">{texts.changed}</h3>
      {entry.changes.length === 0 ? <p className="text-12 text-ink-3">{texts.nothing}</p> : <Changes entry={entry} />}
      <p className="mt-5 flex flex-col items-start gap-1.5">
        <Link to="/settings/audit" search={{ type: entry.object_type, object: entry.object_id }} className={TEXT_LINK}>
          {texts.ofRecord}
        </Link>
        {actor.token_id === null ? null : (
          <Link to="/settings/audit" search={{ token: actor.token_id.toString() }} className={TEXT_LINK}>
            {texts.ofToken(actorWords(actor))}
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
      caption={texts.changed}
      rows={entry.changes}
      keyOf={({ field }) => field}
      columns={[
        { key: 'field', head: texts.field, isRowHead: true, cell: ({ field }) => fieldWords(field) },
        {
          key: 'before',
          head: texts.before,
          className: 'text-ink-2 [overflow-wrap:anywhere]',
          cell: (change) =>
            isNamedOnly(change) || (change.from === null && !isOfUpdate(entry)) ? '–' : textOf(change, change.from),
        },
        {
          key: 'after',
          head: texts.after,
          className: 'font-medium [overflow-wrap:anywhere]',
          cell: (change) =>
            isNamedOnly(change) ? (
              <span className="font-normal text-ink-3">{texts.textChanged}</span>
            ) : (
              textOf(change, change.to)
            ),
        },
      ]}
    />
  );
}
