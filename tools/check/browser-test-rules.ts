import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { blankComments } from './find-comments.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
  /** Support files may: they are how the rule is kept. */
  readonly specsAlone?: boolean;
}

/** Reads of a page as it is at one moment. Playwright's assertions of the same name wait. */
const READS =
  'count|textContent|innerText|innerHTML|inputValue|getAttribute|allTextContents|allInnerTexts|isVisible|isHidden|isChecked|isEnabled|isDisabled|isEditable|boundingBox|ariaSnapshot|evaluate|evaluateAll|title';
const ARGUMENT = String.raw`[^;{}]*?`;

const RULES: readonly Rule[] = [
  {
    pattern: /\bsetTimeout\b(?!\s*\(\s*\d[\d_]*\s*\))|\bwaitForTimeout\b|\bsetInterval\b|node:timers/g,
    why: 'wait for what is, not for how long: an assertion, an answered request, settled(page)',
  },
  {
    pattern: new RegExp(String.raw`\bexpect\(\s*(?:\(\s*)?await\s+${ARGUMENT}\.(?:${READS})\(`, 'g'),
    why: 'reads the page once, and it may still be moving: use an assertion that waits, or expect.poll',
  },
  {
    pattern: new RegExp(String.raw`\bif \(\s*!?\(?await\s+${ARGUMENT}\.(?:${READS})\(`, 'g'),
    why: 'a test that depends on a moment: say which of the two it is',
  },
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)|\brandomUUID\b|\bMath\.random\b/g,
    why: "time is the test's clock, and on a site of its own no word has to be unlike others",
    specsAlone: true,
  },
  {
    pattern: /\bassets\\?\/[a-z]|[/'"`](?:app|charts|common|vendor)-/g,
    why: 'names of chunks change with the build',
  },
  {
    pattern: /async \(\{[^}]*\bservice\b[^}]*\}/g,
    why: 'the service of a worker is shared: take a site of it, `site`, `demoSite` or `demoCopy`',
    specsAlone: true,
  },
  {
    pattern: /\bpage\.clock\.install\(/g,
    why: 'clock.holdTimers(page), which begins at the time of the test',
    specsAlone: true,
  },
  {
    pattern: /\bpage\.route\(/g,
    why: 'intercept(page, …), which is in force when it returns',
    specsAlone: true,
  },
];

/** Finds code in `e2e/` that makes browser tests slow, flaky or dependent on each other. One line per place. */
export function checkBrowserTests(root: string = ROOT): readonly string[] {
  return globSync('e2e/**/*.ts', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const text = blankComments(readFileSync(join(root, file), 'utf8'));
      const isSpec = file.endsWith('.spec.ts');
      const rules = RULES.filter(({ specsAlone }) => isSpec || specsAlone !== true);
      return rules.flatMap(({ pattern, why }) =>
        [...text.matchAll(pattern)].map((match) => {
          const line = text.slice(0, match.index).split('\n').length;
          return `${file}:${line}: ${match[0].split('\n')[0]}: ${why}`;
        }),
      );
    });
}
