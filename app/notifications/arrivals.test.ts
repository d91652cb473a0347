import { expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { newNotificationsText, newestTimestamp } from "./use-arrivals.ts";

const at = (day: number, read = false): Notification => ({
  id: String(day),
  kind: "order",
  title: `News of day ${day}`,
  description: "",
  href: null,
  timestampcreated: `2026-01-0${day}T00:00:00.000Z`,
  timestampread: read ? "2026-01-09T00:00:00.000Z" : null,
});
const since = newestTimestamp([at(2), at(3), at(1)]);

test("§2.3 one that arrived is announced by its title, several by their number", () => {
  expect(newNotificationsText([at(4), at(3), at(2)], since, 3)).toBe("New: News of day 4. 3 unread.");
  expect(newNotificationsText([at(5), at(4), at(3)], since, 4)).toBe("New: 2 new notifications. 4 unread.");
});

test("§2.3 older ones that are loaded, and those read elsewhere, are not announced", () => {
  expect(newNotificationsText([at(3), at(2), at(1)], since, 3)).toBe("");
  expect(newNotificationsText([at(4, true), at(3)], since, 1)).toBe("");
});

test("§2.3 the very first one is announced", () =>
  expect(newNotificationsText([at(1)], newestTimestamp([]), 1)).not.toBe(""));
