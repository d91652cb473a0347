import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { prepareDocument } from "#app/testing/screens/document.ts";
import { createScreenServer } from "#app/testing/screens/server.ts";
import type { SubscriptionAction } from "../actions/subscription-action.ts";
import { aSubscription } from "../testing.ts";
import { SubscriptionStatusPanel } from "./subscription-status-panel.tsx";

afterEach(cleanup);

test.each([
  ["2026-12-20", 1],
  ["2027-01-20", 2],
  ["2027-02-20", 3],
])("a pause until %s is changed beginning with the %d months it has", (pauseduntil, months) => {
  prepareDocument(createScreenServer().send);
  const asked: SubscriptionAction[] = [];
  const pauseuntil = ["2026-12-20", "2027-01-20", "2027-02-20"];
  render(
    <SubscriptionStatusPanel
      subscription={aSubscription({ status: "paused", pauseduntil, pauseuntil, actions: ["pause"] })}
      nextOrder={null}
      reorderable={undefined}
      charge={null}
      card="Visa ending in 4242"
      onAction={(action) => asked.push(action)}
    />,
  );
  fireEvent.click(screen.getByText("Change the pause"));
  expect(asked).toEqual([{ kind: "pause", months }]);
});
