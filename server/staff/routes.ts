import type { staff } from "#contract/staff/calls.ts";
import { hashPassword, refuseCommonPassword } from "#server/auth/public.ts";
import { addDoctor, removePortrait, setAbsence, setPortrait, updateDoctor } from "#server/doctors/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller, Handlers, StaffCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { confirmAuthenticator, newAuthenticator, takeCode } from "./factors/authenticator.ts";
import { addPasskey, newPasskeyOptions, passkeyChallenge, provesPasskey } from "./factors/passkeys.ts";
import { provesRecoveryCode, replaceRecoveryCodes } from "./factors/recovery-codes.ts";
import { addFactor, factorsOf, removeFactor } from "./members/factors.ts";
import { acceptInvitation, readInvitation } from "./members/invitations.ts";
import {
  disableMember,
  enableMember,
  inviteAgain,
  inviteMember,
  listMembers,
  type MemberEditor,
  recoverMember,
  updateMember,
} from "./members/members.ts";
import {
  listTeamDoctors,
  portraitsOf,
  removeTeamDoctor,
  requireTeamDoctor,
  setLicense,
} from "./members/team-doctors.ts";
import { currentStaffSession, endStaffSessions, presentStaffSession, requireStaffSession } from "./sessions/session.ts";
import { isProviderOnly, lockStaff, proveStaff, signInStaff, signOutStaff } from "./sessions/sign-in.ts";
import { listClaims, releaseWork } from "./work/claims.ts";
import { readDraft, saveDraft } from "./work/drafts.ts";

const editorOf = ({ clinic }: { readonly clinic: ClinicCaller }): MemberEditor => ({
  actor: clinic.actor,
  memberId: clinic.member?.memberId ?? null,
});

const ownMember = ({ db, member }: Pick<Services, "db"> & { readonly member: StaffCaller }) =>
  db.selectFrom("staff_member").selectAll().where("id", "=", member.memberId).executeTakeFirstOrThrow();

type Problem = Parameters<typeof proveStaff>[2];
const wrongUnless =
  (proves: (...given: Parameters<Problem>) => Promise<boolean>): Problem =>
  async (...given) =>
    (await proves(...given)) ? null : "wrong";

/** How the practice's people sign in, what they prove it with, and who they are. */
export const staffHandlers = {
  session: async (_, ctx) => {
    const session = await currentStaffSession(ctx);
    return { session: session && (await presentStaffSession(ctx, session)) };
  },
  signInOptions: async (_, ctx) => ({
    provider: ctx.config.staffOidc !== null,
    password: !(await isProviderOnly(ctx)),
  }),
  signIn: ({ body }, ctx) => signInStaff(ctx, body),
  passkeyChallenge: async (_, ctx) => {
    const { id, member } = await requireStaffSession(ctx);
    return { options: { ...(await passkeyChallenge(ctx, { sessionId: id, memberId: member.id })) } };
  },
  provePasskey: ({ body: { response } }, ctx) =>
    proveStaff(
      ctx,
      "staff.provePasskey",
      wrongUnless((tx, { id, member }) => provesPasskey(tx, { sessionId: id, memberId: member.id, response })),
      { guessable: false },
    ),
  proveCode: ({ body: { code } }, ctx) =>
    proveStaff(ctx, "staff.proveCode", (tx, { member }) => takeCode(tx, member.id, code), { guessable: true }),
  proveRecoveryCode: ({ body: { code } }, ctx) =>
    proveStaff(
      ctx,
      "staff.proveRecoveryCode",
      wrongUnless((tx, { member }) => provesRecoveryCode(tx, member.id, code)),
      { guessable: true },
    ),
  lock: (_, ctx) => lockStaff(ctx),
  signOut: async ({ body }, ctx) => {
    await signOutStaff(ctx, body);
    return { message: "success" };
  },
  invitation: ({ body: { token } }, ctx) => readInvitation(ctx, token),
  acceptInvitation: ({ body }, ctx) => acceptInvitation(ctx, body),

  factors: (_, ctx) => factorsOf(ctx, ctx.member.memberId),
  newPasskey: async (_, ctx) => {
    const { sessionId } = ctx.member;
    return { options: { ...(await newPasskeyOptions(ctx, { sessionId, member: await ownMember(ctx) })) } };
  },
  addPasskey: ({ body }, ctx) =>
    addFactor(ctx, (tx) => addPasskey({ ...tx, refuse: ctx.refuse }, { ...ctx.member, ...body })),
  removePasskey: ({ params }, ctx) => removeFactor(ctx, ctx.member.memberId, { passkey: params.id }),
  newAuthenticator: (_, ctx) =>
    inTransaction(ctx, async (tx) => newAuthenticator(tx, await ownMember({ ...tx, member: ctx.member }))),
  confirmAuthenticator: ({ body: { code } }, ctx) =>
    addFactor(ctx, async (tx) => {
      const confirmed = await confirmAuthenticator(tx, ctx.member.memberId, code);
      if (confirmed === null) throw ctx.refuse("wrong_state", { message: "Please start setting up the app again." });
      if (!confirmed)
        throw ctx.refuse("wrong_proof", { message: "That code isn't right. Please enter the one shown now." });
    }),
  removeAuthenticator: (_, ctx) => removeFactor(ctx, ctx.member.memberId, "authenticator"),
  newRecoveryCodes: (_, ctx) =>
    inTransaction(ctx, async (tx) => {
      const recoverycodes = await replaceRecoveryCodes(tx, ctx.member.memberId);
      return { factors: await factorsOf(tx, ctx.member.memberId), recoverycodes };
    }),
  changePassword: async ({ body: { password } }, ctx) => {
    const { memberId, sessionId } = ctx.member;
    refuseCommonPassword(ctx, password);
    const hash = await hashPassword(ctx.config, password);
    return inTransaction(ctx, async (tx) => {
      await tx.db.updateTable("staff_member").set({ password_hash: hash }).where("id", "=", memberId).execute();
      await endStaffSessions(tx, memberId, { except: sessionId });
      return factorsOf(tx, memberId);
    });
  },

  members: async (_, ctx) => ({ items: await listMembers(ctx) }),
  invite: ({ body }, ctx) => inviteMember(ctx, editorOf(ctx), body),
  updateMember: ({ params, body }, ctx) => updateMember(ctx, params.id, body),
  inviteAgain: ({ params }, ctx) => inviteAgain(ctx, params.id),
  recoverMember: ({ params }, ctx) => recoverMember(ctx, editorOf(ctx), params.id),
  disableMember: ({ params }, ctx) => disableMember(ctx, editorOf(ctx), params.id),
  enableMember: ({ params }, ctx) => enableMember(ctx, params.id),

  doctors: async (_, ctx) => ({ items: await listTeamDoctors(ctx), portraits: portraitsOf(ctx.content) }),
  addDoctor: async ({ body }, ctx) => requireTeamDoctor(ctx, await addDoctor(ctx, body)),
  updateDoctor: async ({ params, body: { editedat, ...fields } }, ctx) => {
    await updateDoctor(ctx, params.doctorid, fields, editedat);
    return requireTeamDoctor(ctx, params.doctorid);
  },
  removeDoctor: ({ params }, ctx) => removeTeamDoctor(ctx, params.doctorid),
  uploadPortrait: async ({ params: { doctorid } }, ctx) => {
    await setPortrait(ctx, doctorid, ctx.file, ctx.clinic.owner);
    return requireTeamDoctor(ctx, doctorid);
  },
  removePortrait: async ({ params: { doctorid } }, ctx) => {
    await removePortrait(ctx, doctorid);
    return requireTeamDoctor(ctx, doctorid);
  },
  setAbsence: async ({ params: { doctorid }, body: { from, until, coverid } }, ctx) => {
    await setAbsence(ctx, doctorid, { from, until, coverId: coverid ?? null });
    return requireTeamDoctor(ctx, doctorid);
  },
  endAbsence: async ({ params: { doctorid } }, ctx) => {
    await setAbsence(ctx, doctorid, null);
    return requireTeamDoctor(ctx, doctorid);
  },
  setLicense: ({ params, body }, ctx) => setLicense(ctx, params, body),

  claims: async (_, ctx) => ({ items: await listClaims(ctx) }),
  release: async ({ params }, ctx) => {
    await releaseWork(ctx, ctx.member.memberId, params);
    return params;
  },
  draft: ({ params }, ctx) => readDraft(ctx, ctx.member.memberId, params),
  saveDraft: ({ params, body }, ctx) => saveDraft(ctx, ctx.member.memberId, params, body.text),
} satisfies Omit<Handlers<typeof staff>, "openRecord" | "claim" | "handOverPatients">;
