import { expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService } from '#server/testing/service.ts';
import { tryLockUploads } from './uploads.ts';

const BODY = 'channel,external_user_id,email\nsms,1,a@example.org\n';

test('a file waits while another node handles one of the same site; other sites do not wait', async () => {
  const service = await startTestService();
  const own = await service.createSite();
  const other = await service.createSite({ name: 'Other' });
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const node = service.database.owner.transaction(async (db) => {
    expect(await tryLockUploads(db, own.site.id)).toBe(true);
    held.resolve();
    await end.promise;
  });
  await held.promise;
  let isAnswered = false;
  const send = (token: string) => service.call('POST', 'bind_channels_bulk', { token, body: BODY });
  const waiting = send(own.token).then((answer) => {
    isAnswered = true;
    return answer;
  });
  for (let time = 0; time < 3; time += 1) expectSuccess(await send(other.token));
  expect(isAnswered).toBe(false);
  end.resolve();
  await node;
  expectSuccess(await waiting);
  await service.close();
});

test('two nodes that receive files of one site concurrently bind each row once', async () => {
  const one = await startTestService();
  const two = await startTestService({ emptyFirst: false });
  const { token } = await one.createSite();
  const body = `channel,external_user_id,phone\n${Array.from({ length: 200 }, (_, n) => `sms,${n},+49 ${n}`).join('\n')}`;
  const answers = await Promise.all(
    [one, two, one, two].map((node) => node.call('POST', 'bind_channels_bulk', { token, body })),
  );
  for (const answer of answers) expectSuccess(answer);
  expect(answers.map(({ json }) => json.data.bound).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 200]);
  expect(answers.map(({ json }) => json.data.minted_identity).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 200]);
  await one.close();
  await two.close();
});
