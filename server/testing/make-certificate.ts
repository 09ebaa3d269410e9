import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** Key and certificate of a TLS server, in PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateRequest {
  /** The server's names and IPv4 addresses. */
  readonly hosts: readonly string[];
  /** Now by default. */
  readonly from?: Date;
  /** A day after `from` by default. */
  readonly to?: Date;
}

/** A certificate authority for the time of the tests. */
export interface Authority {
  readonly cert: string;
  issue(request: CertificateRequest): Certificate;
}

/** Created in each run, so that the repository contains no key. Node can read certificates but not create them. */
export function makeAuthority(): Authority {
  const [name, keys] = ['Test authority', makeKeys()];
  const self = { subject: name, issuer: name, publicKey: keys.publicKey, signer: keys.privateKey };
  return {
    cert: writeCertificate({ ...self, extension: IS_AUTHORITY }, { hosts: [] }),
    issue: (request) => makeFor(request, { issuer: name, signer: keys.privateKey }),
  };
}

/** Signed by itself only. */
export function makeSelfSigned(request: CertificateRequest): Certificate {
  return makeFor(request);
}

function makeFor(request: CertificateRequest, by?: Pick<Parts, 'issuer' | 'signer'>): Certificate {
  const { publicKey, privateKey } = makeKeys();
  const [subject, extension] = ['Test receiver', hostsOf(request)];
  const parts = { subject, publicKey, extension, ...(by ?? { issuer: subject, signer: privateKey }) };
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert: writeCertificate(parts, request) };
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const DAY = 86_400_000;
const [BOOLEAN, INTEGER, BITS, BYTES, OID] = [0x01, 0x02, 0x03, 0x04, 0x06];
const [TEXT, TIME, SEQUENCE, SET] = [0x0c, 0x17, 0x30, 0x31];
const [DNS_NAME, IP_ADDRESS, VERSION, EXTENSIONS] = [0x82, 0x87, 0xa0, 0xa3];

/** One value of DER: tag, length, content. No value here needs more than two bytes for its length. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  const { length } = inside;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), inside]);
}

const bytes = (...values: readonly number[]) => Buffer.from(values);
const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OID, bytes(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)));
const COMMON_NAME = der(OID, bytes(0x55, 0x04, 0x03));
/** Basic constraints, critical: a CA certificate. */
const IS_AUTHORITY = der(
  SEQUENCE,
  der(OID, bytes(0x55, 0x1d, 0x13)),
  der(BOOLEAN, bytes(255)),
  der(BYTES, der(SEQUENCE, der(BOOLEAN, bytes(255)))),
);

/** The names that a client compares with the requested one. */
function hostsOf({ hosts }: CertificateRequest): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(IP_ADDRESS, bytes(...host.split('.').map(Number))) : der(DNS_NAME, Buffer.from(host)),
  );
  return der(SEQUENCE, der(OID, bytes(0x55, 0x1d, 0x11)), der(BYTES, der(SEQUENCE, ...names)));
}

interface Parts {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extension: Buffer;
}

/** X.509 version 3 (RFC 5280), with the fields that clients check. */
function writeCertificate(
  parts: Parts,
  { from = new Date(), to = new Date(from.getTime() + DAY) }: CertificateRequest,
) {
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, bytes(2))),
    der(INTEGER, bytes(1)),
    ECDSA_WITH_SHA256,
    nameOf(parts.issuer),
    der(SEQUENCE, timeOf(from), timeOf(to)),
    nameOf(parts.subject),
    parts.publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, parts.extension)),
  );
  const signature = der(BITS, bytes(0), sign('sha256', content, parts.signer));
  const whole = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

const nameOf = (name: string) => der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from(name)))));

/** `YYMMDDhhmmssZ`: valid until 2049. */
const timeOf = (time: Date) => der(TIME, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
