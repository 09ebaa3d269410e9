import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** Starts Node for `npm run serve`; the files below start it without npm and have to give it the same flags. */
const SERVE = 'tools/node/run.mjs';
const OTHERS = ['deploy/Dockerfile', 'deploy/support-console.service', 'tools/service/start-service.ts'];
const PAGES = ['docs/deploying.md', 'docs/operating.md'];

const FLAG = /--[a-z-]+=[\w.]+/g;
/** The lines that start the service, and nothing that starts another program. */
const START = /^(?:const (?:FLAGS|SERVE_FLAGS) = |CMD |ExecStart=|.*'--disable-warning).*$/gm;

/** Whatever starts the service gives Node the same flags, and the pages name the same size of the heap. */
export function checkDeploy(root: string = ROOT): readonly string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const wanted = flagsOf(read(SERVE));
  const heap = /--max-old-space-size=(\d+)/.exec(wanted)?.[1] ?? 'no limit';
  return [
    ...OTHERS.map((file) => ({ file, flags: flagsOf(read(file)) }))
      .filter(({ flags }) => flags !== wanted)
      .map(({ file, flags }) => `${file}: ${flags || 'no flags'}, but ${SERVE} has ${wanted}`),
    ...PAGES.flatMap((file) =>
      [...read(file).matchAll(/heap of (\d+) MB/g)]
        .filter(([, size]) => size !== heap)
        .map(([said]) => `${file}: a ${said}, but ${SERVE} has ${heap}`),
    ),
  ];
}

function flagsOf(text: string): string {
  const lines = [...text.matchAll(START)].map(([line]) => line).join('\n');
  return [...new Set(lines.match(FLAG) ?? [])].toSorted().join(' ');
}
