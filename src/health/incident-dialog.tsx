import { type LinkProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { siteName, useWhoami } from '#src/api/whoami.ts';
import { formatInstant } from '#src/format/time.ts';
import { Field } from '#src/forms/field.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { figureGroups } from './figure-rows.ts';
import { freeze } from './frozen.ts';
import { messages } from './incident-messages.ts';
import { type Reading, leadSentence, ruleText } from './rule-text.ts';
import { attentionOf, type HealthPicture } from './picture.ts';

interface Addresses {
  /** "Velo Works (site 7)". */
  readonly site: string;
  readonly live: string;
  readonly frozen: string;
  /** The whole address of a page. */
  readonly addressOf: (link: LinkProps) => string;
}

/** What to hand on in an incident: the sentence, its lines with their doors, and every figure, as of one moment of its year. */
export function incidentText(
  picture: HealthPicture,
  reading: Reading,
  { site, live, frozen, addressOf }: Addresses,
): string {
  const { zone, can } = reading;
  const lines = attentionOf(picture).map((rule) => {
    const { line, more, door } = ruleText(rule, picture, reading);
    const since = rule.since_utc === null ? null : messages.since(formatInstant(rule.since_utc, zone, 0));
    const address = door === null ? null : addressOf(door.link);
    return `- ${[line, more, since, address].filter((part) => part !== null).join(' ')}`;
  });
  const figures = figureGroups(picture, can).map(
    ({ label, figures: all }) =>
      `${label}: ${all.map((figure) => `${figure.label} ${figure.state === 'known' ? figure.text : figure.note}`).join(', ')}`,
  );
  return [
    messages.head(site),
    leadSentence(picture, reading),
    messages.asOf(formatInstant(picture.now.as_of_utc, zone, 0), zone),
    '',
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    ...figures,
    '',
    messages.live(live),
    messages.frozen(frozen),
  ].join('\n');
}

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
