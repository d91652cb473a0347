import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { patient } from "#clinic/testing/patients.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Role } from "#contract/policy/roles.ts";
import { SendFollowup } from "./send-followup.tsx";

const sent = "A review is sent and not answered yet.";

test.each<[Role, PatientSummary["planstatus"], boolean, string]>([
  ["physician", "approved", false, "Send a review"],
  ["physician", "approved", true, sent],
  ["physician", "in_review", false, ""],
  ["physician", "in_review", true, ""],
  ["finance", "approved", false, ""],
  ["finance", "approved", true, ""],
])("a %s reads of a plan that is %s, with a review open: %s", async (role, planstatus, isOpen, text) => {
  const server = createScreenServer();
  const shown = <SendFollowup patient={patient(1, { planstatus })} isOpen={isOpen} onSent={() => {}} />;
  const page = asMember(server, <main>{shown}</main>, { roles: [role] });
  const { close } = await openScreen(page, { server, cache: queryClient });
  expect(screen.getByRole("main").textContent).toBe(text);
  close();
});

test("it is asked for once, by its question, and is open then", async () => {
  const server = createScreenServer();
  let told = 0;
  const shown = (
    <SendFollowup patient={patient(1, { planstatus: "approved" })} isOpen={false} onSent={() => (told += 1)} />
  );
  const { press, close } = await openScreen(asMember(server, shown), { server, cache: queryClient });
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Send a review");
  await press("Send");
  await screen.findByText(sent);
  expect([told, server.sent.map(({ call, params }) => [call, params["id"]])]).toEqual([
    ...[1, [["care.sendFollowup", patient(1).id]]],
  ]);
  close();
});
