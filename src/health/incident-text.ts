import { formatInstant } from '#src/format/time.ts';
import { figureGroups } from './figure-rows.ts';
import { messages } from './incident-messages.ts';
import { leadSentence } from './lead.ts';
import { attentionOf, type HealthPicture } from './picture.ts';
import { ruleText, type Reading } from './rule-text.ts';
import type { LinkProps } from '@tanstack/react-router';

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
