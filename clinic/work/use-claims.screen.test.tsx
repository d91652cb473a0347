import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import { caseOf, casePage } from "#clinic/testing/sent/case.tsx";
import { staffId } from "#clinic/testing/staff.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { useClaim } from "./use-claims.ts";

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

describe("a work item on an open page", () => {
  const work = { kind: "renewal", id: staffId(9) } as const;
  const others = { ...work, memberid: staffId(2), name: "Ines Falk", until: "2026-11-25T17:15:00Z" };
  const see = (visibilityState: string) => {
    Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  afterEach(() => see("visible"));

  async function open(working: boolean, claims: readonly (typeof others)[] = []) {
    const server = createScreenServer();
    function Page() {
      const [works, setWorks] = useState(working);
      const { status, claimedBy, takenOver, takeOver, lost } = useClaim(work, works);
      return (
        <>
          <p>{`${status} ${claimedBy ?? "nobody"} ${takenOver}`}</p>
          <button type="button" onClick={() => void takeOver()}>
            Take over
          </button>
          <button type="button" onClick={() => setWorks(!works)}>
            Work or stop
          </button>
          <button type="button" onClick={() => lost("Ruth")}>
            Refused
          </button>
        </>
      );
    }
    const page = asMember(server, <Page />);
    let now = claims;
    server.answer(staffWorkCalls.claims, () => ({ items: [...now] }));
    const shown = await openScreen(page, { server, cache: queryClient });
    const sent = () =>
      server.sent.flatMap(({ endpoint, params, body }) =>
        endpoint === staffWorkCalls.claim || endpoint === staffWorkCalls.release
          ? [[endpoint.method, params["kind"], params["id"], (body as { takeover?: boolean } | undefined)?.takeover]]
          : [],
      );
    return {
      ...shown,
      sent,
      claimed: (items: typeof claims) => (now = items),
    };
  }
  const [claimed, released] = [
    ["PUT", work.kind, work.id, false],
    ["DELETE", work.kind, work.id, undefined],
  ];

  test("is claimed while somebody works on it, and released by whoever stops or leaves", async () => {
    const { sent, press, server, close } = await open(false);
    expect([sent(), server.log.filter(({ request }) => request.call === "staff.claims").length > 0]).toEqual([
      [],
      true,
    ]);
    screen.getByText("asking nobody false");
    await press("Work or stop");
    await screen.findByText("own nobody false");
    await press("Work or stop");
    await screen.findByText("released nobody false");
    await press("Work or stop");
    await screen.findByText("own nobody false");
    close();
    await server.settled();
    expect(sent()).toEqual([claimed, released, claimed, released]);
  });

  test("that somebody else has is taken over by a press, after which the list is read again", async () => {
    const { sent, press, claimed: now, server, close } = await open(true, [others]);
    await screen.findByText("taken Ines Falk true");
    now([]);
    const read = () => server.log.filter(({ request }) => request.call === "staff.claims").length;
    const before = read();
    await press("Take over");
    await screen.findByText("own nobody false");
    expect(sent()).toEqual([claimed, [...claimed.slice(0, 3), true]]);
    await waitFor(() => expect(read()).toBeGreaterThan(before));
    await press("Refused");
    await screen.findByText("taken Ruth true");
    close();
  });

  test("isn't claimed again by a page that nobody looks at", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { sent, server, close } = await open(true);
    await screen.findByText("own nobody false");
    const later = (minutes: number) =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(minutes * 60_000);
        await server.settled();
      });
    act(() => see("hidden"));
    await later(staffLimits.claimMinutes / 4);
    expect(sent()).toEqual([claimed]);
    act(() => see("visible"));
    await later(staffLimits.claimMinutes / 4);
    expect(sent()).toEqual([claimed, claimed]);
    close();
  });
});
