import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { prepareDocument } from "#app/testing/screens/document.ts";
import { createScreenServer } from "#app/testing/screens/server.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { aSubscription } from "../../testing.ts";
import { Cancelled } from "./subscription-cancelled.tsx";

afterEach(cleanup);

/** Whether another subscription goes on, and so is charged, by its status. */
const goesOn: Readonly<Record<Subscription["status"], boolean>> = {
  pending: false,
  active: true,
  paused: true,
  past_due: true,
  cancelled: false,
};

test.each(Object.entries(goesOn))("beside one that is %s, what is charged from now on: %s", (status, isKept) => {
  prepareDocument(createScreenServer().send);
  const item = { ...aSubscription().item, name: "Progesterone capsule" };
  const other = aSubscription({ id: "other", status: status as Subscription["status"], item });
  const patch = aSubscription({ id: "patch", status: "cancelled" });
  const text = render(
    <Cancelled kind="cancel" ids={["patch"]} message="Done." after={[patch, other]} emergency={null} />,
  ).container.textContent;
  expect([text.includes("There are no charges planned"), text.includes("Progesterone capsule")]).toEqual([
    ...[!isKept, isKept],
  ]);
});
