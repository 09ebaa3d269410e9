import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { revokePortalToken, type PortalTokenRecord } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWrite } from '#src/api/write.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatAge, formatDay } from '#src/format/time.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { focusOnce } from '#src/ui/secret-dialog.tsx';
import { LinkState } from '#src/portal-links/link-state.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Table } from '#src/ui/table.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { Instant } from '#src/ui/instant.tsx';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke-dialog.tsx';
import { view } from './view.ts';

const { keys, revokeOne: texts } = messages;

interface LinksTableProps {
  readonly rows: readonly PortalTokenRecord[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** Why the user cannot change links. */
  readonly reason: string | undefined;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

/** The links, with J and K from row to row and X to select one. */
export function LinksTable({ rows, selected, onSelect, reason, onRevokeMany }: LinksTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const [asking, setAsking] = useState<bigint | null>(null);
  const { write, isBusy } = useWrite(revokePortalToken);

  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tr[data-row] input[type=checkbox]')];
  const move = (step: number): void => {
    const all = boxes();
    const at = all.findIndex((box) => box.closest('tr')?.contains(document.activeElement) === true);
    all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + step))]?.focus();
  };
  const [{ group }] = view.keys;
  useShortcut('j', () => move(1), { label: keys.next, group, repeat: true });
  useShortcut('k', () => move(-1), { label: keys.previous, group, repeat: true });
  useShortcut(
    'x',
    () =>
      boxes()
        .find((box) => box.closest('tr')?.contains(document.activeElement) === true)
        ?.click(),
    { label: keys.select, group },
  );

  function keep({ id }: PortalTokenRecord): void {
    setAsking(null);
    requestAnimationFrame(() => document.getElementById(revokeId({ id }))?.focus());
  }

  async function revoke(token: PortalTokenRecord): Promise<void> {
    const id = token.id.toString();
    const isGone = (error: unknown) => error instanceof ApiFailure && error.kind === 'not_found';
    const done = await write(
      { query: { id: token.id } },
      { failed: (why, error) => (isGone(error) ? texts.gone(id) : texts.failed(id, why)) },
    );
    if (done === null) return keep(token);
    setAsking(null);
    const { requester_email: email } = token;
    const action = { label: texts.issueNew, run: () => askForPortalLink({ email }) };
    toast({ kind: 'done', text: texts.done(email), action });
  }

  const { column } = messages;
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      selection={{
        selected,
        onSelect,
        allLabel: messages.selectAll,
        labelOf: ({ requester_email: email, id }) => messages.selectRow(email, id.toString()),
      }}
      columns={[
        { key: 'email', head: column.email, isRowHead: true, cell: (token) => <Whose token={token} /> },
        { key: 'state', head: column.state, isBeside: true, cell: (token) => <LinkState link={token} /> },
        {
          key: 'expires',
          head: column.expires,
          cell: (token) => (
            <>
              <Instant at={token.expires_utc} form="instant" className="block whitespace-nowrap tabular-nums" />
              <span className="block text-12 text-ink-3">{endOf(token, zone, nowMs)}</span>
            </>
          ),
        },
        { key: 'uses', head: column.uses, cell: (token) => <Uses token={token} zone={zone} /> },
        {
          key: 'issued',
          head: column.issued,
          cell: ({ created_utc: at, issued_by: by }) => (
            <>
              <Instant at={at} className="block whitespace-nowrap tabular-nums" />
              <span dir="auto" className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
                <AddressText text={messages.by(by)} />
              </span>
            </>
          ),
        },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          cell: (token) =>
            asking === token.id ? (
              <RevokeQuestion
                isBusy={isBusy}
                onKeep={() => keep(token)}
                onRevoke={() => void (isBusy ? null : revoke(token))}
              />
            ) : (
              <span className="inline-flex items-center">
                {token.state === 'active' ? (
                  <Button
                    id={revokeId(token)}
                    size="sm"
                    variant="ghost"
                    disabledReason={reason}
                    aria-label={`${texts.button} ${token.requester_email}`}
                    onClick={() => setAsking(token.id)}
                  >
                    {texts.button}
                  </Button>
                ) : null}
                <RowMenu token={token} reason={reason} onRevokeMany={onRevokeMany} />
              </span>
            ),
        },
      ]}
    />
  );
}

interface TokenProps {
  readonly token: PortalTokenRecord;
}

/** The address of a link, which opens its customer, and whether they are blocked or merged. */
function Whose({ token }: TokenProps) {
  const { requester_email: email, customer_identity_id: customer } = token;
  return (
    <>
      <span dir="ltr" className="font-medium [overflow-wrap:anywhere]">
        {customer == null ? (
          <AddressText text={email} />
        ) : (
          <Link
            to="/customers/$id"
            params={{ id: customer.toString() }}
            aria-label={messages.openCustomer(email)}
            className="hover:underline"
          >
            <AddressText text={email} />
          </Link>
        )}
      </span>
      <span className="mt-px flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
        <span className="tabular-nums">{token.id.toString()}</span>
        {token.customer_blocked === true ? <span className="text-warn-text">{messages.blockedText}</span> : null}
        {token.customer_merged === true ? <Mark text={messages.mergedText}>{messages.merged}</Mark> : null}
      </span>
    </>
  );
}

function Uses({ token, zone }: TokenProps & { readonly zone: string }) {
  const { use_count: uses, last_used_utc: last } = token;
  return (
    <>
      <span className="block tabular-nums">{uses === 0 ? messages.never : messages.uses(uses, formatCount(uses))}</span>
      {last === null ? null : (
        <Instant at={last} className="block text-12 whitespace-nowrap text-ink-3 tabular-nums">
          {messages.lastOpened(formatDay(last, zone))}
        </Instant>
      )}
    </>
  );
}

interface RevokeQuestionProps {
  readonly isBusy: boolean;
  readonly onKeep: () => void;
  readonly onRevoke: () => void;
}

/** Asks within the row; Escape cancels. */
function RevokeQuestion({ isBusy, onKeep, onRevoke }: RevokeQuestionProps) {
  useShortcut('escape', onKeep);
  return (
    <div
      role="group"
      aria-label={texts.button}
      className="inline-flex max-w-56 flex-wrap items-center justify-end gap-1.5 text-12 whitespace-normal max-md:justify-start"
    >
      <span className="text-start text-danger-text">{texts.effect}</span>
      <Button ref={focusOnce} size="sm" onClick={onKeep}>
        {texts.keep}
      </Button>
      <Button size="sm" variant="danger" busy={isBusy} onClick={onRevoke}>
        {texts.button}
      </Button>
    </div>
  );
}

/** Id of the Revoke button, which gets the focus back. */
function revokeId({ id }: Pick<PortalTokenRecord, 'id'>): string {
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

/** The end as text: "in 29d", "2d ago", "Revoked 20 Nov 2026". */
function endOf(token: PortalTokenRecord, zone: string, nowMs: number): string {
  if (token.revoked_utc !== null) return messages.revokedOn(formatDay(token.revoked_utc, zone));
  const left = Date.parse(token.expires_utc) - nowMs;
  return left > 0 ? messages.inTime(formatAge(left)) : messages.ago(formatAge(-left));
}

interface RowMenuProps {
  readonly token: PortalTokenRecord;
  /** Why the user cannot issue or revoke links. */
  readonly reason: string | undefined;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

/** The other actions on a link. */
function RowMenu({ token, reason, onRevokeMany }: RowMenuProps) {
  const navigate = useNavigate();
  const { menu } = messages;
  const { requester_email: email, customer_identity_id: customerId } = token;
  const isActive = token.state === 'active';
  const items: readonly MenuItem[] = [
    {
      key: 'issue',
      label: isActive ? menu.replace : menu.again,
      icon: isActive ? 'refresh' : 'key',
      disabledReason: reason,
      onSelect: () =>
        askForPortalLink(isActive ? { email, replaces: { id: token.id, expiresUtc: token.expires_utc } } : { email }),
    },
    ...(customerId == null ? [] : [customerId]).map((id): MenuItem => ({
      key: 'customer',
      label: menu.customer,
      icon: 'person',
      onSelect: () => void navigate({ to: '/customers/$id', params: { id: id.toString() } }),
    })),
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
