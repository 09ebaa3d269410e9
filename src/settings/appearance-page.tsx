import { Appearance } from './appearance.tsx';
import { messages } from './messages.ts';
import { SettingsHeader, type PageHeader } from './settings-header.tsx';

interface AppearancePageProps {
  readonly Header: PageHeader;
  /** Opens the sheet of keys. */
  readonly onShowKeys: () => void;
}

export function AppearancePage({ Header, onShowKeys }: AppearancePageProps) {
  return (
    <>
      <SettingsHeader Header={Header} part={messages.appearance} />
      <Appearance onShowKeys={onShowKeys} />
    </>
  );
}
