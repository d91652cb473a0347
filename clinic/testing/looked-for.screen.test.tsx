import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "#app/testing/screens/screen.tsx";
import { createScreenServer, type SentRequest } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { AuditPage } from "#clinic/audit/audit-page.tsx";
import { LotDialog } from "#clinic/dispensing/lot-dialog.tsx";
import { PatientsPage } from "#clinic/patients/patients-page.tsx";
import { asMember, type Server } from "#clinic/testing/sent/as-member.tsx";
import { auditCalls } from "#contract/care/audit.ts";
import { care } from "#contract/care/calls.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";

interface Search {
  readonly call: Endpoint;
  readonly show: (server: Server) => ReturnType<typeof asMember>;
  readonly find: (shown: Screen, text: string) => Promise<void>;
}

/** Where somebody looks for people, and acts on who is found. */
const searches: Readonly<Record<string, Search>> = {
  "who got a lot": {
    call: care.lotRecipients,
    show: (server) => asMember(server, <LotDialog onClose={() => {}} />),
    find: async ({ fill, press }, text) => {
      await fill("Lot number", text);
      await press("Find");
    },
  },
  patients: {
    call: care.searchPatients,
    show: (server) => asMember(server, <PatientsPage />, { at: "/clinic/patients" }),
    find: ({ fill }, text) => fill("Find a patient", text),
  },
  "whose audit it is": {
    call: auditCalls.findAuditPatients,
    show: (server) => {
      server.answer(auditCalls.audit, { items: [], nextpage: null } as never);
      return asMember(server, <AuditPage />, { at: "/clinic/audit" });
    },
    find: ({ fill }, text) => fill("Whose rows?", text),
  },
};

let close = () => {};
afterEach(() => close());

const asked = ({ query, body }: SentRequest): string => JSON.stringify({ query, body });

test.each(Object.entries(searches))(
  "decisions §11 who was found before isn’t shown for what can’t be found out: %s",
  async (_name, search) => {
    const server = createScreenServer();
    const page = search.show(server);
    const found = Object.assign(server.sample(search.call) as object, { nextpage: null });
    const [name = ""] = /(?<="firstname":")[^"]+/.exec(JSON.stringify(found)) ?? [];
    server.answer(search.call, (request) => (asked(request).includes("BEFORE") ? found : { refused: "rate_limited" }));
    const shown = await openScreen(page, { server, cache: queryClient });
    ({ close } = shown);
    await search.find(shown, "BEFORE-1");
    await screen.findAllByText(new RegExp(name));
    await search.find(shown, "AFTER-2");
    await waitFor(() => expect(document.body.textContent).toContain("wait a moment"));
    expect(document.body.textContent).not.toContain(name);
  },
);

test("decisions §19 Enter leads to who is found by what was typed, never to who was found before", async () => {
  const server = createScreenServer();
  const page = asMember(server, <PatientsPage />, { at: "/clinic/patients" });
  let answer = (_found: object): void => {};
  const people = (firstname: string) => {
    const { items } = server.sample(care.searchPatients) as { items: readonly object[] };
    return { items: [{ ...items[0], firstname }], nextpage: null };
  };
  server.answer(care.searchPatients, (({ body }: SentRequest) =>
    JSON.stringify(body).includes("ada")
      ? people("Ada")
      : new Promise((resolve) => void (answer = resolve as typeof answer))) as never);
  const shown = await openScreen(page, { server, cache: queryClient });
  ({ close } = shown);
  await shown.fill("Find a patient", "ada");
  await screen.findByText(/Ada/);
  await shown.fill("Find a patient", "eva");
  await shown.user.keyboard("{Enter}");
  expect(document.activeElement?.tagName).toBe("INPUT");
  await waitFor(() => expect(server.sent.at(-1)?.body).toMatchObject({ q: "eva" }));
  await shown.user.keyboard("{Enter}");
  expect(document.activeElement?.tagName).toBe("INPUT");
  answer(people("Eva"));
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Eva"));
});
