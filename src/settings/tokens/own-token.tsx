import { Link } from '@tanstack/react-router';
import { useMissingScope, type RequiredScope } from '#src/api/write-access.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { Panel } from '#src/panels/panel.tsx';
import type { View } from '#src/panels/view-type.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages } from './messages.ts';
import { SCOPE_GROUPS, scopeTexts } from './scopes.ts';
import { FactList, Mono, useAgentName } from './token-drawer.tsx';

const { own: texts, detail, column } = messages;

/** The API token of this session as a list of properties, for users who cannot see the list of all. */
export function OwnFacts() {
  const { label, token_prefix: prefix, capabilities, ...whoami } = useWhoami();
  const agent = useAgentName(whoami.agent_id ?? null);
  const at = (iso: string | null | undefined) => (iso ? <Instant at={iso} form="instant" /> : null);
  return (
    <FactList
      facts={[
        [messages.issue.label, label],
        [detail.prefix, <Mono key="prefix">{prefix}…</Mono>],
        [column.created, at(whoami.created_utc)],
        [column.used, at(whoami.last_used_utc)],
        [column.calls, formatCount(whoami.request_count)],
        [column.ends, at(whoami.expires_utc)],
        [detail.agent, agent],
        [detail.rate, formatCount(capabilities.rate_limit_per_min)],
      ]}
    />
  );
}

interface Row {
  readonly key: string;
  readonly name: string;
  /** Of a page. */
  readonly path?: string;
  readonly scope?: string | undefined;
  /** `absent`: the service doesn't provide it. */
  readonly can: 'yes' | 'no' | 'absent';
}

/** What the API token of this session can do: pages with their verbs, and scopes, allowed or not. */
export function OwnAccess({ views }: { readonly views: readonly View[] }) {
  const whoami = useWhoami();
  const missing = useMissingScope();
  const judge = (isExtension: View['isExtension'], scope: RequiredScope | 'any' = 'any'): Row['can'] => {
    if (isExtension === true && !isWholeService(whoami)) return 'absent';
    return missing(scope) === undefined ? 'yes' : 'no';
  };
  const pages = views.flatMap(({ id, label, path, isExtension, places = [] }): readonly Row[] => [
    { key: id, name: label, path, can: judge(isExtension) },
    ...places
      .filter(({ scope }) => scope !== undefined)
      .map(({ key, label: verb, scope, isExtension: own }): Row => ({
        ...{ key: `${id} ${key}`, name: `${label}: ${verb}`, scope },
        can: judge(isExtension ?? own, scope),
      })),
  ]);
  const scopes = SCOPE_GROUPS.flatMap((group) => group.scopes).map((scope): Row => {
    const { text: name } = scopeTexts[scope];
    const can =
      scope !== '*' ? judge(undefined, scope === 'read' ? 'any' : scope) : whoami.scopes.includes('*') ? 'yes' : 'no';
    return { key: scope, name, scope, can };
  });
  return (
    <Panel title={texts.title(whoami.label)} note={texts.note}>
      <div className="grid gap-x-10 gap-y-4 @3xl:grid-cols-2">
        <AccessTable caption={texts.pages} rows={pages} />
        <AccessTable caption={texts.actions} rows={scopes} />
      </div>
    </Panel>
  );
}

function AccessTable({ caption, rows }: { readonly caption: string; readonly rows: readonly Row[] }) {
  return (
    <Table
      caption={caption}
      isCaptionShown
      isHeadHidden
      rows={rows}
      keyOf={({ key }) => key}
      phone="stack"
      columns={[
        {
          key: 'what',
          head: caption,
          isRowHead: true,
          cell: ({ name, path, scope, can }) => (
            <>
              {path === undefined || can === 'absent' ? (
                name
              ) : (
                <Link to={path} className="hover:underline">
                  {name}
                </Link>
              )}
              {scope === undefined ? null : <span className="block font-mono text-12 text-ink-3">{scope}</span>}
            </>
          ),
        },
        {
          key: 'can',
          head: texts.can,
          isFigure: true,
          isBeside: true,
          cell: ({ can }) => (
            <span
              className={`inline-flex items-center gap-1.5 ${can === 'no' ? 'text-warn-text' : can === 'absent' ? 'text-12 text-ink-3' : ''}`}
            >
              {can === 'absent' ? null : <Icon name={can === 'yes' ? 'check' : 'close'} size={14} />}
              {texts[can]}
            </span>
          ),
        },
      ]}
    />
  );
}
