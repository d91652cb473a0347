import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Router } from "wouter";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { openSession, staffId } from "#clinic/testing/staff.ts";
import { patient } from "#clinic/testing/patients.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { ConversationPage } from "./conversation-page.tsx";

const id = staffId(7);
const current = vi.hoisted(() => ({ permissions: [] as readonly Permission[] }));
vi.mock("#clinic/ui/id-in-path.ts", () => ({ useIdInPath: () => id }));
vi.mock("#clinic/session/current.ts", () => ({
  useMember: () => openSession().member,
  useSession: () => openSession(),
  usePermissions: () => current.permissions,
}));

function shown(kind: ClinicConversation["kind"], ...permissions: readonly Permission[]): string {
  current.permissions = permissions;
  const conversation: ClinicConversation = {
    ...{ id, kind, patient: patient(1), lastseq: 0, readseq: 0, staffreadseq: 0, needsreply: false, open: true },
    ...{ waitingsince: "2026-11-25T13:00:00Z", assignee: null },
  };
  const cache = new QueryClient();
  cache.setQueryData(queryOf(care.conversation, { params: { id } }).queryKey, conversation);
  cache.setQueryData(queryKey(care.conversationMessages, { params: { id } }), {
    pages: [{ items: [], cursor: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <Router ssrPath="/" ssrSearch="">
        <ConversationPage />
      </Router>
    </QueryClientProvider>,
  );
}

const doctors = ["read:doctor_conversation", "read:services_conversation"] as const;

test("whoever only reads a conversation has nothing to write, take, hand over or close it with, and reads why", () => {
  const page = shown("doctor", ...doctors);
  expect(page).toContain("Your role doesn’t write in it.");
  expect(page).not.toMatch(/<textarea|<button/);
});

test("writing in one conversation is not writing in the other", () => {
  expect(shown("doctor", ...doctors, "write:services_conversation")).not.toMatch(/<textarea|<button/);
  expect(shown("patient_services", ...doctors, "write:services_conversation")).toMatch(/<textarea/);
});

test("whoever writes in it has the field, and can take, assign, hand over and close it", () => {
  const page = shown("doctor", ...doctors, "write:doctor_conversation");
  expect(page).toMatch(/<textarea/);
  for (const label of ["Take it", "Assign", "Close conversation", "Send"]) expect(page).toContain(label);
});
