import { expect } from 'vitest';
import * as z from 'zod/mini';
import { ERROR_STATUS, errorEnvelope, type ErrorCode } from '#contract/errors.ts';
import type { TestAnswer } from './service.ts';

const STRICT_ERROR = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject(errorEnvelope.shape.error.shape),
});

/** Asserts the properties of every answer under /v1. */
export function expectFraming(answer: TestAnswer): void {
  expect(answer.headers['x-svc-request-id']).toMatch(/^req_[0-9A-Za-z]{22}$/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  expect(answer.headers['server']).toBeUndefined();
  expect(answer.headers['x-powered-by']).toBeUndefined();
  expect(answer.headers['etag']).toBeUndefined();
  expect(answer.headers['set-cookie']).toBeUndefined();
}

/** Asserts an error answer: envelope, code, its status, and no internals. */
export function expectError(answer: TestAnswer, code: ErrorCode): void {
  expectFraming(answer);
  expect(answer.json, answer.text).toMatchObject({ ok: false, error: { code } });
  expect(z.safeParse(STRICT_ERROR, answer.json).error).toBeUndefined();
  expect(answer.status).toBe(ERROR_STATUS[code]);
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|select |insert |SQLSTATE/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
}

export function expectSuccess(answer: TestAnswer): void {
  expectFraming(answer);
  expect(answer.status, answer.text).toBe(200);
}
