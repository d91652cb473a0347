import { type ReactNode, useEffect } from "react";
import type { createScreenServer } from "#app/testing/screens/server.ts";
import { session, useSession } from "#clinic/session/current.ts";
import { openSession } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { roles as allRoles, type Role } from "#contract/policy/roles.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";

export type Server = ReturnType<typeof createScreenServer>;

/** A page at an address, as somebody sees it who is signed in with these roles, has written no draft and works alone. */
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
  return <SignedIn roles={roles}>{page}</SignedIn>;
}

function SignedIn({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { stage, member } = useSession();
  useEffect(() => void session.refresh(), []);
  const isIn = stage === "open" && member?.roles.join() === roles.join();
  return isIn ? children : <p>Loading</p>;
}
