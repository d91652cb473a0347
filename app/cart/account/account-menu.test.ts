import { expect, test } from "vitest";
import { settings } from "#app/settings.ts";
import { parseLeaveTarget } from "../widget/leave-widget.ts";
import { accountMenu, itemsText } from "./account-screen.tsx";

test("§2.3 cart account menu: its links in their order", () => {
  expect(accountMenu.map(({ label }) => label)).toEqual([
    "Profile",
    "Subscriptions",
    "Messages",
    "Support",
    "Contact Us",
  ]);
});

test("§2.3 cart account menu: Contact Us is a page of the marketing site, the others are the app’s", () => {
  const origins = { app: "https://app.example", marketing: settings.marketingOrigin };
  expect(accountMenu.map(({ href }) => parseLeaveTarget(href, origins)?.site)).toEqual([
    "app",
    "app",
    "app",
    "app",
    "marketing",
  ]);
});

test.each([
  [1, "1 item"],
  [3, "3 items"],
])("§2.3 cart: %i is shown as “%s”", (count, text) => expect(itemsText(count)).toBe(text));
