import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CHUNKS_FILE } from '#tools/build/list-chunks.ts';

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);

/** One JavaScript file of the build. */
export interface Chunk {
  readonly file: string;
  /** Paths from the project's folder, with the queries that the bundler knows them by, and how long each is. */
  readonly modules: ReadonlyMap<string, number>;
  /** Files of the chunks that it imports statically. */
  readonly imports: readonly string[];
  readonly css: readonly string[];
}

const DASHBOARD: BuildFiles = { manifest: '.vite/manifest.json', chunks: CHUNKS_FILE };

function readManifest(dist: string, file: string): z.infer<typeof Manifest> {
  return Manifest.parse(JSON.parse(readFileSync(join(dist, file), 'utf8')));
}

/** Every file that a manifest names, each once. */
export function readFiles(dist: string, manifest: string): readonly string[] {
  const entries = Object.values(readManifest(dist, manifest));
  return [...new Set(entries.flatMap(({ file, css = [] }) => [file, ...css]))];
}

/** Files of a build that say what belongs to it, relative to dist. */
interface BuildFiles {
  readonly manifest: string;
  readonly chunks: string;
}

/** The chunks of a build by their file. */
export function readBuild(dist: string, files: BuildFiles = DASHBOARD): ReadonlyMap<string, Chunk> {
  const manifest = readManifest(dist, files.manifest);
  const modules = z
    .record(z.string(), z.record(z.string(), z.number()))
    .parse(JSON.parse(readFileSync(join(dist, files.chunks), 'utf8')));
  const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  return new Map(
    chunks.map(({ file, imports = [], css = [] }) => [
      file,
      {
        file,
        css,
        modules: new Map(Object.entries(modules[file] ?? {})),
        imports: imports.flatMap((key) => manifest[key]?.file ?? []),
      },
    ]),
  );
}

/** Some chunks and all that they import statically, each once. */
export function closure(chunks: ReadonlyMap<string, Chunk>, files: readonly string[]): readonly Chunk[] {
  const seen = new Set<string>();
  const found: Chunk[] = [];
  function visit(file: string): void {
    const chunk = chunks.get(file);
    if (chunk === undefined || seen.has(file)) return;
    seen.add(file);
    found.push(chunk);
    chunk.imports.forEach(visit);
  }
  files.forEach(visit);
  return found;
}
