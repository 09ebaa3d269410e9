import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type ModuleOptions = Parameters<NodeFS['init']>[1];

interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number };
  readonly tryFSOperation: <Result>(operation: () => Result) => Result;
}

/**
 * PGlite's file system on real files, with the stream operation that it leaves out: without it every fsync of the
 * engine returns at once and nothing acknowledged need be on the disk.
 */
export class DurableNodeFs extends NodeFS {
  #syncs = 0;

  /** How many times the engine has had a file written through. */
  get syncs(): number {
    return this.#syncs;
  }

  override async init(pg: PGlite, options: ModuleOptions): Promise<{ emscriptenOpts: ModuleOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook: NonNullable<ModuleOptions['preRun']>[number] = (module) => {
      // The typings know only the mount type; the operations belong to Emscripten's own NODEFS object.
      const fileSystem = module.NODEFS as unknown as NodeFileSystem;
      fileSystem.stream_ops.fsync = (stream) =>
        fileSystem.tryFSOperation(() => {
          fsyncSync(stream.nfd);
          this.#syncs += 1;
          return 0;
        });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }
}
