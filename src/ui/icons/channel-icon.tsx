import { Icon, type IconName } from './icon.tsx';

const ICONS: Readonly<Record<string, IconName>> = {
  email: 'email',
  web: 'web',
  web_chat: 'chat',
  webchat: 'chat',
  chat: 'chat',
  portal: 'web',
  form: 'web',
  sms: 'sms',
  mms: 'sms',
  whatsapp: 'whatsapp',
  instagram: 'instagram',
  messenger: 'messenger',
  facebook: 'messenger',
  telegram: 'telegram',
  phone: 'phone',
  voice: 'phone',
};

interface ChannelIconProps {
  /** The wire value; a channel that this version does not know gets the speech bubble. */
  readonly channel: string;
  readonly label: string;
}

export function ChannelIcon({ channel, label }: ChannelIconProps) {
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex flex-none">
      <Icon name={ICONS[channel.toLowerCase()] ?? 'chat'} size={14} />
    </span>
  );
}
