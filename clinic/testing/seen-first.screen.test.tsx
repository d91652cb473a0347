import { waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { patient } from "#clinic/testing/patients.ts";
import type { asMember, Server } from "#clinic/testing/sent/as-member.tsx";
import { caseOf, casePage } from "#clinic/testing/sent/case.tsx";
import { emergencyPage, itemPage } from "#clinic/testing/sent/conversations.tsx";
import { dispensing, select } from "#clinic/testing/sent/dispensing.tsx";
import { recordPage } from "#clinic/testing/sent/prescribing.tsx";
import { taskPage } from "#clinic/testing/sent/tasks.tsx";
import { care } from "#contract/care/calls.ts";
import { logCalls } from "#contract/care/log.ts";

interface Place {
  readonly show: (server: Server) => ReturnType<typeof asMember>;
  readonly open?: (shown: Screen) => Promise<void>;
}

const opens = (button: string, order: number) => async (shown: Screen) => {
  await select(shown, order);
  await shown.press(button);
};

/** Where somebody of the practice writes, decides, packs or sends for one patient. */
const places: Readonly<Record<string, Place>> = {
  "a record": { show: (server) => recordPage(server, caseOf()) },
  "a case": { show: (server) => casePage(server, caseOf()) },
  "an emergency": { show: (server) => emergencyPage(server, { patient: patient(2) }) },
  "what a patient told": { show: (server) => itemPage(server, true) },
  "a task": { show: (server) => taskPage(server) },
  "what is packed": { show: dispensing, open: opens("Pack", 2) },
  "what is verified": { show: dispensing, open: opens("Verify", 4) },
  "what is shipped": { show: dispensing, open: opens("Mark as shipped", 2) },
};

let close = () => {};
afterEach(() => close());

test.each(Object.entries(places))(
  "what stands on the chart and who is called alike is seen first: %s",
  async (_name, { show, open }) => {
    const server = createScreenServer();
    const page = show(server);
    const [entry] = (server.sample(logCalls.patientLog) as { items: readonly object[] }).items;
    server.answer(logCalls.patientLog, {
      items: [{ ...entry, words: "Deaf: write, don't call" }],
      nextpage: null,
    } as never);
    server.answer(care.namesakes, {
      items: [{ id: patient(3).id, firstname: "Marina", lastname: "Patient", birthday: "1971-05-04" }],
    } as never);
    const shown = await openScreen(page, { server, cache: queryClient });
    ({ close } = shown);
    await open?.(shown);
    const shownIn = () => within(document.querySelector<HTMLElement>("dialog[open]") ?? document.body);
    await waitFor(() => shownIn().getByText("On the chart"));
    expect(shownIn().getAllByText("Deaf: write, don't call")).not.toEqual([]);
    await waitFor(() => shownIn().getByText(/^This is .+, born .+\. Not Marina Patient, born May 4, 1971\.$/));
  },
);
