import { useWhoami } from '#src/api/whoami.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { useBulkJob } from './bulk-store.ts';

/** Issues links for a list of addresses, and shows how far that is. */
export function BulkDialog({ onClose }: { readonly onClose: () => void }) {
  const siteId = String(useWhoami().site_id);
  const job = useBulkJob(siteId);
  if (job === null) return <BulkForm siteId={siteId} onClose={onClose} />;
  return <BulkProgress job={job} onClose={onClose} />;
}
