import { describe, expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import {
  uniqueItems,
  newestPage,
  type Pages,
  unreadCount,
  withAllRead,
  withItemRead,
  withArrived,
} from "./notification-pages.ts";

const at = "2026-01-02T00:00:00Z";
const one = (id: string, read = false): Notification => ({
  id,
  kind: "order",
  title: `Title ${id}`,
  description: "",
  href: null,
  timestampcreated: "2026-01-01T00:00:00Z",
  timestampread: read ? "2026-01-01T12:00:00Z" : null,
});
const pages = (unreadcount: number, ...lists: Notification[][]): Pages => ({
  pages: lists.map((items, i) => ({ items, nextpage: i < lists.length - 1 ? "n" : null, unreadcount })),
  pageParams: lists.map((_, i) => (i === 0 ? undefined : "n")),
});
const ids = (of: Pages) => uniqueItems(of).map(({ id }) => id);
const unread = (of: Pages) =>
  uniqueItems(of)
    .filter(({ timestampread }) => timestampread === null)
    .map(({ id }) => id);

describe("§2.3 the list of notifications", () => {
  test("§2.3 one that arrives is at the top, and counted", () => {
    const after = withArrived(pages(1, [one("b")], [one("a", true)]), { ...one("c"), unreadcount: 2 });
    expect([ids(after), unreadCount(after)]).toEqual([["c", "b", "a"], 2]);
  });

  test("§2.3 delivered twice it is there once; read elsewhere it is read here", () => {
    const before = pages(2, [one("b")], [one("a")]);
    expect(ids(withArrived(before, { ...one("b"), unreadcount: 2 }))).toEqual(["b", "a"]);
    const after = withArrived(before, { ...one("a", true), unreadcount: 1 });
    expect([ids(after), unread(after), unreadCount(after)]).toEqual([["b", "a"], ["b"], 1]);
  });

  test("§2.3 one that arrives late doesn't undo that it was read, nor the count", () => {
    const before = withAllRead(pages(1, [one("b")], [one("a", true)]), at);
    expect(withArrived(before, { ...one("b"), unreadcount: 1 })).toBe(before);
  });

  test("§2.3 marking one as read, twice, counts once; a read one keeps its time", () => {
    const before = pages(2, [one("b"), one("x", true)], [one("a")]);
    const after = withItemRead(withItemRead(before, "a", at), "a", "2027-01-01T00:00:00Z");
    expect([unread(after), unreadCount(after), uniqueItems(after).at(-1)?.timestampread]).toEqual([["b"], 1, at]);
    expect(unreadCount(withItemRead(before, "x", at))).toBe(2);
    expect(unreadCount(withItemRead(pages(0, [one("a")]), "a", at))).toBe(0);
  });

  test("§2.3 all read: none is unread, including those not loaded", () => {
    const after = withAllRead(pages(80, [one("b")], [one("a", true)]), at);
    expect([unread(after), unreadCount(after)]).toEqual([[], 0]);
    expect(uniqueItems(after).map(({ timestampread }) => timestampread)).toEqual([at, "2026-01-01T12:00:00Z"]);
  });

  test("§2.3 reopened it begins with the newest page", () => {
    const after = newestPage(pages(0, [one("b")], [one("a")]));
    expect([ids(after), after.pageParams, after.pages[0]?.nextpage]).toEqual([["b"], [undefined], "n"]);
  });

  test("§2.3 one on two pages while they are refetched is shown once", () => {
    expect(ids(pages(0, [one("b"), one("a")], [one("a")]))).toEqual(["b", "a"]);
  });

  test("§2.3 before anything is loaded none is unread", () => expect(unreadCount(undefined)).toBe(0));
});
