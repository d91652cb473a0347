import { formatMonthDayOf } from "#app/formats/dates.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { onPracticeDay } from "#clinic/ui/labels/practice-time.ts";
import type { StaffMember } from "#contract/staff/members.ts";

/** How far somebody is with the app; a link that has ended is shown, because nobody else would notice. */
export function memberStatus(
  { status, invitationexpiresat, lastsignedinat }: StaffMember,
  now: Date,
): Status & { detail: string } {
  const lastIn = lastsignedinat === null ? "Never signed in" : `Signed in ${onPracticeDay(lastsignedinat, now)}`;
  if (status === "disabled") return { tone: "neutral", label: "Disabled", detail: lastIn };
  if (status === "active" && invitationexpiresat === null) return { tone: "success", label: "Active", detail: lastIn };
  const label = status === "active" ? "Starting anew" : "Invited";
  if (invitationexpiresat === null) return { tone: "info", label, detail: "" };
  return new Date(invitationexpiresat) > now
    ? { tone: "info", label, detail: `Link works until ${formatMonthDayOf(invitationexpiresat)}` }
    : { tone: "warning", label, detail: "Link has expired" };
}

/** What somebody can sign in with, in a few words. */
export function signsInWith({ passkeys, hasauthenticator, recoverycodesleft }: StaffMember): string {
  const ways = [
    passkeys > 0 && (passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`),
    hasauthenticator && "authenticator app",
    recoverycodesleft > 0 && `${recoverycodesleft} recovery ${recoverycodesleft === 1 ? "code" : "codes"}`,
  ].filter((way) => way !== false);
  return ways.length > 0 ? `Signs in with ${ways.join(", ")}` : "Can’t sign in yet";
}

export type MemberAction = "edit" | "invite_again" | "recover" | "disable" | "enable";

/** What can be done about somebody, most used first. Oneself can't be recovered or disabled; the server refuses it as well. */
export function memberActions({ status }: StaffMember, isSelf: boolean): readonly MemberAction[] {
  if (status === "disabled") return ["enable"];
  if (status === "invited") return ["edit", "invite_again", "disable"];
  return isSelf ? ["edit"] : ["edit", "recover", "disable"];
}
