/** A file that one page made and another one takes up at once. Only in memory: it is about customers. */
export interface HandedFile {
  readonly name: string;
  readonly text: string;
}

let handed: HandedFile | null = null;

/** To be followed by the way to the page that takes it. */
export function handFile(file: HandedFile): void {
  handed = file;
}

/** Once: who takes it has it. */
export function takeHandedFile(): HandedFile | null {
  const file = handed;
  handed = null;
  return file;
}
