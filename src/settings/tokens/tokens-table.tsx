import type { ReactNode } from 'react';
import { SCOPES } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge, formatDay, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Table } from '#src/ui/table.tsx';
import { boundsOf, mayGive } from './issue-form.ts';
import { messages } from './messages.ts';
import { scopeName, shownScopes } from './scopes.ts';
import { daysLeft, idleDays, isLive, lookReason, stateOf } from './token-state.ts';

/** What is asked of the person about a token. */
export type TokenVerb = 'rotate' | 'rename' | 'revoke';

interface TokensTableProps {
  readonly rows: readonly ApiToken[];
  readonly all: readonly ApiToken[];
  /** Why tokens cannot be changed. */
  readonly reason: string | undefined;
  readonly onOpen: (token: ApiToken) => void;
  readonly onAsk: (verb: TokenVerb, token: ApiToken) => void;
}

/** The tokens, with J and K from row to row. */
export function TokensTable({ rows, all, reason, onOpen, onAsk }: TokensTableProps) {
  const whoami = useWhoami();
  const historyItems = useHistoryItems();
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column, keys, list: group } = messages;
  const move = (step: number): void => {
    const names = [...document.querySelectorAll<HTMLElement>('tr[data-row] th button')];
    const at = names.findIndex((name) => name.closest('tr')?.contains(document.activeElement) === true);
    names[Math.max(0, Math.min(names.length - 1, at < 0 ? 0 : at + step))]?.focus();
  };
  useShortcut('j', () => move(1), { label: keys.next, group, repeat: true });
  useShortcut('k', () => move(-1), { label: keys.previous, group, repeat: true });
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'token',
          head: column.token,
          isRowHead: true,
          cell: (token) => <TokenName token={token} onOpen={() => onOpen(token)} />,
        },
        { key: 'state', head: column.state, cell: (token) => <StateChip token={token} nowMs={nowMs} /> },
        { key: 'scopes', head: column.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        {
          key: 'created',
          head: column.created,
          className: 'max-md:hidden',
          cell: (token) => (
            <Lines under={messages.by(issuerName(token, all))}>
              <Instant at={token.created_utc} />
            </Lines>
          ),
        },
        {
          key: 'used',
          head: column.used,
          cell: (token) => {
            const isUnused = lookReason(token, nowMs) === 'unused';
            const { last_used_utc: last } = token;
            return (
              <Lines isWarn={isUnused} under={isUnused ? messages.unusedFor(idleDays(token, nowMs)) : null}>
                {last === null ? messages.never : <Instant at={last}>{formatNear(last, zone, nowMs)}</Instant>}
              </Lines>
            );
          },
        },
        {
          key: 'calls',
          head: column.calls,
          isFigure: true,
          className: 'max-md:hidden',
          cell: ({ request_count: calls }) => formatCount(calls),
        },
        { key: 'ends', head: column.ends, cell: (token) => <End token={token} zone={zone} nowMs={nowMs} /> },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          isBeside: true,
          className: 'w-8',
          cell: (token) => {
            const label = messages.actionsOf(token.label, token.token_prefix);
            return (
              <Menu
                label={label}
                align="end"
                items={[
                  { key: 'details', label: messages.menu.details, icon: 'info', onSelect: () => onOpen(token) },
                  ...verbsOf(token, { whoami, nowMs, reason, onAsk }),
                  ...historyItems({ type: 'api_token', id: token.id }),
                ]}
                trigger={(props) => <IconButton {...props} icon="more" size="sm" label={label} />}
              />
            );
          },
        },
      ]}
    />
  );
}

interface VerbContext extends Pick<TokensTableProps, 'reason' | 'onAsk'> {
  readonly whoami: Whoami;
  readonly nowMs: number;
}

/** What can be done to a token; what cannot is off and says why. */
export function verbsOf(token: ApiToken, { whoami, nowMs, reason, onAsk }: VerbContext): readonly MenuItem[] {
  const { menu, off } = messages;
  const isReplaced = token.replaced_by_id !== null;
  const noRotation = !isLive(token, nowMs) ? off.over : isReplaced ? off.rotated : beyondOwn(token, whoami);
  const item = (verb: TokenVerb, icon: MenuItem['icon'] & string, disabledReason?: string): MenuItem => ({
    ...{ key: verb, label: menu[verb], icon, danger: verb === 'revoke' },
    disabledReason: reason ?? disabledReason,
    onSelect: () => onAsk(verb, token),
  });
  return [
    item('rotate', 'refresh', noRotation),
    item('rename', 'pencil'),
    item('revoke', 'close', token.revoked_utc === null ? undefined : off.revoked),
  ];
}

/** Rotating gives what the token has, so it may have no more than the caller's. */
function beyondOwn({ scopes, rate_limit_per_min: rate }: ApiToken, whoami: Whoami): string | undefined {
  const bounds = boundsOf(whoami);
  const beyond = SCOPES.find((scope) => scopes.includes(scope) && !mayGive(bounds, scope));
  const { more, rate: calls } = messages.off;
  if (beyond !== undefined) return more(whoami.label, beyond);
  return rate > bounds.rate ? more(whoami.label, calls(formatCount(rate))) : undefined;
}

/** Who issued a token: another one's label, or the admin command. */
export function issuerName({ issued_by_token_id: issuer }: ApiToken, all: readonly ApiToken[]): string {
  if (issuer === null) return messages.byAdmin;
  return all.find(({ id }) => id === issuer)?.label ?? messages.byUnknown(issuer.toString());
}

function TokenName({ token, onOpen }: { readonly token: ApiToken; readonly onOpen: () => void }) {
  const { label, token_prefix: prefix, is_me: isOwn } = token;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={messages.detailsOf(label, prefix)}
          className="hit relative -my-0.5 min-h-6 text-start font-medium hover:underline [overflow-wrap:anywhere]"
          onClick={onOpen}
        >
          <span dir="auto">{label}</span>
        </button>
        {isOwn ? <Chip tone="accent">{messages.thisSession}</Chip> : null}
      </span>
      <span className="block font-mono text-12 text-ink-3">{prefix}…</span>
    </>
  );
}

const TONES = {
  active: 'ok',
  ending: 'warn',
  overlap: 'accent',
  replaced: 'plain',
  expired: 'plain',
  revoked: 'plain',
} as const;

export function StateChip({ token, nowMs }: { readonly token: ApiToken; readonly nowMs: number }) {
  const state = stateOf(token, nowMs);
  return <Chip tone={TONES[state]}>{messages.state[state]}</Chip>;
}

/** The first scope in words and how many more; all of them in the title. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const [first = '', ...more] = shownScopes(scopes).map(scopeName);
  return (
    <span className="whitespace-nowrap" title={[first, ...more].join(', ')}>
      <Chip>{first}</Chip>
      {more.length === 0 ? null : (
        <>
          <span aria-hidden="true" className="ms-1 text-12 text-ink-3">
            +{more.length}
          </span>
          <span className="sr-only">, {more.join(', ')}</span>
        </>
      )}
    </span>
  );
}

/** When a token ends, or ended; of a rotated one how long both work. */
function End({ token, zone, nowMs }: { readonly token: ApiToken; readonly zone: string; readonly nowMs: number }) {
  const { expires_utc: end, revoked_utc: revoked } = token;
  const why = lookReason(token, nowMs);
  if (stateOf(token, nowMs) === 'overlap') {
    const left = messages.left(formatAge(Date.parse(end) - nowMs));
    return <Lines under={left}>{messages.bothUntil(formatInstant(end, zone, nowMs))}</Lines>;
  }
  return (
    <Lines
      isWarn={why === 'ending' || why === 'expired'}
      under={why === 'ending' ? messages.endsIn(daysLeft(token, nowMs)) : null}
    >
      <Instant at={revoked ?? end}>
        {revoked === null ? formatDay(end, zone, nowMs) : messages.revokedOn(formatDay(revoked, zone, nowMs))}
      </Instant>
    </Lines>
  );
}

interface LinesProps {
  /** Smaller, below. */
  readonly under: string | null;
  /** It is why the token needs a look. */
  readonly isWarn?: boolean;
  readonly children: ReactNode;
}

function Lines({ under, isWarn = false, children }: LinesProps) {
  return (
    <span className={`tabular-nums ${isWarn ? 'text-warn-text' : ''}`}>
      <span className="block whitespace-nowrap">{children}</span>
      <span dir="auto" className={`block text-12 [overflow-wrap:anywhere] ${isWarn ? '' : 'text-ink-3'}`}>
        {under}
      </span>
    </span>
  );
}
