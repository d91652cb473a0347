import { configure, getConfig } from "@testing-library/react";
import type { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import type { ErrorCode } from "#contract/http/errors.ts";
import { fieldsCalled } from "./labels.ts";
import { openScreen } from "./screen.tsx";
import { type Answer, createScreenServer, type SentRequest } from "./server.ts";
import { turns, until } from "./until.ts";
import { callOf, endpoints, partsOf, type SentRow, titleOf } from "./what-is-sent.tsx";

const lostAnswer = { refused: "internal" } as const;

/**
 * What a screen does with the answers to what it sends, for the first row of each sender: pressed twice it's sent once; after a lost answer the same goes
 * out under the same key, also where what is `drafted` arrived meanwhile, and what was changed under another; each refusal that the call declares is shown in a sentence, and what was typed stays.
 */
export function describeWhatIsAnswered(
  rows: readonly SentRow[],
  {
    cache,
    unattended,
    closes,
    drafted,
  }: {
    cache: QueryClient;
    /** Senders that nobody presses, or whose failure isn't shown, and why. */
    unattended: Readonly<Record<string, string>>;
    /** Senders whose dialog closes when it's refused, and where what was typed is. */
    closes: Readonly<Record<string, string>>;
    /** What the server fills a field with while somebody writes: it comes after the first press. */
    drafted?: Drafted;
  },
): void {
  const ofSenders = Map.groupBy(rows, ({ from }) => from);
  const first = [...ofSenders].flatMap(([from, [row]]) => (row && unattended[from] === undefined ? [row] : []));

  test("each sender that somebody presses is answered", () => {
    const senders = new Set(rows.map(({ from }) => from));
    expect([...Object.keys(unattended), ...Object.keys(closes)].filter((from) => !senders.has(from))).toEqual([]);
    expect(first.length).toBeGreaterThan(0);
  });

  describe("a lost answer, then each refusal", () => {
    test.each(first.map((row) => [titleOf(row), row] as const))("%s", async (_title, row) => {
      let walk = await begin(row, cache, drafted);
      const [one] = walk.requests();
      await walk.screen.pressAgain();
      expect(walk.requests()).toHaveLength(1);

      await walk.answer(lostAnswer);
      await walk.arrive();
      expect(await walk.again()).toBe(true);
      expect(isSame(walk.requests().at(-1), one)).toBe(true);
      expect(keyOf(walk.requests().at(-1))).toBe(keyOf(one));

      await walk.answer(lostAnswer);
      const hasMore = await walk.screen.writeMore();
      expect(await walk.again()).toBe(true);
      const changed = walk.requests().at(-1);
      if (hasMore && endpoints.get(callOf(row))?.idempotency)
        expect(keyOf(changed) === keyOf(one)).toBe(isSame(changed, one));

      for (const [at, code] of refusalsOf(row).entries()) {
        // Refused as it was looked at, it can't be pressed again before somebody has looked.
        if (at > 0 && !(await walk.again(500))) walk = await begin(row, cache);
        else if (at > 0 && endpoints.get(callOf(row))?.idempotency) {
          const [before, now] = walk.requests().slice(-2).map(keyOf);
          // What was refused is settled: pressed again it's another press.
          expect(now).not.toBe(before);
        }
        const typed = fieldValues();
        await walk.answer({ refused: code });
        if (closes[row.from] === undefined) expect(fieldValues()).toEqual(expect.arrayContaining([...typed]));
      }
      walk.screen.close();
    });
  });
}

interface Drafted {
  readonly call: string;
  readonly answer: Answer;
  /** The label of its field. */
  readonly field: string;
}

/** The codes that the call declares; of a call that declares none, one that any may answer with. */
function refusalsOf(row: SentRow): readonly ErrorCode[] {
  const { errors } = endpoints.get(callOf(row)) ?? { errors: [] };
  return errors.length > 0 ? errors : ["rate_limited"];
}

/** Walks through a row until its request is under way. */
async function begin(row: SentRow, cache: QueryClient, drafted?: Drafted) {
  const server = createScreenServer();
  const shown = row.show(server);
  let give: (answer: Answer) => void = () => {};
  const drafting = Promise.withResolvers<Answer>();
  server.intercept((request) => {
    if (request.call === callOf(row)) return new Promise<Answer>((resolve) => (give = resolve));
    return request.call === drafted?.call ? drafting.promise : null;
  });
  const screen = await openScreen(shown, { server, cache });
  await row.act(screen);
  const requests = () => server.sent.filter(({ call }) => call === callOf(row));
  await screen.sentOf(callOf(row));
  return {
    screen,
    requests,
    /** What was being drafted is there. */
    arrive: async (): Promise<void> => {
      if (drafted === undefined) return;
      drafting.resolve(drafted.answer);
      const field = fieldsCalled(new RegExp(`^${drafted.field}`), document.body).find(
        (each) => each instanceof HTMLTextAreaElement,
      );
      if (!field) return;
      await until(
        () => field.value !== "",
        () => `${drafted.field} stays empty`,
      );
    },
    /** Answers what is under way, and waits until the screen says something of it. */
    answer: async (answer: Answer): Promise<void> => {
      // While it's under way, what was said of the last answer isn't said any more.
      await turns();
      const before = new Set(sentences());
      give(answer);
      let seen = document.body.textContent;
      await until(
        () => {
          const text = document.body.textContent;
          const isChanged = text !== seen;
          seen = text;
          return isChanged && sentences().some((each) => !before.has(each));
        },
        () => `Nothing is said of ${JSON.stringify(answer)}:\n${document.body.textContent}`,
      );
    },
    /** Presses again; whether that has sent something, within so many milliseconds. */
    again: async (within = 20_000): Promise<boolean> => {
      const { length } = requests();
      const { asyncUtilTimeout } = getConfig();
      // What can't be pressed isn't looked for any longer, either.
      configure({ asyncUtilTimeout: within });
      const isPressed = row.again ? await row.again(screen).then(yes, no) : await screen.pressAgain();
      configure({ asyncUtilTimeout });
      const isSent = () => requests().length > length;
      return isPressed && until(isSent, () => "Not sent", within).then(yes, no);
    },
  };
}

const yes = () => true;
const no = () => false;
const keyOf = (request: SentRequest | undefined) => request?.headers.get("idempotency-key");
const isSame = (one: SentRequest | undefined, other: SentRequest | undefined): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));

/** The texts on the screen that say something, each of an element of its own. */
const sentences = (): readonly string[] =>
  [...document.body.querySelectorAll("*")].flatMap((each) =>
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[.?!]\s*$/.test(node.textContent ?? ""))
      ? [each.textContent ?? ""]
      : [],
  );

const fieldValues = (): readonly string[] =>
  [...document.body.querySelectorAll<HTMLInputElement>("input, textarea, select")].flatMap(({ value }) =>
    value === "" ? [] : [value],
  );
