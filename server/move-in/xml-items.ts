import type { FoundItem } from './json-items.ts';
import { decodeEntities } from './plain-text.ts';
import { isObject, type JsonObject } from './values.ts';

/** Larger than any ticket, in UTF-16 units. */
const MAX_LENGTH = 16 * 1_048_576;

interface Node {
  readonly name: string;
  readonly type: string | null;
  readonly isNull: boolean;
  text: string;
  readonly children: Node[];
}

/**
 * Reads the elements inside a file's outermost one, one at a time, as objects: dashes of names become underscores, an element
 * with `type="array"` is the list of its elements, with `type="boolean"` true or false, `nil="true"` is null, everything else
 * is text. Only one is in memory.
 */
export class XmlItems {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #rest = '';
  #found: FoundItem[] = [];
  #open: Node[] = [];
  #length = 0;
  #isBroken = false;

  push(chunk: Uint8Array): FoundItem[] {
    try {
      this.#rest += this.#decoder.decode(chunk, { stream: true });
      this.#read();
    } catch {
      this.#break('the file is not UTF-8');
    }
    const found = this.#found;
    this.#found = [];
    return found;
  }

  end(): FoundItem[] {
    if (this.#isBroken || (this.#open.length === 0 && this.#rest.trim() === '')) return [];
    return [{ problem: 'the file ends in the middle of it' }];
  }

  #break(problem: string): void {
    if (!this.#isBroken) this.#found.push({ problem });
    this.#isBroken = true;
    this.#rest = '';
  }

  #read(): void {
    let at = 0;
    while (!this.#isBroken) {
      const open = this.#rest.indexOf('<', at);
      const end = open < 0 ? -1 : this.#endOfTag(open);
      if (end < 0) break;
      this.#addText(decodeEntities(this.#rest.slice(at, open)));
      this.#readTag(this.#rest.slice(open, end));
      at = end;
    }
    this.#rest = this.#isBroken ? '' : this.#rest.slice(at);
    if (this.#length + this.#rest.length > MAX_LENGTH) this.#break('it is over 16 MiB');
  }

  /** Behind the tag that begins here; -1 if it is not complete yet. */
  #endOfTag(open: number): number {
    for (const [start, end] of [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
    ] as const) {
      const found = this.#rest.startsWith(start, open) ? this.#rest.indexOf(end, open) : undefined;
      if (found !== undefined) return found < 0 ? -1 : found + end.length;
    }
    const found = this.#rest.indexOf('>', open);
    // Too short to tell a comment from a tag.
    return found < 0 || this.#rest.length - open < 9 ? this.#shortTag(open, found) : found + 1;
  }

  #shortTag(open: number, found: number): number {
    return found < 0 || this.#rest.startsWith('<!', open) ? -1 : found + 1;
  }

  #addText(text: string): void {
    const node = this.#open.at(-1);
    if (node === undefined) return;
    this.#length += text.length;
    node.text += text;
  }

  #readTag(tag: string): void {
    if (tag.startsWith('<![CDATA[')) this.#addText(tag.slice(9, -3));
    else if (tag.startsWith('<!') || tag.startsWith('<?')) return;
    else if (tag.startsWith('</')) this.#close(nameOf(tag.slice(2, -1)));
    else {
      const content = tag.slice(1, tag.endsWith('/>') ? -2 : -1);
      const node = {
        name: nameOf(content),
        type: /\stype=["'](\w+)["']/.exec(content)?.[1] ?? null,
        isNull: /\snil=(["'])true\1/.test(content),
        text: '',
        children: [],
      };
      this.#open.push(node);
      if (tag.endsWith('/>')) this.#close(node.name);
    }
  }

  #close(name: string): void {
    const node = this.#open.pop();
    if (node === undefined || node.name !== name) {
      this.#break(`the element ${name} ends where it did not begin`);
      return;
    }
    // The outermost element is the list, and its elements are the items.
    if (this.#open.length >= 2) this.#open.at(-1)?.children.push(node);
    if (this.#open.length !== 1) return;
    this.#length = 0;
    const value = valueOf(node);
    this.#found.push({ value: { [node.name]: isObject(value) ? value : {} } });
  }
}

function nameOf(content: string): string {
  return (/^\s*([^\s/>]+)/.exec(content)?.[1] ?? '').replaceAll('-', '_');
}

function valueOf(node: Node): unknown {
  if (node.isNull) return null;
  if (node.type === 'array') return node.children.map(valueOf);
  if (node.type === 'boolean') return node.text.trim() === 'true';
  if (node.children.length === 0) return node.text;
  const object: Record<string, unknown> = {};
  for (const child of node.children) object[child.name] = valueOf(child);
  return object satisfies JsonObject;
}
