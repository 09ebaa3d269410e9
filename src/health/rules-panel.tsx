import { Link } from '@tanstack/react-router';
import { formatInstant } from '#src/format/time.ts';
import { Panel } from '#src/panels/panel.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Table } from '#src/ui/table.tsx';
import { messages as page } from './messages.ts';
import { attentionOf, type HealthPicture } from './picture.ts';
import { messages } from './rule-messages.ts';
import { type Reading, ruleSentence, ruleText } from './rule-text.ts';

const texts = messages.panel;
const TONES = { ok: 'ok', attention: 'warn', bad: 'danger', unknown: 'plain' } as const;

interface RulesPanelProps {
  readonly picture: HealthPicture;
  /** Undefined where the thresholds cannot be changed. */
  readonly onChange: (() => void) | undefined;
}

/** Every rule with its verdict. */
export function RulesPanel({ picture, onChange }: RulesPanelProps) {
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        onChange === undefined ? null : (
          <Button size="sm" onClick={onChange}>
            {texts.change}
          </Button>
        )
      }
    >
      <Table
        caption={texts.title}
        rows={picture.rules}
        keyOf={({ key }) => key}
        phone="stack"
        columns={[
          {
            key: 'rule',
            head: texts.rule,
            isRowHead: true,
            cell: (rule) => (
              <>
                <span className="font-medium md:inline-block md:w-52">{messages[rule.key].name}</span>{' '}
                <span className="inline-block text-12 text-ink-3 first-letter:uppercase max-md:block">
                  {ruleSentence(rule, picture)}
                </span>
              </>
            ),
          },
          {
            key: 'verdict',
            head: texts.verdict,
            isBeside: true,
            cell: ({ state }) => <Chip tone={TONES[state]}>{texts.verdicts[state]}</Chip>,
          },
        ]}
      />
    </Panel>
  );
}

interface AttentionListProps {
  readonly picture: HealthPicture;
  readonly reading: Reading;
}

/** The list of what needs attention: each line with its rule, its start and its door. */
export function AttentionList({ picture, reading }: AttentionListProps) {
  const rules = attentionOf(picture);
  if (rules.length === 0) return null;
  return (
    <ul aria-label={page.attention.title} className="mt-4">
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
                    <time dateTime={since}>{page.attention.since(formatInstant(since, reading.zone))}</time>{' '}
                  </>
                )}
                {page.attention.rule(sentence)}
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
