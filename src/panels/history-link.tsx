import { useNavigate } from '@tanstack/react-router';
import type { AuditObjectType } from '#contract/audit.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope } from '#src/api/write-access.ts';
import { defineMessages } from '#src/i18n/messages.ts';
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

function useHasHistory(): boolean {
  const isEmbedded = useEmbedded() !== null;
  return hasExtension(useWhoami(), 'audit_log') && !isEmbedded;
}
