import type { Whoami } from '#contract/site.ts';

/** The person of a session, who owns its drafts and unsent work. */
export interface Owner {
  readonly siteId: string;
  /** The agent of the token, or the token itself where it has none: `agent:5`, `token:7`. */
  readonly person: string;
  /** The label of the API token, by which the page names its owner. */
  readonly label: string;
}

export function ownerOf({ site_id, agent_id, token_id, label }: Whoami): Owner {
  const person = agent_id == null ? `token:${token_id}` : `agent:${agent_id}`;
  return { siteId: site_id.toString(), person, label };
}

/** The owner in stored records. */
export type OwnerKey = Omit<Owner, 'label'>;

export function isSameOwner(one: OwnerKey, other: OwnerKey): boolean {
  return one.siteId === other.siteId && one.person === other.person;
}

/** The prefix of the storage keys of an owner's data. */
export function ownerPrefix({ siteId, person }: OwnerKey): string {
  return `${siteId} ${person} `;
}

/** An owner from another tab or from storage; null for a broken value. */
export function readOwner(value: unknown): Owner | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('siteId' in value) || !('person' in value) || !('label' in value)) return null;
  const { siteId, person, label } = value;
  if (typeof siteId !== 'string' || typeof person !== 'string' || typeof label !== 'string') return null;
  return { siteId, person, label };
}
