import * as z from 'zod/mini';
import type { Whoami } from '#contract/site.ts';

/** The person of a session, who owns its drafts and unsent work. */
export const ownerSchema = z.readonly(
  z.object({
    siteId: z.string(),
    /** The agent of the token, or the token itself where it has none: `agent:5`, `token:7`. */
    person: z.string(),
    /** The label of the API token, by which the page names its owner. */
    label: z.string(),
  }),
);
export type Owner = z.infer<typeof ownerSchema>;

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
