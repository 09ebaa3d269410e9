import { Link } from '@tanstack/react-router';
import { formatInstant } from '#src/format/time.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { attentionOf, type HealthPicture } from './picture.ts';
import { ruleText, type Reading } from './rule-text.ts';

interface AttentionListProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
}

/** What needs attention, each with the rule that says so, since when it is so, and its door. */
export function AttentionList({ picture, reading }: AttentionListProps) {
  const rules = attentionOf(picture);
  if (rules.length === 0) return null;
  return (
    <ul aria-label={messages.attention.title} className="mt-4">
      {rules.map((rule) => {
        const { line, more, rule: sentence, icon, door } = ruleText(rule, picture, reading);
        const since = rule.since_utc;
        return (
          <li
            key={rule.key}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line py-2.5 max-md:ps-7"
          >
            <Icon
              name={icon}
              className={`flex-none max-md:absolute max-md:-ms-7 max-md:self-start ${rule.state === 'bad' ? 'text-danger' : 'text-warn'}`}
            />
            <div className="min-w-0 flex-1 basis-64">
              <p className="text-pretty [overflow-wrap:anywhere]">
                <b className="font-semibold">{line}</b>
                {more === null ? null : <span className="text-ink-3"> {more}</span>}
              </p>
              <p className="text-12 text-ink-3">
                {since === null ? null : (
                  <>
                    <time dateTime={since}>{messages.attention.since(formatInstant(since, reading.zone))}</time>{' '}
                  </>
                )}
                {messages.attention.rule(sentence)}
              </p>
            </div>
            {door === null ? null : (
              <Link {...door.link} className={`${buttonClass({ variant: 'default', size: 'md' })} no-underline`}>
                {door.label}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
