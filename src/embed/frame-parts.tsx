import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NewTicketHost } from '#src/new-ticket/new-ticket-host.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import { ApiCallsHost } from '#src/shell/api-calls.tsx';
import { useIgnoredNotice } from '#src/shell/page-effects.ts';
import { startUndo } from '#src/undo/undo.ts';

/** The overlays of the pages of a frame. */
export function FrameParts() {
  const navigate = useNavigate();
  useEffect(() => (isReadOnly() ? undefined : startUndo()), []);
  useIgnoredNotice();
  const openTicket = (id: bigint | string): void => void navigate({ to: '/tickets/$id', params: { id: String(id) } });
  return (
    <>
      {isReadOnly() ? null : <NewTicketHost onOpenTicket={openTicket} />}
      <ApiCallsHost />
    </>
  );
}
