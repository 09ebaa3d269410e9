import { useState } from 'react';
import { listCustomerIdentities, type Channel, type ListedCustomer } from '#contract/customers.ts';
import { useCountry } from '#src/api/use-country.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { ExportDialog } from '#src/list-export/export-dialog.tsx';
import { pagesOf, useFileName } from '#src/list-export/list-file.ts';
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
  const country = useCountry();
  const nameOf = useFileName();
  const [made, setMade] = useState<BindFile | null>(null);
  const texts = messages.file;
  const name = channelWord(channel);
  const source = idSource(channel);
  return (
    <ExportDialog<ListedCustomer>
      title={texts.title(name)}
      total={without}
      nothing={texts.nothing}
      fileOf={() => ({
        fileName: nameOf(texts.name(channel)),
        readPage: pagesOf(listCustomerIdentities, { without_channel: channel, order_by: 'name' }),
        fileOf: (customers) => {
          const file = bindFile(channel, customers, country);
          setMade(file);
          return file.text;
        },
      })}
      onClose={onClose}
      note={
        made === null ? null : (
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
    </ExportDialog>
  );
}
