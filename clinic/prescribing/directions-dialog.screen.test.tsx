import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { record } from "#clinic/testing/sent/medicines.ts";
import { recordPage } from "#clinic/testing/sent/prescribing.tsx";
import { care } from "#contract/care/calls.ts";
import { directionsBeginLabels } from "./directions-change.ts";

let close = () => {};
afterEach(() => close());

const form = "Change directions: Progesterone capsule 2 mg";
const send = () => screen.getAllByRole("button", { name: "Change directions" }).at(-1);

/** Directions for the end of a box, with what the server says of its day, one answer after the other. */
async function whenBoxEnds(
  ...answers: readonly { readonly beginson: string | null; readonly obstacle: string | null }[]
) {
  const server = createScreenServer();
  const quote = server.sample(care.directionsQuote);
  let asked = 0;
  server.answer(care.directionsQuote, ({ query }) => {
    if (query["begins"] !== "when_box_ends") return { ...quote, beginson: null, obstacle: null };
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return { ...quote, ...answer };
  });
  const shown = await openScreen(recordPage(server, record({ revision: "seen" })), { server, cache: queryClient });
  ({ close } = shown);
  await shown.press(form);
  await shown.fill("Directions", "every other night");
  await shown.fill("It begins", directionsBeginLabels.when_box_ends);
  return { ...shown, server };
}

test("decisions §19 where the end of the box isn't known it says why, and isn't offered", async () => {
  const { findText } = await whenBoxEnds({ beginson: null, obstacle: "Nothing of it is at home." });
  await findText("Nothing of it is at home.");
  expect(send()).toHaveProperty("disabled", true);
});

test("decisions §19 a day that has become another one is refused, and the new one is shown before it's sent again", async () => {
  const { findText, press, fill, server } = await whenBoxEnds(
    { beginson: "2031-04-08", obstacle: null },
    { beginson: "2031-04-12", obstacle: null },
  );
  await findText("As now until April 8, 2031. From then: every other night");
  await fill("Reason", "sleepy");
  await fill("Message to the patient", "slower");
  server.answer(care.changeDirections, { refused: "wrong_state" });
  await press("Change directions");
  await findText("As now until April 12, 2031. From then: every other night");
  await findText("Nothing was changed");
  await press("Change directions");
  const days = server.sent.filter(({ call }) => call === "care.changeDirections").map(({ body }) => body);
  expect(days).toMatchObject([{ beginson: "2031-04-08" }, { beginson: "2031-04-12" }]);
});
