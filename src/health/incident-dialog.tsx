import { useRouter, type LinkProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { Field } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { freeze } from './frozen.ts';
import { incidentText } from './incident-text.ts';
import { messages } from './incident-messages.ts';
import type { HealthPicture } from './picture.ts';
import type { Reading } from './rule-text.ts';

interface IncidentDialogProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
  readonly onClose: () => void;
}

/** The health of this moment as a text to hand on, with a link that holds the same numbers. */
export function IncidentDialog({ picture, reading, onClose }: IncidentDialogProps) {
  const whoami = useWhoami();
  const router = useRouter();
  // What is copied is what was seen when it was asked for.
  const [frozen] = useState({ picture, reading });
  const [link, setLink] = useState<string | null>(null);
  const live = `${location.origin}/health`;
  useEffect(() => {
    let isGone = false;
    void freeze(whoami.site_id, frozen.picture).then((hash) => isGone || setLink(`${live}#${hash}`));
    return () => {
      isGone = true;
    };
  }, [whoami.site_id, frozen, live]);
  const text =
    link === null
      ? messages.making
      : incidentText(frozen.picture, frozen.reading, {
          site: messages.site(siteName(whoami), whoami.site_id.toString()),
          live,
          frozen: link,
          addressOf: (to: LinkProps) => `${location.origin}${router.buildLocation(to).href}`,
        });
  return (
    <Dialog
      title={messages.title}
      className="md:w-[640px]"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.close}</Button>
          {link === null ? null : (
            <>
              <CopyButton text={link} label={messages.copyLink} showLabel />
              <CopyButton text={text} label={messages.copy} showLabel />
            </>
          )}
        </>
      }
    >
      <Field label={messages.label} hint={messages.hint} size="lines">
        {({ className, ...control }) => (
          <textarea
            {...control}
            readOnly
            rows={14}
            value={text}
            className={`${className} max-h-[50dvh] resize-y py-2 font-mono text-12`}
          />
        )}
      </Field>
      <p className="mt-3 text-12 text-ink-3">{messages.linkHint}</p>
    </Dialog>
  );
}
