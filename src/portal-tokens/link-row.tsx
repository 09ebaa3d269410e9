import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PortalTokenRecord } from '#contract/portal.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { formatAge } from '#src/format/age.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke-links.ts';

interface RowVerbs {
  /** Why nothing can be issued or revoked. */
  readonly reason: string | undefined;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

interface LinkRowProps extends RowVerbs {
  readonly token: PortalTokenRecord;
  readonly zone: string;
  readonly nowMs: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  /** The row asks whether it is meant. */
  readonly isAsking: boolean;
  readonly isBusy: boolean;
  readonly onAsk: () => void;
  readonly onKeep: () => void;
  readonly onRevoke: () => void;
}

const TONES = { active: 'ok', expired: 'plain', revoked: 'plain' } as const;
const CELL = 'px-2 py-1.5 align-top';

/** One link: whose it is, until when it works, how often it was opened. */
export function LinkRow({ token, zone, nowMs, isSelected, onSelect, ...rest }: LinkRowProps) {
  const { requester_email: email, state, use_count: uses } = token;
  const id = token.id.toString();
  return (
    <tr
      data-row=""
      aria-selected={isSelected}
      className={`border-b border-line max-md:grid max-md:grid-cols-[28px_minmax(0,1fr)_auto] ${isSelected ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      <td className="w-7 py-1.5 align-top">
        <label className="hit relative grid size-6 place-items-center pointer-coarse:size-8">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={messages.selectRow(email, id)}
            className="accent-accent"
            onChange={onSelect}
          />
        </label>
      </td>
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <span dir="ltr" className="font-medium [overflow-wrap:anywhere]">
          {token.customer_identity_id == null ? (
            email
          ) : (
            <Link
              to="/customers/$id"
              params={{ id: token.customer_identity_id.toString() }}
              aria-label={messages.openCustomer(email)}
              className="hover:underline"
            >
              {email}
            </Link>
          )}
        </span>
        <span className="mt-px flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          <span className="tabular-nums">{id}</span>
          {token.customer_blocked === true ? <Mark text={messages.blockedText}>{messages.blocked}</Mark> : null}
          {token.customer_merged === true ? <Mark text={messages.mergedText}>{messages.merged}</Mark> : null}
        </span>
      </th>
      <td className={`${CELL} max-md:col-start-3 max-md:row-start-1`}>
        <Chip tone={TONES[state] ?? 'plain'}>{messages.state[state] ?? state}</Chip>
      </td>
      <td className={`${CELL} max-md:col-start-2 max-md:col-end-4 max-md:py-0`}>
        <PhoneLabel text={messages.column.expires} />
        <time dateTime={token.expires_utc} className="block whitespace-nowrap tabular-nums">
          {formatInstant(token.expires_utc, zone)}
        </time>
        <span className="block text-12 text-ink-3">{endOf(token, zone, nowMs)}</span>
      </td>
      <td className={`${CELL} max-md:col-start-2 max-md:col-end-4 max-md:py-0`}>
        {uses === 0 ? null : <PhoneLabel text={messages.column.uses} />}
        <span className="block tabular-nums">
          {uses === 0 ? messages.never : messages.uses(uses, formatCount(uses))}
        </span>
        {token.last_used_utc === null ? null : (
          <time
            dateTime={token.last_used_utc}
            title={formatInstant(token.last_used_utc, zone)}
            className="block text-12 whitespace-nowrap text-ink-3 tabular-nums"
          >
            {messages.lastOpened(formatDay(token.last_used_utc, zone))}
          </time>
        )}
      </td>
      <td className={`${CELL} max-md:col-start-2 max-md:col-end-4`}>
        <PhoneLabel text={messages.column.issued} />
        <time
          dateTime={token.created_utc}
          title={formatInstant(token.created_utc, zone)}
          className="block whitespace-nowrap tabular-nums"
        >
          {formatDay(token.created_utc, zone)}
        </time>
        <span dir="auto" className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
          {messages.by(token.issued_by)}
        </span>
      </td>
      <td className="py-1 text-end align-top whitespace-nowrap max-md:col-start-2 max-md:col-end-4 max-md:pb-2 max-md:text-start">
        <RowActions token={token} {...rest} />
      </td>
    </tr>
  );
}

/** The column's head, where a row is read from top to bottom. */
function PhoneLabel({ text }: { readonly text: string }) {
  return (
    <span aria-hidden="true" className="block text-12 text-ink-3 md:hidden">
      {text}
    </span>
  );
}

type ActionProps = Omit<LinkRowProps, 'zone' | 'nowMs' | 'isSelected' | 'onSelect'>;

function RowActions({ token, isAsking, isBusy, onAsk, onKeep, onRevoke, ...verbs }: ActionProps) {
  if (isAsking) return <RevokeQuestion isBusy={isBusy} onKeep={onKeep} onRevoke={onRevoke} />;
  return (
    <span className="inline-flex items-center">
      {token.state === 'active' ? (
        <Button
          id={revokeId(token)}
          size="sm"
          variant="ghost"
          disabledReason={verbs.reason}
          aria-label={`${messages.revokeOne.button} ${token.requester_email}`}
          onClick={onAsk}
        >
          {messages.revokeOne.button}
        </Button>
      ) : null}
      <RowMenu token={token} {...verbs} />
    </span>
  );
}

/** Asks in the row itself; Esc keeps the link. */
function RevokeQuestion({ isBusy, onKeep, onRevoke }: Pick<LinkRowProps, 'isBusy' | 'onKeep' | 'onRevoke'>) {
  useShortcut('escape', onKeep);
  return (
    <div
      role="group"
      aria-label={messages.revokeOne.button}
      className="inline-flex max-w-56 flex-wrap items-center justify-end gap-1.5 text-12 whitespace-normal max-md:justify-start"
    >
      <span className="text-start text-danger-text">{messages.revokeOne.effect}</span>
      <Button ref={focusOnce} size="sm" onClick={onKeep}>
        {messages.revokeOne.keep}
      </Button>
      <Button size="sm" variant="danger" busy={isBusy} onClick={onRevoke}>
        {messages.revokeOne.button}
      </Button>
    </div>
  );
}

/** When it comes into the page, and not at every change of it. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** The button that the focus goes back to. */
export function revokeId({ id }: Pick<PortalTokenRecord, 'id'>): string {
  return `portal-revoke-${id}`;
}

function Mark({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <span title={text}>
      <Chip tone="warn">{children}</Chip>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** What the end means now: "in 29d", "2d ago", "Revoked 20 Nov 2026". */
function endOf(token: PortalTokenRecord, zone: string, nowMs: number): string {
  if (token.revoked_utc !== null) return messages.revokedOn(formatDay(token.revoked_utc, zone));
  const left = Date.parse(token.expires_utc) - nowMs;
  return left > 0 ? messages.inTime(formatAge(left)) : messages.ago(formatAge(-left));
}

/** What is done to a link less often than revoking it. */
function RowMenu({ token, reason, onRevokeMany }: RowVerbs & { readonly token: PortalTokenRecord }) {
  const navigate = useNavigate();
  const { menu } = messages;
  const { requester_email: email, customer_identity_id: customerId } = token;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const items: readonly MenuItem[] = [
    token.state === 'active'
      ? {
          key: 'replace',
          label: menu.replace,
          icon: 'refresh',
          disabledReason: reason,
          onSelect: () => askForPortalLink({ email, replaces: { id: token.id, expiresUtc: token.expires_utc } }),
        }
      : {
          key: 'again',
          label: menu.again,
          icon: 'key',
          disabledReason: reason,
          onSelect: () => askForPortalLink({ email }),
        },
    { key: 'preview', label: menu.preview, icon: 'eye', onSelect: () => askForPortalLink({ email, shows: 'preview' }) },
    ...(customerId == null
      ? []
      : [
          {
            key: 'customer',
            label: menu.customer,
            icon: 'person' as const,
            onSelect: () => void navigate({ to: '/customers/$id', params: { id: customerId.toString() } }),
          },
        ]),
    {
      key: 'id',
      label: menu.copyId,
      icon: 'copy',
      onSelect: () => void copyText(token.id.toString()).then((done) => done && announce(menu.copied)),
    },
    {
      key: 'email',
      label: menu.allOfEmail,
      icon: 'close',
      danger: true,
      disabledReason: reason,
      onSelect: () => onRevokeMany({ kind: 'email', text: email }),
    },
    {
      key: 'domain',
      label: menu.allOfDomain(domain),
      icon: 'close',
      danger: true,
      disabledReason: reason,
      onSelect: () => onRevokeMany({ kind: 'domain', text: domain }),
    },
  ];
  return (
    <Menu
      label={menu.of(email)}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={menu.of(email)} />}
    />
  );
}
