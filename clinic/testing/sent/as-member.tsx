import { type ReactNode, useEffect } from "react";
import type { createScreenServer } from "#app/testing/screens/server.ts";
import { session, useSession } from "#clinic/session/current.ts";
import { openSession } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { roles as allRoles, type Role } from "#contract/policy/roles.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";

export type Server = ReturnType<typeof createScreenServer>;

/** A page at an address, as somebody sees it who is signed in with these roles, has written no draft and works alone, of a patient on whose chart nothing stands. */
export function asMember(
  server: Server,
  page: ReactNode,
  { at = "/clinic", roles = allRoles }: { readonly at?: string; readonly roles?: readonly Role[] } = {},
): ReactNode {
  // What a page before asked and nobody answered isn't asked on this one.
  session.gate.ended();
  history.replaceState(null, "", at);
  server.answer(staffSessionCalls.session, { session: openSession(roles) });
  server.answer(staffWorkCalls.draft, { text: "", updatedat: null });
  server.answer(staffWorkCalls.claims, { items: [] });
  server.answer(care.inbox, { kinds: [], items: [], nextpage: null });
  server.answer(care.undecidable, { items: [] });
  server.answer(care.patientLog, { items: [], nextpage: null });
  server.answer(care.timeline, { kinds: [], items: [], nextpage: null });
  // Nothing is drafted, so that a decision sends a note only where somebody wrote one.
  server.answer(care.draftVisitNote, { refused: "not_found" });
  return <SignedIn roles={roles}>{page}</SignedIn>;
}

function SignedIn({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { stage, member } = useSession();
  useEffect(() => void session.refresh(), []);
  const isIn = stage === "open" && member?.roles.join() === roles.join();
  return isIn ? children : <p>Loading</p>;
}
