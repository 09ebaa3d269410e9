import { AllowanceMeter } from './allowance-meter.tsx';
import { SiteActions } from './site-actions.tsx';
import { SiteFacts } from './site-facts.tsx';
import { BusinessHoursLine } from '#src/shell/business-hours/business-hours-line.tsx';

interface SitePanelProps {
  readonly onDone: () => void;
  /** On phones, where no sidebar says it. */
  readonly hasHours?: boolean;
}

/** Behind the site's name and behind "More": what this site and token are, and the way out. */
export function SitePanel({ onDone, hasHours = false }: SitePanelProps) {
  return (
    <>
      <SiteFacts />
      <AllowanceMeter />
      {hasHours ? (
        <div className="my-3">
          <BusinessHoursLine />
        </div>
      ) : null}
      <hr className="my-2 border-line" />
      <SiteActions onDone={onDone} />
    </>
  );
}
