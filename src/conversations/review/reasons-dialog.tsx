import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { getSiteSettings, type SiteSettings, updateSiteSettings } from '#contract/site-settings.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { fieldOf, TextArea } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { QueryPending } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages as all } from './messages.ts';
import { reasonsOf } from './queries.ts';

const messages = all.reasons;

interface ReasonsDialogProps {
  readonly onClose: () => void;
}

/** Edits the reasons that reviewers choose from, for everyone on the site. */
export function ReasonsDialog({ onClose }: ReasonsDialogProps) {
  const query = useQuery({ ...read(getSiteSettings), staleTime: 0 });
  if (query.data === undefined)
    return (
      <Dialog title={messages.title} onClose={onClose}>
        <QueryPending query={query} name={messages.title} rows={6} />
      </Dialog>
    );
  return <ReasonsForm opened={query.data} onClose={onClose} />;
}

interface Typed {
  readonly lines: string;
}

function ReasonsForm({ opened, onClose }: ReasonsDialogProps & { readonly opened: SiteSettings }) {
  const { reason } = useWriteAccess('site:write');
  const { write, isBusy, error } = useWrite(updateSiteSettings);
  // A later read must not replace the version that the person has seen.
  const [settings] = useState(opened);
  const theirs = currentOf(error);
  const form = useForm<Typed, unknown, string[]>({
    defaultValues: { lines: reasonsOf(settings).join('\n') },
    mode: 'onTouched',
    resolver: ({ lines }) => {
      const values = reasonsIn(lines);
      const judged = updateSiteSettings.body.safeParse(bodyOf(0, values));
      return judged.success
        ? { values, errors: {} }
        : { values: {}, errors: { lines: { type: 'contract', message: messages.problem } } };
    },
  });

  /** @param seen the settings that the person has seen, which the reasons replace */
  function send(reasons: string[], seen: SiteSettings) {
    const before = seen.values.review_reasons ?? null;
    return write(
      { body: bodyOf(seen.version, reasons) },
      {
        undo: (saved) => ({
          text: messages.done,
          undo: inverse(
            updateSiteSettings,
            { body: bodyOf(saved.version, before) },
            { failed: messages.undoFailed, done: messages.undone },
          ),
        }),
      },
    );
  }

  return (
    <FormDialog
      title={messages.title}
      submit={messages.save}
      form={form}
      isBusy={isBusy}
      error={error}
      disabledReason={reason ?? (theirs === null ? undefined : messages.first)}
      guard={messages.guard}
      onClose={onClose}
      onSend={(reasons) => send(reasons, settings)}
      onDone={onClose}
      failure={(failure, leave) =>
        theirs === null ? (
          <WriteFailure error={failure} />
        ) : (
          <div role="alert" className="mt-3 text-12 text-warn-text">
            <p>{messages.conflict(theirs.updated_by ?? messages.someone)}</p>
            <Button
              size="sm"
              className="mt-2"
              onClick={() =>
                void form.handleSubmit(async (reasons) => {
                  if ((await send(reasons, theirs)) !== null) leave(onClose);
                })()
              }
            >
              {messages.mine}
            </Button>
          </div>
        )
      }
    >
      <TextArea label={messages.field} hint={messages.hint} rows={8} {...fieldOf(form, 'lines')} />
    </FormDialog>
  );
}

/** Each line once, without those that are empty. */
function reasonsIn(lines: string): string[] {
  const reasons = lines.split('\n').map((line) => line.trim());
  return [...new Set(reasons.filter((reason) => reason !== ''))];
}

function bodyOf(version: number, reasons: string[] | null): Body<typeof updateSiteSettings> {
  return { version, values: { review_reasons: reasons } };
}

/** The stored settings, from a refusal because of a newer version. */
function currentOf(error: Error | null): SiteSettings | null {
  if (!(error instanceof ApiFailure) || error.kind !== 'conflict') return null;
  return getSiteSettings.reply.safeParse(error.current).data ?? null;
}
