import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import type { Credential } from "./credentials.ts";
import { type Ending, titleOf } from "./ending.ts";
import { endingsBySubject } from "./endings.ts";
import { isNamed, namesIn, reasonNames } from "./names.ts";
import { endTogether, type Ended, inGroups } from "./sweep.ts";

/*
 * After each ending the same sweep: which rows are still live, which lists still have it, what still opens. Whatever an ending leaves stands in its row
 * with its reason; whatever else ended or began by it fails, too.
 */

/** The credentials that open, tried one after the other, because trying one may use it. */
async function opening(credentials: readonly Credential[] = []): Promise<string[]> {
  const open: string[] = [];
  for (const { name, opens } of credentials) if (await opens()) open.push(name);
  return open;
}

/** What must have changed, as the row says it. */
const changesOf = ({ ends, begins = "", alsoEnds = {} }: Ending) => ({
  ends: namesIn(ends),
  begins: namesIn(begins),
  alsoEnds: reasonNames(alsoEnds),
});

describe.each(Object.entries(endingsBySubject))("%s that ended", (_, endings) => {
  let server: TestServer;
  const groups = inGroups(endings);
  const endedTogether = new Map<readonly Ending[], Promise<ReadonlyMap<Ending, Ended>>>();
  /** With those of its group, which the first test of them ends. */
  async function endedOf(ending: Ending): Promise<Ended> {
    const group = groups.find((each) => each.includes(ending)) ?? [];
    const ended = endedTogether.get(group) ?? endTogether(server, group);
    endedTogether.set(group, ended);
    return (await ended).get(ending) ?? expect.fail("It is in no group");
  }
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.close());

  test.each(endings.map((ending) => [titleOf(ending), ending] as const))(
    "%s: nothing it opened opens, nothing it held is held, nothing of it is listed",
    async (title, ending) => {
      const { scene, swept } = await endedOf(ending);
      expect(scene.ended.filter((id) => id.length < 8)).toEqual([]);
      const { stays, ...changed } = swept;
      expect.soft(changed, title).toEqual(changesOf(ending));
      const about = ending.about === undefined ? stays : namesIn(ending.about);
      const unexplained = stays.filter(
        (name) => about.includes(name) && !reasonNames(ending.stays ?? {}).includes(name),
      );
      expect.soft({ stays: unexplained }).toEqual({ stays: [] });
      const kept = scene.credentials?.map(({ name }) => name).filter((name) => isNamed(ending.keeps ?? {}, name)) ?? [];
      expect.soft({ open: await opening(scene.credentials) }).toEqual({ open: kept });
      const others = scene.othersCredentials?.map(({ name }) => name) ?? [];
      expect.soft({ others: await opening(scene.othersCredentials) }).toEqual({ others });
    },
  );
});
