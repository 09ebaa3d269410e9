/** A file that one page hands to the next. In memory only: it holds personal data. */
export interface HandedFile {
  readonly name: string;
  readonly text: string;
}

let handed: HandedFile | null = null;

/** Call it before navigating to the page that takes the file. */
export function handFile(file: HandedFile): void {
  handed = file;
}

/** Returns the file once. */
export function takeHandedFile(): HandedFile | null {
  const file = handed;
  handed = null;
  return file;
}
