import { useSyncExternalStore } from "react";
import { call, registerGate } from "#clinic/api/call.ts";
import { clearData } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { createStaffSession } from "./session.ts";
import type { Member } from "./session-state.ts";
import { watchSession } from "./watch-session.ts";

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("clinic-session");

/** The session of this page. */
export const session = createStaffSession({
  call,
  clearData,
  announce: () => channel?.postMessage("changed"),
  now: serverClock.now,
});
registerGate(session.gate);

export const startSession = (): void => {
  watchSession(session, serverClock.now, channel);
  void session.refresh();
};

export const useSession = () => useSyncExternalStore(session.subscribe, session.get, session.get);

/** Who is signed in; only for pages, which nobody else sees. */
export function useMember(): Member {
  const { member } = useSession();
  if (!member) throw new Error("A page is shown without a person.");
  return member;
}

/** In whose name this person prescribes: their doctor's, as prescriptions name them. */
export function usePrescriberName(): string {
  const { name, doctorname } = useMember();
  return doctorname ?? name;
}

export const usePermissions = (): readonly Permission[] => useMember().permissions;
