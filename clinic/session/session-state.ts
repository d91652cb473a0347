import { observable, type Observable } from "#app/browser/observable.ts";
import type { OpenEmergency } from "#clinic/api/client.ts";
import type { StaffSession, StaffStage } from "#contract/staff/sessions.ts";

export interface SessionState {
  /** `loading` nothing is known yet · `unreachable` asking failed · `out` nobody is signed in · else how far the session is. */
  readonly stage: "loading" | "unreachable" | "out" | StaffStage;
  readonly session: StaffSession | null;
  /** Who is in, with what they may do, also behind the lock screen; null for a session that was locked before this page knew it. */
  readonly member: Member | null;
  /** Why nobody is signed in, where somebody was. */
  readonly leftBy: "ended" | "signed_out" | null;
  /** A call waits for a fresh proof. */
  readonly proving: boolean;
  /** The patient whose record a call waits for until the person has said why they need it; null: none. */
  readonly askingFor: string | null;
  /** The patient's open emergencies that a decision waits for until the person has seen them; null: none. */
  readonly emergencies: readonly OpenEmergency[] | null;
}

export type Member = NonNullable<StaffSession["member"]>;

export type SessionStateStore = Observable<SessionState>;

export const createSessionState = (): SessionStateStore =>
  observable<SessionState>({
    stage: "loading",
    session: null,
    member: null,
    leftBy: null,
    proving: false,
    askingFor: null,
    emergencies: null,
  });
