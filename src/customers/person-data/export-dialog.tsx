import { defineMessages } from '#src/i18n/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { exportCustomer } from '#contract/customer-data.ts';
import { writeJson } from '#contract/json.ts';
import { call } from '#src/api/call.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { PartList, type PartCounts } from '#src/customers/parts.tsx';
import type { Reply } from '#contract/operation.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';

const texts = defineMessages({
  cancel: 'Cancel',
  title: (name: string) => `Export data of ${name}`,
  lead: 'Everything this service holds about this person, in one file.',
  contents: 'The file contains',
  record: 'The customer’s own details',
  warning: 'The file holds personal data. Give it only to this person or someone allowed to read it.',
  loading: 'Collecting the data',
  failed: 'Could not collect the data',
  submit: 'Download JSON',
  saved: (file: string) => `Saved as ${file}`,
});
/** Years of chats of one person take a while. */
const TIMEOUT_MS = 120_000;

export interface ExportDialogProps {
  readonly id: bigint;
  readonly name: string;
  readonly onClose: () => void;
}

/** All that is held of one person as a file; what is in it is said before it is saved. */
export function ExportDialog({ id, name, onClose }: ExportDialogProps) {
  const zone = useDisplayZone();
  const query = useQuery({
    queryKey: [exportCustomer.resource, exportCustomer.name, { identity_id: id }],
    queryFn: ({ signal }) => call(exportCustomer, { query: { identity_id: id }, signal, timeoutMs: TIMEOUT_MS }),
    // It is gone with the dialog.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = query;

  function save(): void {
    if (data === undefined) return;
    const file = exportFileName(data, zone);
    saveFile(`${writeJson(data, 2)}\n`, file, 'application/json');
    toast({ kind: 'done', text: texts.saved(file) });
    onClose();
  }

  return (
    <Dialog
      title={texts.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant="primary"
            icon="download"
            disabledReason={data === undefined ? (query.isError ? texts.failed : texts.loading) : undefined}
            onClick={save}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <p className="font-medium">{texts.lead}</p>
      <p className="mt-1 flex gap-1.5 text-warn-text">
        <Icon name="warning" size={14} className="mt-[3px] flex-none" />
        {texts.warning}
      </p>
      <h3 className="mt-3 text-12 font-medium">{texts.contents}</h3>
      <QueryState
        query={query}
        name={texts.contents}
        loading={texts.loading}
        failed={texts.failed}
        rows={6}
        rowClass="min-h-7 px-4"
      >
        {(found) => <PartList record={texts.record} counts={exportCounts(found)} />}
      </QueryState>
    </Dialog>
  );
}

type PersonData = Reply<typeof exportCustomer>;

/** Named by the customer and the day in the zone that is shown. */
export function exportFileName({ exported_utc: at, identity }: PersonData, zone: string): string {
  return `customer-${identity.id}-${dayAndTimeOf(at, zone)?.day ?? at.slice(0, 10)}.json`;
}

export function exportCounts(data: PersonData): PartCounts {
  const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
  return {
    tickets: data.tickets.length,
    comments: sum(data.tickets.map(({ comments }) => comments.length)),
    handles: data.identity.channels.length,
    links: data.links.length,
    notes: data.notes.length,
    csat: data.csat.length,
    feedback: data.feedback.length,
    sessions: data.sessions.length,
    messages: sum(data.sessions.map(({ messages }) => messages.length)),
    visitors: data.visitors.length,
    events: sum(data.visitors.map(({ events }) => events.length)),
  };
}
