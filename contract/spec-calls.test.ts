import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api, everyCall } from "./api.ts";
import { bases, clinicAccessOf, fullPath, type Base, type Endpoint } from "./http/endpoint.ts";
import { commonErrors, errors } from "./http/errors.ts";
import { specCalls } from "./testing/spec-calls.ts";

/** Calls that §7 names without a path, and those that its screens and states need in addition. */
const furtherCalls: readonly string[] = [
  "POST default /onboarding/errorlog",
  "PUT default /patient/promocode",
  "GET default /upsell/dashboard",
  "PUT default /upsell/order/{id}/withdraw",
  "POST default /invitation/check",
  "POST default /password/check",
  "POST default /referral/stop",
  "PUT default /patient/onboardingv2/flow",
  "POST default /patient/onboardingv2/step/{n}/notices",
  "GET v2 /products",
  "GET default /user/avatar",
  "DELETE default /user/avatar",
  "DELETE default /user/deathreport",
  "GET default /user/identification",
  "GET default /shipping/effects",
  "GET default /user/billingaddress",
  "GET default /helper",
  "POST default /helper",
  "DELETE default /helper/{id}",
  "PUT default /helper/{id}/copies",
  "PUT default /helper/copies",
  "POST default /helper/link/check",
  "POST default /helper/link",
  "POST default /helper/link/decline",
  "POST default /helper/signin",
  "POST default /helper/forgot",
  "GET default /helper/session",
  "POST default /helper/stop",
  "GET default /helper/order",
  "GET default /helper/reminder",
  "PUT default /helper/reminder/{id}",
  "GET default /user/sessions",
  "DELETE default /user/sessions/{id}",
  "GET default /order/{id}",
  "GET default /transact/checkout/{key}",
  "PUT v1 /transact/patient/{id}/resume",
  "PUT v1 /transact/patient/{id}/restart",
  "PUT default /transact/prescriptionorder/{id}/unskip",
  "PUT default /transact/prescriptionorder/{id}/move",
  "GET default /order/{id}/counseling",
  "PUT default /order/{id}/counseling",
  "GET default /request",
  "GET default /order/{id}/request",
  "GET default /subscription/{id}/request",
  "POST default /request",
  "DELETE default /request/{id}",
  "GET default /conversation/{id}/attachment/{attachmentid}",
  "GET default /changes",
  "GET default /notification/preferences",
  "PUT default /notification/preferences",
  "GET default /documents/available",
  "POST default /document",
  "GET default /document/{id}/file",
  "GET v2 /medicalRecords/{id}/fhir",
  "GET v2 /configuration",
  "GET v2 /wellbeing",
  "PUT v2 /wellbeing/checkin",
  "PUT v2 /wellbeing/checkin/{week}",
  "PUT v2 /wellbeing/dose/{id}",
  "DELETE v2 /wellbeing/dose/{id}",
  "PUT v2 /wellbeing/dose/{id}/{day}",
  "GET default /articles",
  "POST default /contact",
  "POST default /user/close",
  "PUT default /user/email/stop",
  "POST default /user/merge/link",
  "PUT default /user/merge",
  "PUT default /user/merge/decline",
  "GET default /emergencywords",
  "PUT default /conversation/{id}/emergency/dismiss",
  "GET default /clinic/emergency",
  "PUT default /clinic/emergency/{id}/acknowledge",
  "POST default /clinic/order/print",
  "PUT default /clinic/order/{id}/packed",
  "PUT default /clinic/order/{id}/verified",
  "PUT default /clinic/order/{id}/returned",
  "PUT default /clinic/order/{id}/voided",
  "GET default /clinic/task/{id}/fda3500",
  "GET default /clinic/lot",
  "PUT default /clinic/lot/recalled",
  "PUT default /clinic/conversation/{id}/read",
  "GET default /clinic/contact",
  "POST default /clinic/patient/{id}/contact",
  "GET default /clinic/patient/{id}/mail",
  "POST default /clinic/patient/{id}/mail/{mailid}/resend",
  "POST default /clinic/patient/{id}/recoverylink",
  "GET default /clinic/patient/{id}/pastdue",
  "POST default /clinic/patient/{id}/pastdue/charge",
  "POST default /clinic/patient/{id}/pastdue/mail",
  "POST default /clinic/patient/{id}/pastdue/writeoff",
  "POST default /clinic/patient/{id}/pastdue/writeoff/takeback",
  "GET default /clinic/patient/{id}/credit",
  "POST default /clinic/patient/{id}/credit",
  "POST default /clinic/patient/{id}/credit/{creditid}/withdraw",
  "GET default /clinic/patient/{id}/healthquestion",
  "POST default /clinic/patient/{id}/healthquestion",
  "POST default /clinic/patient/{id}/healthquestion/preview",
  "PUT default /clinic/contact/{id}/answered",
  "GET default /clinic/patient/{id}/photo/{photoid}",
  "PUT default /clinic/patient/{id}/identity",
  "PUT default /clinic/patient/{id}/identity/correction",
  "POST default /clinic/patient/{id}/plan/approve",
  "POST default /clinic/patient/{id}/plan/decline",
  "POST default /clinic/patient/{id}/followup",
  "GET default /clinic/followup/code",
  "GET default /clinic/followup",
  "GET default /clinic/followup/{id}",
  "POST default /clinic/followup/{id}/close",
  "GET default /clinic/patient/{id}/followup/day",
  "PUT default /clinic/patient/{id}/followup/day",
  "GET default /clinic/subscription/{id}/change",
  "POST default /clinic/subscription/{id}/change",
  "GET default /clinic/patient/{id}/suggestion",
  "GET default /clinic/patient/{id}/suggestion/medicine",
  "POST default /clinic/patient/{id}/suggestion",
  "POST default /clinic/suggestion/{id}/withdraw",
  "PUT default /treatment/suggestion/{id}/agree",
  "PUT default /treatment/suggestion/{id}/decline",
  "GET default /clinic/upsell",
  "POST default /clinic/upsell/{id}/approve",
  "POST default /clinic/upsell/{id}/decline",
  "PUT default /treatment/change/{id}/agree",
  "PUT default /treatment/change/{id}/refuse",
  "GET default /user/measurement",
  "PUT default /user/measurement",
  "PUT default /user/timezone",
  "POST default /vitals",
  "POST default /clinic/patient/{id}/medicalletter",
  "GET default /clinic/patient/{id}/medicalletter/head",
  "POST default /clinic/patient/{id}/medicalletter/{letterid}/withdrawn",
  "POST default /clinic/patient/{id}/medicalletter/{letterid}/kept",
  "PUT default /medicalletter/{id}/notmine",
  "PUT default /document/{id}/notmine",
  "PUT default /subscription/{id}/notmine",
  "POST default /clinic/patient/{id}/document/{documentid}/withdrawn",
  "GET default /clinic/conversation",
  "GET default /clinic/conversation/{id}",
  "GET default /clinic/patient/{id}/conversation",
  "POST default /clinic/conversation/{id}/message",
  "POST default /clinic/conversation/{id}/messageattachment",
  "GET default /clinic/conversation/{id}/attachment/{attachmentid}",
  "PUT default /clinic/conversation/{id}/open",
  "GET default /clinic/renewal",
  "POST default /clinic/renewal/{id}/approve",
  "POST default /clinic/renewal/{id}/decline",
  "PUT default /clinic/order/{id}/shipped",
  "PUT default /clinic/order/{id}/delivered",
  "PUT default /clinic/order/{id}/payment",
  "POST default /clinic/order/{id}/refund",
  "GET default /clinic/prescription/{id}/step",
  "POST default /clinic/prescription/{id}/stop",
  "POST default /clinic/prescription/{id}/hold",
  "POST default /clinic/prescription/{id}/release",
  "POST default /clinic/prescription/{id}/early-fill",
  "GET default /clinic/pair/{id}",
  "PUT default /clinic/pair/{id}/verdict",
  "GET default /clinic/pair/{id}/merge",
  "PUT default /clinic/pair/{id}/merge",
  "DELETE default /clinic/pair/{id}/merge",
  "POST default /clinic/pair/{id}/merge/undo",
  "POST default /clinic/task",
  "GET default /clinic/task",
  "GET default /clinic/task/who",
  "GET default /clinic/task/{id}",
  "PUT default /clinic/task/{id}/answer",
  "PUT default /clinic/task/{id}/aside",
  "PUT default /clinic/task/{id}/ended",
  "PUT default /clinic/task/{id}/for",
  "GET default /clinic/patient/{id}/task",
  "POST default /clinic/patient/{id}/task",
  "POST default /clinic/patient/{id}/prepared",
  "POST default /clinic/patient/{id}/aside",
  "POST default /clinic/patient/{id}/document",
  "POST default /clinic/order/{id}/question",
  "GET default /clinic/prescription/{id}/rest",
  "POST default /clinic/prescription/{id}/rest",
  "POST default /clinic/prescription/{id}/rest/end",
  "GET default /clinic/prescription/{id}/directions",
  "GET default /clinic/order/{id}/review",
  "POST default /clinic/prescription/{id}/directions",
  "GET default /clinic/case",
  "GET default /clinic/order",
  "POST default /clinic/patient/{id}/subscription/{subscriptionid}/cancel",
  "POST default /clinic/patient/{id}/subscription/{subscriptionid}/pause",
  "POST default /clinic/patient/{id}/subscription/{subscriptionid}/resume",
  "POST default /clinic/patient/{id}/subscription/{subscriptionid}/restart",
  "POST default /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/skip",
  "POST default /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/unskip",
  "POST default /clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/move",
  "GET default /clinic/key",
  "POST default /clinic/key",
  "POST default /clinic/key/{id}/rotate",
  "POST default /clinic/key/{id}/revoke",
  "GET default /clinic/event",
  "GET default /clinic/webhook",
  "POST default /clinic/webhook",
  "PATCH default /clinic/webhook/{id}",
  "DELETE default /clinic/webhook/{id}",
  "POST default /clinic/webhook/{id}/secret",
  "GET default /clinic/webhook/{id}/delivery",
  "POST default /clinic/webhook/{id}/replay",
  "POST default /clinic/webhook/{id}/resume",
  "GET default /clinic/outside",
  "POST default /clinic/outside/probe",
  "POST default /clinic/order/{id}/cancel",
  "POST default /clinic/patient/search",
  "GET default /clinic/patient/{id}/document/{documentid}",
  "GET default /clinic/audit",
  "GET default /clinic/dispute",
  "PUT default /clinic/dispute/{id}/resumecharges",
  "GET default /clinic/closing",
  "GET default /clinic/closing/{day}",
  "PUT default /clinic/closing/{day}",
  "GET default /clinic/closing/{day}/file",
  "GET default /clinic/order/number/{number}",
  "GET default /clinic/staff/session",
  "GET default /clinic/staff/signin",
  "POST default /clinic/staff/signin",
  "POST default /clinic/staff/proof/passkey/options",
  "POST default /clinic/staff/proof/passkey",
  "POST default /clinic/staff/proof/code",
  "POST default /clinic/staff/proof/recovery-code",
  "POST default /clinic/staff/lock",
  "POST default /clinic/staff/signout",
  "POST default /clinic/staff/invitation",
  "POST default /clinic/staff/invitation/accept",
  "GET default /clinic/staff/factor",
  "POST default /clinic/staff/factor/passkey/options",
  "POST default /clinic/staff/factor/passkey",
  "DELETE default /clinic/staff/factor/passkey/{id}",
  "POST default /clinic/staff/factor/authenticator",
  "POST default /clinic/staff/factor/authenticator/confirm",
  "DELETE default /clinic/staff/factor/authenticator",
  "POST default /clinic/staff/factor/recovery-codes",
  "PUT default /clinic/staff/password",
  "GET default /clinic/conversation/{id}/message",
  "GET default /clinic/conversation/{id}/cannedreply",
  "POST default /clinic/patient/{id}/recordaccess",
  "GET default /clinic/patient/{id}/note",
  "POST default /clinic/patient/{id}/note",
  "POST default /clinic/note/{id}/withdraw",
  "GET default /visitnote",
  "GET default /recordcode",
  "GET default /speaking",
  "PUT default /speaking",
  "POST default /recordcode",
  "DELETE default /recordcode/{id}",
  "GET default /clinic/patient/{id}/visitnote",
  "POST default /clinic/patient/{id}/visitnote/draft",
  "POST default /clinic/visitnote/{id}/addendum",
  "POST default /clinic/visitnote/{id}/withdraw",
  "GET default /clinic/conversation/{id}/assignee",
  "PUT default /clinic/conversation/{id}/assignee",
  "GET default /clinic/conversation/{id}/handover",
  "POST default /clinic/conversation/{id}/handover",
  "POST default /clinic/conversation/{id}/message/{mid}/kept",
  "POST default /clinic/conversation/{id}/message/{mid}/withdrawn",
  "PUT default /conversation/{id}/message/{mid}/notmine",
  "GET default /clinic/patient/{id}/namesake",
  "GET default /clinic/work",
  "PUT default /clinic/work/{kind}/{id}",
  "DELETE default /clinic/work/{kind}/{id}",
  "GET default /clinic/draft/{kind}/{id}",
  "PUT default /clinic/draft/{kind}/{id}",
  "GET default /clinic/doctor",
  "POST default /clinic/doctor",
  "PUT default /clinic/doctor/{doctorid}",
  "DELETE default /clinic/doctor/{doctorid}",
  "PUT default /clinic/doctor/{doctorid}/portrait",
  "DELETE default /clinic/doctor/{doctorid}/portrait",
  "PUT default /clinic/doctor/{doctorid}/license/{state}",
  "DELETE default /clinic/doctor/{doctorid}/absence",
  "PUT default /clinic/doctor/{doctorid}/absence",
  "POST default /clinic/doctor/{doctorid}/patients",
  "GET default /clinic/dispute/{id}/evidence",
  "GET default /clinic/dispute/{id}/evidence/file",
  "PUT default /clinic/dispute/{id}/answer",
  "GET default /clinic/accounting",
  "GET default /clinic/accounting/file",
  "GET default /clinic/accounting/payouts",
  "GET default /clinic/audit/actor",
  "POST default /clinic/audit/patient",
  "GET default /clinic/emergency/{id}",
  "POST default /clinic/emergency/{id}/call",
  "PUT default /clinic/emergency/{id}/close",
  "GET default /clinic/undecidable",
  "GET default /clinic/inbox",
  "GET default /clinic/accessreview/{id}",
  "PUT default /clinic/accessfinding/{id}",
  "GET default /clinic/peerreview/{id}",
  "PUT default /clinic/revieweddecision/{id}",
  "GET default /clinic/log",
  "GET default /clinic/task/overdue",
  "GET default /clinic/log/kind",
  "GET default /clinic/patient/{id}/log",
  "POST default /clinic/log",
  "POST default /clinic/patient/{id}/log",
  "GET default /clinic/list/filter",
  "POST default /clinic/list",
  "GET default /clinic/list/saved",
  "POST default /clinic/list/saved",
  "DELETE default /clinic/list/saved/{id}",
  "POST default /clinic/list/task",
  "POST default /clinic/list/message",
  "GET default /clinic/list/action",
  "POST default /clinic/list/copy",
  "POST default /clinic/patient/{id}/timeline",
  "GET default /clinic/workitem",
  "GET default /clinic/workitem/{id}",
  "PUT default /clinic/workitem/{id}/close",
  "POST default /clinic/patient/{id}/copy",
  "POST default /clinic/patient/{id}/receiptcopy",
  "POST default /clinic/subscription/{id}/change/withdraw",
  "PUT default /treatment/plan/{id}/withdraw",
  "GET default /clinic/team",
  "POST default /clinic/team",
  "PUT default /clinic/team/{id}",
  "POST default /clinic/team/{id}/invitation",
  "POST default /clinic/team/{id}/recovery",
  "POST default /clinic/team/{id}/disable",
  "POST default /clinic/team/{id}/enable",
];

/** Calls other than POST that move something on each time: repeated without a key, a second box would be skipped, or paid for. */
const movingOn: readonly string[] = [
  ...["onboarding.saveStep", "payment.saveSource"],
  ...["getNext", "reorder", "skip", "unskip", "move", "cancelPrescriptionOrder", "agreeToSuggestion"].map(
    (name) => `treatment.${name}`,
  ),
  ...["pause", "resume", "preventCancel", "cancel", "restart"].map((name) => `treatment.${name}`),
  ...["growth.acceptUpsell", "care.resolvePayment"],
];

/**
 * POSTs that may be repeated without a key, because the second one changes nothing or only costs a mail; a refresh cookie used again gets the same
 * successor for ten seconds.
 */
const repeatablePosts: readonly string[] = [
  "auth.signUp",
  "auth.signUpNonRx",
  "auth.signOut",
  "auth.globalSignOut",
  "auth.refreshToken",
  "auth.getToken",
  "auth.getOneTimeToken",
  "auth.forgotPassword",
  "auth.checkInvitation",
  "account.readMerge",
  "account.checkHelperLink",
  "account.helperForgotPassword",
  "account.helperSignIn",
  "auth.checkRecovery",
  "onboarding.answerNotices",
  "onboarding.collectEmail",
  "onboarding.reject",
  "onboarding.uploadPhoto",
  "onboarding.errorLog",
  "store.computeTax",
  "account.uploadAvatar",
  "account.uploadPhoto",
  "account.uploadIdentification",
  "account.joinMailingList",
  "followup.claim",
  "growth.addUpsellToPatient",
  "growth.referral",
  "growth.checkReferral",
  "growth.overwriteReferral",
  "growth.stopInvitations",
  "growth.validateDiscount",
  "support.articles",
  "care.sendFollowup",
  "integrations.revokeKey",
  "integrations.replayWebhook",
  "integrations.resumeWebhook",
  "integrations.probeOutside",
  "care.previewTold",
  "care.searchPatients",
  "care.listPatients",
  "care.timeline",
  "care.printOrders",
  // A search; a copy more, which the audit has; and who was handed over is not handed over again.
  "care.findAuditPatients",
  "care.copyRecord",
  "care.copyReceipts",
  "care.exportList",
  "staff.handOverPatients",
  // A withdrawn note stays withdrawn, and a record that is open stays open as long.
  "care.undoMerge",
  "care.withdrawNote",
  "care.draftVisitNote",
  "care.withdrawVisitNote",
  "staff.openRecord",
  "staff.signIn",
  "staff.passkeyChallenge",
  "staff.provePasskey",
  "staff.proveCode",
  "staff.proveRecoveryCode",
  "staff.lock",
  "staff.signOut",
  "staff.invitation",
  "staff.acceptInvitation",
  "staff.newPasskey",
  "staff.addPasskey",
  "staff.newAuthenticator",
  "staff.confirmAuthenticator",
  "staff.newRecoveryCodes",
  "staff.disableMember",
  "staff.enableMember",
];

const calls = [...everyCall()].map((entry) => ({ ...entry, title: `${entry.feature}.${entry.name}` }));
const normalised = (line: string): string => line.replaceAll(/\{\w+\}/g, "{}");
const lineOf = (call: Endpoint): string => normalised(`${call.method} ${call.base ?? "default"} ${call.path}`);
const declared = calls.map(({ call }) => lineOf(call));
const namesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape => (schema as z.core.$ZodObject)._zod.def.shape;
const schemasOf = (call: Endpoint): z.core.$ZodType[] =>
  [call.params, call.query, call.body].filter((schema) => schema !== undefined);

describe("§7 the calls it makes", () => {
  for (const [heading, lines] of Object.entries(specCalls)) {
    it.each(lines)(`${heading}: %s is declared exactly once`, (line) => {
      expect(declared.filter((other) => other === normalised(line))).toHaveLength(1);
    });
  }

  it("§7 PUT /integromat/events/OnboardingIdentify is an event name of the one events call", () => {
    expect(z.safeParse(api.onboarding.event.params, { eventName: "OnboardingIdentify" }).success).toBe(true);
  });

  it("declares nothing beyond the spec's calls and the further ones", () => {
    const known = [...Object.values(specCalls).flat(), ...furtherCalls].map(normalised);
    expect(new Set(known).size).toBe(known.length);
    expect(declared.toSorted()).toEqual(known.toSorted());
  });

  it("§7 no retry: sign-in, step 7, identity verification, and calls that say why it is safer", () => {
    const withoutRetry = calls.filter(({ call }) => call.retry !== undefined);
    const requiredBySpec = withoutRetry.filter(({ call }) => call.whyNoRetry === undefined);
    expect(Object.fromEntries(requiredBySpec.map(({ title, call }) => [title, call.retry]))).toEqual({
      "auth.signIn": false,
      "onboarding.saveStep": { exceptWith: { n: 7 } },
      "onboarding.verifyIdentity": false,
    });
    expect(
      withoutRetry
        .filter(({ call }) => call.whyNoRetry !== undefined)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([
      "account.closeAccount",
      "account.declineHelperLink",
      "account.inviteHelper",
      "account.stopHelping",
      "account.useHelperLink",
      "auth.changePassword",
      "auth.confirmPassword",
      "growth.vitals",
      "store.checkout",
    ]);
    for (const { call } of calls.filter(({ call }) => call.whyNoRetry !== undefined)) {
      expect(call.retry).toBe(false);
      expect(call.whyNoRetry?.length).toBeGreaterThan(40);
    }
  });

  it("§7 uses the four bases and the process API", () => {
    expect(bases).toEqual({ default: "/api", v2: "/api/v2", v1: "/api/v1", v3: "/api/v3", process: "/api/process" });
    expect(new Set(calls.map(({ call }) => call.base ?? "default"))).toEqual(
      new Set<Base>(["default", "v2", "v1", "v3", "process"]),
    );
  });
});

describe("every call", () => {
  it("has its own verb and full path", () => {
    const fullPaths = calls.map(({ call }) => `${call.method} ${normalised(fullPath(call))}`);
    expect(new Set(fullPaths).size).toBe(fullPaths.length);
  });

  it("never shadows a sibling that has a literal in place of a parameter", () => {
    const clashes = calls.flatMap(({ title, call }) =>
      calls
        .filter((other) => other.call.method === call.method && other.call.base === call.base && other.call !== call)
        .flatMap((other) => {
          const segments = call.path.split("/");
          const others = other.call.path.split("/");
          if (segments.length !== others.length) return [];
          if (!segments.every((segment, i) => segment === others[i] || segment.startsWith("{"))) return [];
          const values = segments.flatMap((segment, i) =>
            segment.startsWith("{") ? [[segment.slice(1, -1), others[i]]] : [],
          );
          const accepts = call.params !== undefined && z.safeParse(call.params, Object.fromEntries(values)).success;
          return accepts ? [`${title} takes ${other.call.path}`] : [];
        }),
    );
    expect(clashes).toEqual([]);
    expect(z.safeParse(api.care.patient.params, { id: "incoming" }).success).toBe(false);
  });

  it.each(calls)("$title says who may call it", ({ call }) => {
    expect(["public", "optional", "patient", "clinic", "staff"]).toContain(call.access.caller);
    expect(call.summary.length).toBeGreaterThan(8);
    expect(call.summary).not.toMatch(/\.$/);
  });

  it.each(calls)("$title declares exactly the names in its path", ({ call }) => {
    const params = call.params === undefined ? [] : Object.keys(shapeOf(call.params));
    expect(params.toSorted()).toEqual(namesOf(call.path).toSorted());
  });

  it.each(calls)("$title names codes of the closed list, none twice, none that is implied", ({ call }) => {
    for (const code of call.errors) expect(errors).toHaveProperty(code);
    expect(new Set(call.errors).size).toBe(call.errors.length);
    const commonCodes: readonly string[] = [
      ...commonErrors.all,
      ...(call.access.caller === "patient" ? commonErrors.patient : []),
      ...(call.access.caller === "clinic" ? commonErrors.clinic : []),
      ...(call.access.caller === "staff" ? commonErrors.staff : []),
      ...(clinicAccessOf(call)?.record ? commonErrors.record : []),
      ...(clinicAccessOf(call)?.decidesFor ? commonErrors.deciding : []),
      ...(call.idempotency ? commonErrors.idempotency : []),
      ...(call.upload ? commonErrors.upload : []),
    ];
    expect(call.errors.filter((code) => commonCodes.includes(code))).toEqual([]);
  });

  it.each(calls)("$title can be published as OpenAPI", ({ call }) => {
    for (const schema of schemasOf(call)) expect(z.toJSONSchema(schema, { io: "input" })).toBeTypeOf("object");
    if (typeof call.ok !== "string") expect(z.toJSONSchema(call.ok, { io: "output" })).toBeTypeOf("object");
  });

  it("GET has no body and takes no key", () => {
    const reads = calls.filter(({ call }) => call.method === "GET");
    expect(reads.filter(({ call }) => call.body ?? call.idempotency ?? call.upload).map(({ title }) => title)).toEqual(
      [],
    );
  });

  it("a POST takes an Idempotency-Key, is never retried, or may be repeated", () => {
    const open = calls.filter(({ call }) => call.method === "POST" && !call.idempotency && call.retry !== false);
    expect(open.map(({ title }) => title).toSorted()).toEqual(repeatablePosts.toSorted());
  });

  it("another call that moves something on takes one", () => {
    const keyed = calls.filter(({ call }) => call.method !== "POST" && call.idempotency);
    expect(keyed.map(({ title }) => title).toSorted()).toEqual(movingOn.toSorted());
  });

  it("the practice's calls need an API key or a person's session, and only they are under /clinic and /admin", () => {
    const features = calls.filter(({ call }) => call.access.caller === "clinic").map(({ feature }) => feature);
    expect(new Set(features)).toEqual(new Set(["care", "integrations", "staff"]));
    const clinicPaths = calls.filter(({ call }) => /^\/(?:clinic|admin)\//.test(call.path));
    const open = clinicPaths.filter(({ call }) => call.access.caller !== "clinic" && call.access.caller !== "staff");
    expect(open.filter(({ call }) => !call.path.startsWith("/clinic/staff/")).map(({ title }) => title)).toEqual([]);
  });

  it("decisions §11 whatever is decided in a doctor's name is decided in a person's own", () => {
    const named = calls.filter(
      ({ feature, call }) =>
        feature !== "staff" &&
        call.access.caller === "clinic" &&
        call.body !== undefined &&
        JSON.stringify(z.toJSONSchema(call.body, { io: "input" })).includes('"doctorid"'),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ call }) => !clinicAccessOf(call)?.inDoctorsName).map(({ title }) => title)).toEqual([]);
  });

  it("a public call that works by the staff's cookie is refused from other pages", () => {
    const writes = calls.filter(
      ({ feature, call }) =>
        feature === "staff" && call.access.caller === "public" && call.cookies && call.method !== "GET",
    );
    expect(writes.length).toBeGreaterThan(5);
    const isOurs = ({ access }: Endpoint) => access.caller === "public" && access.sameOrigin === true;
    expect(writes.filter(({ call }) => !isOurs(call)).map(({ title }) => title)).toEqual([]);
  });
});

describe("§7 follow-up answers", () => {
  const { body } = api.followup.saveStep;
  it("accepts one answer or a list, and hands the handler a list", () => {
    const one = z.parse(body, { questionid: "11", answer: "yes" });
    expect(one).toEqual({ answers: [{ questionid: "11", answer: "yes" }] });
    expect(z.parse(body, { answers: [{ questionid: "3", answer: [] }] })).toEqual({
      answers: [{ questionid: "3", answer: [] }],
    });
  });
  it.each([
    {},
    { questionid: "11" },
    { answer: "yes" },
    { answers: [] },
    { answers: [{ questionid: "1", answer: "a" }], questionid: "1", answer: "a" },
  ])("refuses %j", (value) => expect(z.safeParse(body, value).success).toBe(false));
});

describe("§7 billing address", () => {
  const { body } = api.account.updateBillingAddress;
  const billingaddress = { address1: "1 Main St", city: "Ames", state: "IA", zipcode: "50010" };
  it("is the shipping address or one of its own; with the checkbox the rest of the form does not count", () => {
    expect(z.safeParse(body, { sameaddress: true }).success).toBe(true);
    expect(z.safeParse(body, { sameaddress: false, billingaddress }).success).toBe(true);
    for (const rest of [billingaddress, { address1: "", country: "US" }, null])
      expect(z.safeParse(body, { sameaddress: true, billingaddress: rest }).success).toBe(true);
    expect(z.safeParse(body, { sameaddress: false }).success).toBe(false);
  });
});
