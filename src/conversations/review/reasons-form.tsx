import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SiteSettings, updateSiteSettings } from '#contract/site-settings.ts';
import { currentSettings } from '#src/api/current-settings.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { TextArea } from '#src/forms/field.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { messages as all } from './messages.ts';
import { reasonsOf, settingsOptions } from './queries.ts';

const messages = all.reasons;

interface ReasonsProps {
  readonly onClose: () => void;
}

/** Edits the reasons that reviewers choose from, for everyone on the site. */
export function EditReasons({ onClose }: ReasonsProps) {
  const query = useQuery({ ...settingsOptions(), staleTime: 0 });
  return (
    <QueryState query={query} name={messages.field} rows={6}>
      {(settings) => <ReasonsForm opened={settings} onClose={onClose} />}
    </QueryState>
  );
}

function ReasonsForm({ opened, onClose }: ReasonsProps & { readonly opened: SiteSettings }) {
  const { write, isBusy, error } = useWrite(updateSiteSettings);
  // A later read must not replace the version that the person has seen.
  const [{ version, values }] = useState(opened);
  const theirs = currentSettings(error);
  const [lines, setLines] = useState(() => reasonsOf(opened).join('\n'));
  const [isBad, setBad] = useState(false);

  async function save(): Promise<void> {
    const seen = theirs ?? { version, values };
    const body = { version: seen.version, values: { review_reasons: reasonsIn(lines) } };
    const isValid = updateSiteSettings.body.safeParse(body).success;
    setBad(!isValid);
    if (!isValid) return;
    const saved = await write(
      { body },
      {
        undo: (saved) => ({
          text: messages.done,
          undo: inverse(
            updateSiteSettings,
            { body: { version: saved.version, values: { review_reasons: seen.values.review_reasons ?? null } } },
            { failed: messages.undoFailed },
          ),
        }),
      },
    );
    if (saved !== null) onClose();
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        label={messages.field}
        hint={messages.hint}
        rows={8}
        value={lines}
        error={isBad ? messages.problem : undefined}
        onChange={({ target }) => setLines(target.value)}
      />
      {theirs === null ? (
        <WriteFailure error={error} failed={messages.failed} />
      ) : (
        <p role="alert" className="text-12 text-danger-text [overflow-wrap:anywhere]">
          {messages.meanwhile(theirs.updated_by, reasonsOf(theirs))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          {messages.save}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}

/** Each line once, without those that are empty. */
function reasonsIn(lines: string): string[] {
  const reasons = lines.split('\n').map((line) => line.trim());
  return [...new Set(reasons.filter((reason) => reason !== ''))];
}
