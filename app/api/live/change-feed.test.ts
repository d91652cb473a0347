import { describe, expect, test } from "vitest";
import type { FeedChange } from "#contract/notifications.ts";
import { ApiError } from "../api-error.ts";
import { createChangeFeed } from "./change-feed.ts";

const change = (id: string): FeedChange => ({ topic: "order", id, at: "2026-01-01T00:00:00Z" });
type Page = { items: FeedChange[]; cursor: string; more: boolean };

/** A feed on a server at cursor `at`; `hold` delays responses until they are released. */
function aFeed() {
  let at = 0;
  const cursors: (string | undefined)[] = [];
  const delivered: string[] = [];
  const pendingAnswers: (() => void)[] = [];
  const server = { at: (first: number) => void (at = first), gone: false, hold: false, pageSize: 2 };
  const feed = createChangeFeed({
    fetch: async (cursor) => {
      cursors.push(cursor);
      if (server.gone && cursor !== undefined) throw new ApiError("Gone", { status: 410, code: "gone" });
      const from = cursor === undefined ? at : Number(cursor);
      const to = Math.min(at, from + server.pageSize);
      const items = Array.from({ length: to - from }, (_, i) => change(String(from + i + 1)));
      const answer: Page = { items, cursor: String(to), more: to < at };
      if (server.hold) await new Promise<void>((resolve) => pendingAnswers.push(resolve));
      return answer;
    },
    deliver: (items) => delivered.push(...items.map(({ id }) => String(id))),
    onGap: () => delivered.push("missed"),
  });
  const letGo = () => pendingAnswers.splice(0).forEach((go) => go());
  return { feed, server, asked: cursors, told: delivered, letGo };
}

describe("§7 the feed of changes", () => {
  test("§7 the first poll learns the cursor, the next ones deliver what came after it, page by page", async () => {
    const { feed, server, asked: cursors, told: delivered } = aFeed();
    server.at(7);
    await feed.catchUp();
    expect([cursors, delivered]).toEqual([[undefined], []]);
    server.at(12);
    await feed.catchUp();
    expect(cursors).toEqual([undefined, "7", "9", "11"]);
    expect(delivered).toEqual(["8", "9", "10", "11", "12"]);
  });

  test("§7 changes from the socket count only where they follow the cursor; otherwise they are fetched", async () => {
    const { feed, server, asked: cursors, told: delivered } = aFeed();
    expect(feed.receive({ items: [change("1")], from: "0", cursor: "1" })).toBe(false);
    await feed.catchUp();
    expect(feed.receive({ items: [change("1")], from: "0", cursor: "1" })).toBe(true);
    expect(feed.receive({ items: [change("3")], from: "2", cursor: "3" })).toBe(false);
    expect(delivered).toEqual(["1"]);
    server.at(3);
    await feed.catchUp();
    expect([cursors, delivered]).toEqual([
      [undefined, "1"],
      ["1", "2", "3"],
    ]);
    expect(feed.receive({ items: [change("3")], from: "2", cursor: "3" })).toBe(true);
    expect(delivered).toHaveLength(3);
  });

  test("§7 requests during a poll cause one more poll, however many there were", async () => {
    const { feed, server, asked: cursors, told: delivered, letGo } = aFeed();
    await feed.catchUp();
    server.hold = true;
    const looks = [feed.catchUp(), feed.catchUp(), feed.catchUp()];
    server.hold = false;
    server.at(1);
    letGo();
    await Promise.all(looks);
    expect([cursors, delivered]).toEqual([[undefined, "0", "0"], ["1"]]);
  });

  test("§7 an expired cursor: a new one is learned first, then everything is refetched", async () => {
    const { feed, server, asked: cursors, told: delivered } = aFeed();
    await feed.catchUp();
    server.gone = true;
    server.at(90);
    await feed.catchUp();
    server.gone = false;
    expect([cursors, delivered]).toEqual([[undefined, "0", undefined], ["missed"]]);
    server.at(91);
    await feed.catchUp();
    expect(delivered).toEqual(["missed", "91"]);
  });

  test("§7 a poll without a response fails and keeps its cursor", async () => {
    let broken = false;
    const cursors: (string | undefined)[] = [];
    const feed = createChangeFeed({
      fetch: async (cursor) => {
        cursors.push(cursor);
        if (broken) throw new TypeError("offline");
        return { items: [], cursor: "5", more: false };
      },
      deliver: () => {},
      onGap: () => {},
    });
    await feed.catchUp();
    broken = true;
    await expect(feed.catchUp()).rejects.toThrow("offline");
    broken = false;
    await feed.catchUp();
    expect(cursors).toEqual([undefined, "5", "5"]);
  });

  test("§6 a response for the previous patient is dropped", async () => {
    const { feed, server, asked: cursors, told: delivered, letGo } = aFeed();
    await feed.catchUp();
    server.hold = true;
    server.at(1);
    const running = feed.catchUp();
    feed.forget();
    server.hold = false;
    letGo();
    await running;
    expect(delivered).toEqual([]);
    await feed.catchUp();
    expect(cursors).toEqual([undefined, "0", undefined]);
  });
});
