import { Appearance } from './appearance.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';

interface AppearancePageProps {
  /** Opens the sheet of keys. */
  readonly onShowKeys: () => void;
}

export function AppearancePage({ onShowKeys }: AppearancePageProps) {
  return (
    <>
      <SettingsHeader part="appearance" />
      <Appearance onShowKeys={onShowKeys} />
    </>
  );
}
