import { useState } from 'react';
import { listCustomerIdentities, type Channel, type ListedCustomer } from '#contract/customers.ts';
import { call } from '#src/api/call.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useCountry } from '#src/api/use-country.ts';
import { exportFileName } from '#src/browser/save-file.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { ExportFrame } from '#src/list-export/export-frame.tsx';
import { useExport } from '#src/list-export/use-export.ts';
import { bindFile, idSource, type BindFile } from './bind-file.ts';
import { messages } from './messages.ts';

interface BindFileDialogProps {
  readonly channel: Channel;
  /** How many customers have no handle of it. */
  readonly without: number;
  readonly onClose: () => void;
}

/** The customers without a handle of a channel, as a file that bulk bind takes. */
export function BindFileDialog({ channel, without, onClose }: BindFileDialogProps) {
  const whoami = useWhoami();
  const country = useCountry();
  const zone = useDisplayZone();
  const exporting = useExport<ListedCustomer>();
  const [made, setMade] = useState<BindFile | null>(null);
  const texts = messages.file;
  const name = channelWord(channel);
  const source = idSource(channel);

  function begin(): void {
    exporting.start({
      readPage: (skip, limit, signal) =>
        call(listCustomerIdentities, {
          query: { without_channel: channel, order_by: 'name', limit, skip },
          priority: 'background',
          signal,
        }),
      fileOf: (customers) => {
        const file = bindFile(channel, customers, country);
        setMade(file);
        return file.text;
      },
      fileName: exportFileName(whoami.site_name || String(whoami.site_id), texts.name(channel), Date.now(), zone),
    });
  }

  return (
    <ExportFrame
      title={texts.title(name)}
      exporting={exporting}
      total={without}
      nothing={texts.nothing}
      onBegin={begin}
      onClose={onClose}
      note={
        exporting.phase.name !== 'done' || made === null ? null : (
          <ul className="mt-2 flex flex-col gap-1">
            {made.ready === 0 ? null : <li>{texts.ready(made.ready, formatCount(made.ready))}</li>}
            {made.missing === 0 ? null : <li>{texts.missing(made.missing, formatCount(made.missing))}</li>}
            {made.unnamed === 0 ? null : <li>{texts.unnamed(made.unnamed, formatCount(made.unnamed))}</li>}
          </ul>
        )
      }
    >
      <div className="flex flex-col gap-2">
        <p>{texts.text(without, formatCount(without), name)}</p>
        <p>{source === 'phone' ? texts.fromPhone : source === 'email' ? texts.fromEmail : texts.byHand}</p>
        <p className="text-12 text-ink-3">{texts.safe}</p>
      </div>
    </ExportFrame>
  );
}
