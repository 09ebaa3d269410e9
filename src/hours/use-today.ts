import { useNow } from '#src/format/use-now.ts';
import { dayAndTimeOf } from '#src/format/zone-time.ts';

/** Today's date in a zone. */
export function useToday(zone: string): string {
  return dayAndTimeOf(new Date(useNow()).toISOString(), zone)?.day ?? '';
}
