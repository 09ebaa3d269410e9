import { phoneKey } from '#contract/contact-keys.ts';
import { codePoints, isEmail } from '#contract/scalars.ts';
import type { ContactSite } from '#server/operation/call.ts';
import type { ImportLine } from '#server/imports/import-lines.ts';
import { findBadTime } from './field-words.ts';
import type { Findings } from './findings.ts';
import type { FieldNames, SourcePerson } from './source.ts';

interface Known extends SourcePerson {
  readonly place: string;
}

const [MAX_NAME, MAX_PHONE] = [200, 40];

/**
 * The customers and agents of an export. All of them are in memory, some hundred bytes each, because tickets and comments name
 * them by id alone.
 */
export class People {
  readonly #site: ContactSite;
  readonly #prefix: string;
  readonly #findings: Findings;
  readonly #known = new Map<string, Known>();
  /** The first person of each phone. */
  readonly #phones = new Map<string, string>();

  constructor(site: ContactSite, prefix: string, findings: Findings) {
    this.#site = site;
    this.#prefix = prefix;
    this.#findings = findings;
  }

  /** A person who comes twice, as on two pages of an API, is taken as the second one says. */
  add(person: SourcePerson, place: string): void {
    if (person.id === null) this.#findings.addLeftOut('people without an id');
    else this.#known.set(person.id, { ...person, place });
  }

  find(id: string | null): SourcePerson | undefined {
    return id === null ? undefined : this.#known.get(id);
  }

  get agents(): number {
    return [...this.#known.values()].filter(({ isAgent }) => isAgent).length;
  }

  /** Contacts that can be stored; unusable ones are returned as notes. */
  contactOf(person: SourcePerson): {
    readonly email: string | null;
    readonly phone: string | null;
    readonly notes: string[];
  } {
    const notes: string[] = [];
    let { email, phone } = person;
    if (email !== null && !isEmail(email)) {
      notes.push(`Email: ${email}`);
      this.#findings.addAdjusted('emails_unusable');
      email = null;
    }
    if (phone !== null && (codePoints(phone) > MAX_PHONE || !/\d/.test(phone))) {
      notes.push(`Phone: ${phone}`);
      this.#findings.addAdjusted('phones_unusable');
      phone = null;
    }
    return { email, phone, notes };
  }

  nameOf(name: string | null): string | null {
    if (name === null || codePoints(name) <= MAX_NAME) return name;
    this.#findings.addAdjusted('names_cut');
    return [...name].slice(0, MAX_NAME).join('');
  }

  /**
   * The rows of all customers. People who share a phone are different people, whom an import would take for one: the first
   * keeps it. Their tickets have it as well.
   */
  *customers({ customer: names }: FieldNames): Generator<ImportLine> {
    for (const [id, person] of this.#known) {
      if (person.isAgent) continue;
      const { email, phone } = this.contactOf(person);
      if (email === null && phone === null) {
        this.#findings.addLeftOut('customers without an email or a phone');
        continue;
      }
      const externalId = `${this.#prefix}:${id}`;
      const fault = findBadTime([[names['first_seen_utc'] ?? 'created', person.createdUtc]]);
      if (fault !== undefined) {
        yield { place: person.place, fault, externalId };
        continue;
      }
      const key = phone === null ? null : phoneKey(phone, this.#site.country);
      const isFirst = key === null || (this.#phones.get(key) ?? id) === id;
      if (key !== null && isFirst) this.#phones.set(key, id);
      if (!isFirst && email !== null) this.#findings.addAdjusted('phones_shared');
      yield {
        place: person.place,
        value: {
          external_id: externalId,
          email,
          phone: isFirst || email === null ? phone : null,
          display_name: this.nameOf(person.name),
          ...(person.createdUtc === null ? {} : { first_seen_utc: person.createdUtc }),
        },
      };
    }
  }
}
