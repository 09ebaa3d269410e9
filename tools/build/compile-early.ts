import type { Plugin, Rollup } from 'vite';

/** Chromium compiles every function of a file that begins with it while the file comes, away from the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n';
/** What is shorter is compiled as fast as it is called for. */
const FROM_LENGTH = 30_000;

/**
 * Has the files of this project compiled as they come, and not under the first key or click that calls them (decision
 * 0045). Of packages most functions are never called: files that hold more of them than of our own code stay as they are.
 */
export function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.code.length >= FROM_LENGTH && isOurs(chunk))
            chunk.code = HINT + chunk.code;
        }
      },
    },
  };
}

function isOurs({ modules }: Rollup.OutputChunk): boolean {
  let balance = 0;
  for (const [id, { renderedLength }] of Object.entries(modules))
    balance += id.includes('/node_modules/') ? -renderedLength : renderedLength;
  return balance > 0;
}
