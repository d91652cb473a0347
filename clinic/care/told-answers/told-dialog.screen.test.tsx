import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { healthQuestions } from "#clinic/testing/sent/told-answers.tsx";

test("what follows is said of the answers as they are, and no more once they are others", async () => {
  const server = createScreenServer();
  const screen = await openScreen(healthQuestions(server), { server, cache: queryClient });
  const follows = () => document.body.textContent.includes("This puts the patch on hold.");
  await screen.press("Record what the patient told");
  await screen.fill(/^What (else )?is it about\?$/, "question_1");
  await screen.fill("Answer", "told_1");
  await screen.press("See what follows");
  await waitFor(() => expect(follows()).toBe(true));
  await screen.fill("Answer", "before_1");
  await waitFor(() => expect(follows()).toBe(false));
  screen.close();
});
