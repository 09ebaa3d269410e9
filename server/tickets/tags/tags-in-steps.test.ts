import { recountAll } from '#server/testing/recount.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { changeTag, mergeTag, removeTag } from './tags-change.ts';

const NOW = '2026-11-20T14:30:00.000Z';
/** More tickets than one transaction takes. */
const TICKETS = 2_600;

let service: TestService;
let own: TestSite;
let db: Db;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  db = service.database.forSite(own.site.id);
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, tags, tag_keys, search_text,
      created_utc, updated_utc)
    select ${own.site.id}, 1000000 + n, -n, 'Row ' || n, 'open', 'normal', 'web', '{x,Wide}', '{x,wide}',
      ' #' || -n || E' \n row ' || n || E' \n x \n wide ', ${NOW}::timestamptz, ${NOW}::timestamptz
    from generate_series(1, ${TICKETS}::integer) n`);
  await recountAll(service.database.owner);
  await post('tags', { name: 'Wide', color: 3 });
});
afterEach(() => service.close());

const post = async (resource: string, body: object) => {
  const answer = await service.call('POST', resource, { token: own.token, body });
  expectSuccess(answer);
  return answer.json.data;
};

async function tags(): Promise<
  Record<string, { readonly id: bigint; readonly color: number | null; readonly n: number }>
> {
  const { json } = await service.call('GET', 'tags', { token: own.token });
  return Object.fromEntries(
    json.data.items.map(({ id, name, color, ticket_count: n }: Record<string, unknown>) => [
      name,
      { id: BigInt(Number(id)), color, n },
    ]),
  );
}

async function idOf(name: string): Promise<bigint> {
  const { id } = (await tags())[name] ?? {};
  if (id === undefined) throw new Error(`there is no ${name}`);
  return id;
}

const callOf = (on: Db) => {
  const context = { actor: TEST_ACTOR, now: service.clock.now(), extensions: true };
  return { db: on, site: own.site, context };
};

/** Calls `between` after each transaction that changed tickets, with their number. */
function interrupted(between: (steps: number) => Promise<void>): Db {
  let steps = 0;
  return {
    ...db,
    async transaction(work, reserve) {
      const before = await countVersions();
      const result = await db.transaction(work, reserve);
      if ((await countVersions()) !== before) await between((steps += 1));
      return result;
    },
  };
}

async function countVersions(): Promise<number> {
  const [row] = await service.database.owner.query<{ n: number }>(
    sql`select sum(version)::integer as n from ticket where site_id = ${own.site.id}`,
  );
  return row?.n ?? 0;
}

const audit = async () =>
  (
    await service.database.owner.query<{ action: string }>(
      sql`select action from audit_log where object_type = 'tag' and action <> 'tag.create' order by id`,
    )
  ).map(({ action }) => action);

describe('API-tags-PATCH a tag of many tickets', () => {
  test('is renamed step by step: each ticket has a tag of the site at any moment, and other sites are served', async () => {
    const id = await idOf('Wide');
    const other = await service.createSite();
    const seen: [number | undefined, number | undefined][] = [];
    const stepwise = interrupted(async () => {
      const { Wide, Narrow } = await tags();
      seen.push([Wide?.n, Narrow?.n]);
      expectSuccess(await service.call('GET', 'tickets', { token: other.token }));
    });
    const renamed = await changeTag(callOf(stepwise), { id, name: 'Narrow', color: undefined });
    expect(renamed).toMatchObject({ id, name: 'Narrow', color: 3, ticket_count: TICKETS, changed_tickets: TICKETS });
    expect(seen.length).toBeGreaterThan(2);
    for (const [wide = 0, narrow] of seen) expect(wide + (narrow ?? 0)).toBe(TICKETS);
    expect(await tags()).toMatchObject({ Narrow: { id, color: 3, n: TICKETS } });
    expect(Object.keys(await tags())).not.toContain('Wide');
    const actions = await audit();
    expect(actions.at(-1)).toBe('tag.update');
    expect(new Set(actions.slice(0, -1))).toEqual(new Set(['tag.update_step']));
    const [row] = await service.database.owner.query(sql`
      select count(*)::integer as n, min(version) as least, max(version) as most from ticket
      where site_id = ${own.site.id} and tags = '{x,Narrow}' and tag_keys = '{x,narrow}' and search_text like '% narrow %'`);
    expect(row).toEqual({ n: TICKETS, least: 2, most: 2 });
  });

  test('is also renamed on a ticket that gets the old name meanwhile', async () => {
    const id = await idOf('Wide');
    const stepwise = interrupted(async (steps) => {
      if (steps !== 2) return;
      const { id: ticket } = await post('tickets', { subject: 'Late' });
      await service.call('PATCH', 'ticket', { token: own.token, body: { id: ticket, tags: 'WIDE,y' } });
    });
    const renamed = await changeTag(callOf(stepwise), { id, name: 'Narrow', color: 5 });
    expect(renamed).toMatchObject({ color: 5, ticket_count: TICKETS + 1, changed_tickets: TICKETS + 1 });
    expect(Object.keys(await tags())).not.toContain('Wide');
  });

  test('an interrupted rename is finished by merging the two tags', async () => {
    const id = await idOf('Wide');
    const cutOff = interrupted(() => Promise.reject(new Error('cut off')));
    await expect(changeTag(callOf(cutOff), { id, name: 'Narrow', color: undefined })).rejects.toThrow('cut off');
    const { Wide, Narrow } = await tags();
    expect(Narrow?.id).toBe(id);
    expect((Wide?.n ?? 0) + (Narrow?.n ?? 0)).toBe(TICKETS);
    const merged = await mergeTag(callOf(db), { id: Wide?.id ?? 0n, mergeIntoId: id });
    expect(merged).toMatchObject({ id, ticket_count: TICKETS });
    expect(Object.keys(await tags())).toEqual(['Narrow']);
  });

  test('changes its case, and is refused if the name is taken', async () => {
    const id = await idOf('Wide');
    const taken = await post('tags', { name: 'Taken' });
    await expect(changeTag(callOf(db), { id, name: 'TAKEN', color: undefined })).rejects.toMatchObject({
      code: 'conflict',
      details: { current: { id: BigInt(taken.id) } },
    });
    expect(await countVersions()).toBe(TICKETS);
    const spelled = await changeTag(callOf(db), { id, name: 'wide', color: undefined });
    expect(spelled).toMatchObject({ id, name: 'wide', ticket_count: TICKETS, changed_tickets: TICKETS });
    expect(await changeTag(callOf(db), { id, name: 'wide', color: 1 })).toMatchObject({ changed_tickets: 0, color: 1 });
  });

  test('two concurrent merges of tags into each other delete one tag and leave no ticket without', async () => {
    const { id: narrow } = await post('tags', { name: 'Narrow' });
    const [wide, other] = [await idOf('Wide'), BigInt(narrow)];
    await service.database.owner.query(sql`
      update ticket set tags = '{Narrow}', tag_keys = '{narrow}' where site_id = ${own.site.id} and id % 2 = 0`);
    await recountAll(service.database.owner);
    const merges = await Promise.allSettled([
      mergeTag(callOf(db), { id: wide, mergeIntoId: other }),
      mergeTag(callOf(db), { id: other, mergeIntoId: wide }),
    ]);
    expect(merges.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(Object.values(await tags())).toMatchObject([{ id: other, n: TICKETS }]);
  });
});

test('API-tags-DELETE removes a tag of many tickets step by step', async () => {
  const id = await idOf('Wide');
  let steps = 0;
  const stepwise = interrupted(async () => void (steps += 1));
  expect(await removeTag(callOf(stepwise), id)).toBe(TICKETS);
  expect(steps).toBeGreaterThan(2);
  expect(await tags()).toEqual({});
  expect((await audit()).at(-1)).toBe('tag.delete');
});

test('API-tags-DELETE ends even if the counter is too high', async () => {
  const id = await idOf('Wide');
  await service.database.owner.query(sql`
    insert into counter (site_id, name, key, n) values (${own.site.id}, 'ticket_tag', 'wide', 3)`);
  expect(await tags()).toMatchObject({ Wide: { n: TICKETS + 3 } });
  expect(await removeTag(callOf(db), id)).toBe(TICKETS);
  expect(Object.keys(await tags())).not.toContain('Wide');
});
