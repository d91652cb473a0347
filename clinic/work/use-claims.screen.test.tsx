import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { caseOf, casePage } from "#clinic/testing/sent/case.tsx";
import { staffLimits } from "#contract/staff/constants.ts";

afterEach(() => void vi.useRealTimers());

test("decisions §11 the claim of an open page outlasts two renewals that fail", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const server = createScreenServer();
  const shown = await openScreen(casePage(server, caseOf()), { server, cache: queryClient });
  await shown.sentOf("staff.claim");
  const claims = () => server.sent.filter(({ call }) => call === "staff.claim").length;
  for (let minute = 1; minute < staffLimits.claimMinutes; minute += 1)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      await server.settled();
    });
  expect(claims()).toBeGreaterThan(3);
  shown.close();
});
