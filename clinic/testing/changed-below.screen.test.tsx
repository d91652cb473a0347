import { screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { openScreen, type Screen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { caseOf, casePage } from "#clinic/testing/sent/case.tsx";
import { identityOf } from "#clinic/testing/sent/patients.tsx";
import { recordPage } from "#clinic/testing/sent/prescribing.tsx";
import { staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";

let close = () => {};
afterEach(() => close());

/** Shows a page of a patient, who is `newer` from then on that `move` is called. */
async function open(
  page: typeof casePage,
  [seen, newer]: readonly [ReturnType<typeof caseOf>, ReturnType<typeof caseOf>],
): Promise<{ readonly shown: Screen; readonly move: () => void }> {
  const server = createScreenServer();
  let now = seen;
  const shownPage = page(server, seen);
  server.answer(care.patient, () => now);
  const shown = await openScreen(shownPage, { server, cache: queryClient });
  ({ close } = shown);
  return { shown, move: () => (now = newer) };
}
const decisions = ({ server }: Screen) => server.sent.filter(({ call }) => /Plan$|Identity$/.test(call));

describe("decisions §11 what changes below a decision is looked at first", () => {
  test.each([
    ["approve", /^Approve( a)?$/, "Approve all of it"],
    ["decline", /^Decline( x)?$/, "Decline the plan"],
  ] as const)("the record, below the question to %s", async (kind, ask, confirm) => {
    const { shown, move } = await open(casePage, [caseOf(), caseOf({ revision: "newer" })]);
    await shown.press(ask);
    if (kind === "decline") await shown.fill("Reason", "for you to read");
    move();
    await queryClient.invalidateQueries();
    await screen.findByText(/Look again before you decide/);
    await shown.press(confirm);
    expect(decisions(shown)).toEqual([]);
    expect(document.querySelector("dialog[open]")).toBeNull();
  });

  test.each([
    ["the first check", "review", "Check the identity"],
    ["a correction", "no_match", "Correct the identity check"],
  ] as const)("the photos of an identity, at %s", async (_name, identitystatus, ask) => {
    const photo = { ...identityOf().photos![0]!, id: staffId(939) };
    const { shown, move } = await open(recordPage, [
      identityOf({ identitystatus }),
      identityOf({ identitystatus, photos: [photo] }),
    ]);
    await shown.press(ask);
    await shown.press("It’s them");
    move();
    await shown.press("Save the decision");
    await shown.findText("Look at them before you decide.");
    expect(decisions(shown)).toEqual([]);
  });
});
