import { Appearance } from './appearance.tsx';
import { messages } from './messages.ts';
import { SettingsHeader } from './settings-header.tsx';

export function AppearancePage() {
  return (
    <>
      <SettingsHeader part={messages.appearance} />
      <Appearance />
    </>
  );
}
