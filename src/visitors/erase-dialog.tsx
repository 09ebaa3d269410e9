import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { deleteVisitor, type Visitor } from '#contract/visitors.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { visitorName } from './parts.tsx';
import { sessionsOptions } from './queries.ts';

const texts = messages.erasing;

/** A visitor may have years of events and conversations. */
const TIMEOUT_MS = 120_000;

interface Values {
  typed: string;
}

export interface EraseDialogProps {
  readonly visitorKey: string;
  /** Null where the key has conversations alone. */
  readonly visitor: Visitor | null;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

/** Deletes a visitor with the events and conversations, after the key was typed. */
export function EraseDialog({ visitorKey, visitor, onClose, onErased }: EraseDialogProps) {
  const isWhole = isWholeService(useWhoami());
  const { write, isBusy, error } = useWrite(deleteVisitor, { refetch: 'none' });
  const sessions = useQuery({ ...sessionsOptions(visitorKey), enabled: isWhole });
  const form = useForm<Values, unknown, { key: string }>({
    defaultValues: { typed: '' },
    resolver: contractResolver<Values, { key: string }, { key: string }>({
      schema: deleteVisitor.query,
      names: { typed: texts.label },
      bodyOf: () => ({ key: visitorKey }),
    }),
  });
  const typed = oneLine(useWatch({ control: form.control, name: 'typed' }));
  const wanted = oneLine(visitorKey);
  const isTyped = typed === wanted;
  const events = visitor?.event_count ?? 0;
  const count = sessions.data?.total_count;
  const goes = [
    visitor === null ? null : texts.record,
    events === 0 ? null : texts.events(events, formatCount(events)),
    count === undefined ? texts.anySessions : count === 0 ? null : texts.sessions(count, formatCount(count)),
  ].filter((line) => line !== null);
  return (
    <FormDialog
      title={texts.title(visitor === null ? visitorKey : visitorName(visitor))}
      submit={texts.submit}
      isDanger
      disabledReason={isWhole && sessions.isLoading ? texts.wait : isTyped ? undefined : texts.typeFirst}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => <WriteFailure error={failure} failed={texts.failed} />}
      // It cannot be called back.
      onClose={() => (isBusy ? undefined : onClose())}
      onSend={(query) => write({ query, timeoutMs: TIMEOUT_MS })}
      onDone={({ deleted, erased_events: ofEvents, erased_sessions: ofSessions }) => {
        const isAny = deleted || ofEvents + ofSessions > 0;
        const parts = [
          texts.events(ofEvents, formatCount(ofEvents)),
          texts.sessions(ofSessions, formatCount(ofSessions)),
        ] as const;
        toast({ kind: 'done', text: isAny ? texts.done(...parts) : texts.gone, stayMs: 15_000 });
        onErased();
      }}
    >
      <p className="font-medium">{texts.lead}</p>
      <div>
        <h3 className="text-12 font-medium">{texts.goes}</h3>
        <ul className="mt-1 tabular-nums">
          {goes.map((line) => (
            <li key={line} className="border-b border-line py-1 last:border-b-0">
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div className="text-12 text-ink-2">
        <p>{texts.stays}</p>
        <p>{texts.again}</p>
      </div>
      <TextField
        label={texts.label}
        hint={
          <bdi className="font-mono [overflow-wrap:anywhere]">
            <AddressText text={visitorKey} />
          </bdi>
        }
        spellCheck={false}
        {...fieldOf(form, 'typed')}
        error={!isTyped && typed.length >= wanted.length ? texts.mismatch : undefined}
      />
    </FormDialog>
  );
}

/** As it can be typed into a field of one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
