import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { csvFile } from '#contract/csv.ts';

/** A file as bulk bind takes it: each channel once, with the customer by email, by phone or by both. */
export function sampleFile(): string {
  return csvFile(BIND_COLUMNS, [
    ['whatsapp', '+4915155501884', 'maren.lindqvist@example.com', 'Maren L.', '+4915155501884'],
    ['sms', '+351912555018', null, null, '+351912555018'],
    ['instagram', '17841405822304914', 'aoife.byrne@example.com', 'aoife.b', null],
    ['messenger', '6213348890440127', 'tomas.carvalho@example.com', 'Tomás Carvalho', null],
    ['email', 'elif.kaya@example.com', 'elif.kaya@example.com', null, null],
  ]);
}
