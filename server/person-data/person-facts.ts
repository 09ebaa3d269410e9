import { tagKey } from '#server/tickets/tags/erase-tags.ts';
import type { PersonMarks } from '#server/personal/names-person.ts';

interface SeenTicket {
  readonly requester_name: string | null;
  readonly requester_email_key: string | null;
  readonly requester_phone: string | null;
  readonly tag_keys: readonly string[];
}

interface SeenVisitor {
  readonly visitor_key: string;
  readonly display_name: string | null;
}

/** Collects further emails, names and tags of a person from their rows. */
export class PersonFacts {
  readonly #emails = new Set<string>();
  readonly #handles = new Set<string>();
  readonly #identityIds = new Set<string>();
  /** Names, emails, phones and handles in the form of tag keys. */
  readonly #words = new Set<string>();
  readonly #ticketsByTag = new Map<string, number>();
  readonly #goneTags = new Set<string>();

  /** Emails in matched form; other customers may have some of them by now. */
  get emails(): readonly string[] {
    return [...this.#emails];
  }

  addEmails(emailKeys: readonly string[]): void {
    for (const key of emailKeys) {
      this.#emails.add(key);
      this.#addWord(key);
    }
  }

  addNames({
    names,
    handles,
    identityIds,
  }: {
    readonly names: readonly string[];
    readonly handles: readonly string[];
    readonly identityIds: readonly bigint[];
  }): void {
    for (const name of names) this.#addWord(name);
    for (const handle of handles) this.#addHandle(handle);
    for (const id of identityIds) this.#identityIds.add(id.toString());
  }

  addTickets(tickets: readonly SeenTicket[]): void {
    for (const { requester_name: name, requester_email_key: email, requester_phone: phone, tag_keys } of tickets) {
      if (email !== null) this.addEmails([email]);
      for (const word of [name, phone]) if (word !== null) this.#addWord(word);
      for (const key of tag_keys) this.#ticketsByTag.set(key, (this.#ticketsByTag.get(key) ?? 0) + 1);
    }
  }

  addVisitors(visitors: readonly SeenVisitor[]): void {
    for (const { visitor_key: key, display_name: name } of visitors) {
      this.#addHandle(key);
      if (name !== null) this.#addWord(name);
    }
  }

  addGoneTags(keys: readonly string[]): void {
    for (const key of keys) this.#goneTags.add(key);
  }

  /** Tags that equal the person's name, email, phone or handle, with the number of the person's tickets that have them. */
  ownTags(): ReadonlyMap<string, number> {
    return new Map([...this.#ticketsByTag].filter(([key]) => this.#words.has(key)));
  }

  marks({ emailKeys, phoneKeys }: Record<'emailKeys' | 'phoneKeys', readonly string[]>): Omit<PersonMarks, 'country'> {
    return {
      identityIds: this.#identityIds,
      emailKeys: new Set(emailKeys),
      phoneKeys: new Set(phoneKeys),
      handles: this.#handles,
      tagKeys: this.#goneTags,
    };
  }

  #addHandle(handle: string): void {
    this.#handles.add(handle);
    this.#addWord(handle);
  }

  #addWord(word: string): void {
    this.#words.add(tagKey(word.trim()));
  }
}
