export { emailKey, phoneKey, withLostPlus } from '#contract/contact-keys.ts';
