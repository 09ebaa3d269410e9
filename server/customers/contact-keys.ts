export { emailKey, phoneKey } from '#contract/contact-keys.ts';
