import { call } from "#clinic/api/call.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { staffMemberCalls, type StaffMember } from "#contract/staff/members.ts";
import type { MemberAction } from "./member-status.ts";

interface Step {
  readonly question: (name: string) => string;
  readonly detail: string;
  readonly label: string;
  readonly danger: boolean;
  readonly call: (id: string, key: string) => Promise<StaffMember>;
  readonly notice: (member: StaffMember) => string;
}

const steps: Readonly<Record<Exclude<MemberAction, "edit">, Step>> = {
  invite_again: {
    question: (name) => `Send ${name} a new link?`,
    detail: "The link they have now stops working.",
    label: "Send it",
    danger: false,
    call: (id, key) => call(staffMemberCalls.inviteAgain, { params: { id }, body: {} }, { key }),
    notice: ({ email }) => `A new link is on its way to ${email}.`,
  },
  recover: {
    question: (name) => `Let ${name} start anew?`,
    detail:
      "For a lost phone and passkey. Make sure it’s really them who asks. Their sessions, password, passkeys and codes end now, and we email them a link.",
    label: "End them and send a link",
    danger: true,
    call: (id, key) => call(staffMemberCalls.recoverMember, { params: { id }, body: {} }, { key }),
    notice: ({ name, email }) => `${name} is signed out everywhere. A link is on its way to ${email}.`,
  },
  disable: {
    question: (name) => `Disable ${name}?`,
    detail: "Their sessions end right away, on every computer. What they did stays in the audit.",
    label: "Disable",
    danger: true,
    call: (id) => call(staffMemberCalls.disableMember, { params: { id }, body: {} }),
    notice: ({ name }) => `${name} is disabled and signed out everywhere.`,
  },
  enable: {
    question: (name) => `Let ${name} in again?`,
    detail: "With the roles they had, and the password and passkeys they had.",
    label: "Let them in",
    danger: false,
    call: (id) => call(staffMemberCalls.enableMember, { params: { id }, body: {} }),
    notice: ({ name }) => `${name} can sign in again.`,
  },
};

/** The question before each step that ends or gives access. */
export function MemberConfirm({
  action,
  member,
  onDone,
  onClose,
}: {
  action: Exclude<MemberAction, "edit">;
  member: StaffMember;
  onDone: (member: StaffMember, notice: string) => void;
  onClose: () => void;
}) {
  const step = steps[action];
  return (
    <Confirm
      question={step.question(member.name)}
      detail={step.detail}
      confirmLabel={step.label}
      danger={step.danger}
      onClose={onClose}
      onConfirm={async (key) => {
        const changed = await step.call(member.id, key);
        onDone(changed, step.notice(changed));
      }}
    />
  );
}
