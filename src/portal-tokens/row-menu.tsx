import { useNavigate } from '@tanstack/react-router';
import type { PortalTokenRecord } from '#contract/portal.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke-links.ts';

interface RowMenuProps {
  readonly token: PortalTokenRecord;
  /** Why nothing can be issued or revoked. */
  readonly reason: string | undefined;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

/** Less frequent actions on a link than revoking it. */
export function RowMenu({ token, reason, onRevokeMany }: RowMenuProps) {
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
