import { Appearance } from './appearance.tsx';
import { SettingsHeader, type PageHeader } from '#src/settings/settings-header.tsx';

interface AppearancePageProps {
  readonly Header: PageHeader;
  /** Opens the sheet of keys. */
  readonly onShowKeys: () => void;
}

export function AppearancePage({ Header, onShowKeys }: AppearancePageProps) {
  return (
    <>
      <SettingsHeader Header={Header} part="appearance" />
      <Appearance onShowKeys={onShowKeys} />
    </>
  );
}
