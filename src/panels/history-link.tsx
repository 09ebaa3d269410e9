import { Link, useNavigate } from '@tanstack/react-router';
import type { AuditObjectType } from '#contract/audit.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { useEmbedded } from './embedded.ts';

const messages = defineMessages({ history: 'History' });

interface HistoryProps {
  /** As the audit log names it; `id` is what it has as `object_id`. */
  readonly type: AuditObjectType;
  readonly id: bigint | number | string;
}

const searchOf = ({ type, id }: HistoryProps) => ({ type, object: id.toString() });

/** Lines of menus that lead to a record's entries in the audit log; none without an audit log, and none in a frame. */
export function useHistoryItems(): (record: HistoryProps) => readonly MenuItem[] {
  const navigate = useNavigate();
  const disabledReason = useMissingScope()('admin:read');
  const isThere = useHasHistory();
  return (record) => {
    if (!isThere) return [];
    const onSelect = () => void navigate({ to: '/settings/audit', search: searchOf(record) });
    return [{ key: 'history', label: messages.history, icon: 'clock', disabledReason, onSelect }];
  };
}

/** The same as a link on the page. */
export function HistoryLink(record: HistoryProps) {
  const disabledReason = useMissingScope()('admin:read');
  if (!useHasHistory()) return null;
  const look = { variant: 'ghost', size: 'sm' } as const;
  if (disabledReason !== undefined) {
    return (
      <Button {...look} icon="clock" disabledReason={disabledReason}>
        {messages.history}
      </Button>
    );
  }
  return (
    <Link to="/settings/audit" search={searchOf(record)} className={buttonClass(look)}>
      <Icon name="clock" size={14} />
      {messages.history}
    </Link>
  );
}

function useHasHistory(): boolean {
  const isEmbedded = useEmbedded() !== null;
  return isWholeService(useWhoami()) && !isEmbedded;
}
