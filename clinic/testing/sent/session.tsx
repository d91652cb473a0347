import { type ReactNode, useEffect, useState } from "react";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { AccountPage } from "#clinic/account/account-page.tsx";
import { App } from "#clinic/shell/app.tsx";
import { session } from "#clinic/session/current.ts";
import { lockedSession, openSession, staffId } from "#clinic/testing/staff.ts";
import { patient } from "#clinic/testing/patients.ts";
import { reasonNames } from "#clinic/ui/labels/record-grounds.ts";
import { care } from "#contract/care/calls.ts";
import { type Factors, staffFactorCalls } from "#contract/staff/factors.ts";
import { type StaffSession, staffSessionCalls } from "#contract/staff/sessions.ts";
import { asMember, type Server } from "./as-member.tsx";

const token = "t".repeat(43);

/** The whole app as far as somebody's session is; nobody's is null. */
function app(server: Server, current: StaffSession | null, { at = "/clinic/account" } = {}): ReactNode {
  withoutPasskeys();
  history.replaceState(null, "", at);
  server.answer(staffSessionCalls.session, { session: current });
  server.answer(staffSessionCalls.signInOptions, { provider: false, password: true });
  server.answer(staffFactorCalls.factors, factors);
  return (
    <Known>
      <App token={token} />
    </Known>
  );
}

/** Shown once the server was asked for the session. */
function Known({ children }: { children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => void session.refresh().then(() => setKnown(true)), []);
  return isKnown ? children : <p>Loading</p>;
}

const factors: Factors = {
  passkeys: [0, 1].map((at) => ({
    ...{ id: staffId(620 + at), name: `Phone ${at}`, createdat: "2026-11-01T12:00:00Z", lastusedat: null },
    suspicious: false,
  })),
  authenticatorsince: "2026-11-01T12:00:00Z",
  recoverycodesleft: 8,
};

const secondFactor: StaffSession = {
  ...openSession(),
  ...{ stage: "second_factor", member: null, proofs: ["code", "passkey", "recovery_code"], locksat: null },
  freshuntil: null,
};

const account = (server: Server) => {
  withoutPasskeys();
  server.answer(staffFactorCalls.factors, factors);
  return asMember(server, <AccountPage />, { at: "/clinic/account" });
};

/** A browser that has passkeys, and makes or uses one with this id. */
function withPasskey(id: string): void {
  const bytes = new TextEncoder().encode(id).buffer;
  const response = { attestationObject: bytes, clientDataJSON: bytes, authenticatorData: bytes, signature: bytes };
  const credential = {
    ...{ id, rawId: bytes, type: "public-key", getClientExtensionResults: () => ({}) },
    response: { ...response, userHandle: null, getTransports: () => [] },
  };
  Object.assign(globalThis, { PublicKeyCredential: function PublicKeyCredential() {} });
  const credentials = { create: () => Promise.resolve(credential), get: () => Promise.resolve(credential) };
  Object.defineProperty(navigator, "credentials", { value: credentials, configurable: true });
}
const withoutPasskeys = (): void => void Reflect.deleteProperty(globalThis, "PublicKeyCredential");

const sessionRow = (call: string, row: Omit<SentRow, "from">): SentRow => ({
  from: `clinic/session/session.ts staff.${call}`,
  ...row,
});

const proofRow = (about: string, show: SentRow["show"], dialog?: string): SentRow =>
  sessionRow("proveCode", {
    about,
    show,
    act: async ({ press, fill }) => {
      await fill("Code of your authenticator app", "123 456");
      await press("Continue");
    },
    ...(dialog !== undefined && { dialog }),
    sends: { body: { code: "123456" } },
  });

const sessionRows: readonly SentRow[] = [
  sessionRow("signIn", {
    show: (server) => app(server, null),
    act: async ({ press, fill }) => {
      await fill("Email", "nora@practice.example");
      await fill("Password", "four words of mine");
      await press("Continue");
    },
    sends: { body: { email: "nora@practice.example", password: "four words of mine" } },
  }),
  sessionRow("acceptInvitation", {
    show: (server) => app(server, null, { at: "/clinic/join" }),
    act: async ({ press, fill }) => {
      await fill("New password", "four words of mine");
      await press("Continue");
    },
    sends: { body: { token, password: "four words of mine" } },
  }),
  {
    from: "clinic/join/join-page.tsx staff.invitation",
    show: (server) => app(server, null, { at: "/clinic/join" }),
    act: async () => {},
    sends: { body: { token } },
  },
  proofRow("at the second step", (server) => app(server, secondFactor)),
  proofRow("behind the lock", (server) => app(server, { ...lockedSession(), proofs: ["code"] }), "Locked"),
  sessionRow("proveRecoveryCode", {
    show: (server) => app(server, secondFactor),
    act: async ({ press, fill }) => {
      await press("Use a recovery code");
      await fill("One of your recovery codes", "abcd-efgh");
      await press("Continue");
    },
    sends: { body: { code: "abcd-efgh" } },
  }),
  ...(["passkeyChallenge", "provePasskey"] as const).map((call) =>
    sessionRow(call, {
      show: (server) => {
        const page = app(server, { ...secondFactor, proofs: ["passkey"] });
        withPasskey("used");
        server.answer(staffSessionCalls.passkeyChallenge, { options: { challenge: "c2VudA", rpId: "localhost" } });
        return page;
      },
      act: async ({ press, sentOf }) => {
        await press("Use a passkey");
        if (call === "passkeyChallenge") await sentOf("staff.provePasskey");
      },
      sends:
        call === "passkeyChallenge"
          ? { body: {} }
          : {
              body: {
                response: {
                  ...{ id: "used", rawId: "dXNlZA", type: "public-key", clientExtensionResults: {} },
                  response: { authenticatorData: "dXNlZA", clientDataJSON: "dXNlZA", signature: "dXNlZA" },
                },
              },
            },
      twice: { dXNlZA: "What the browser’s library makes of the passkey is handed on whole." },
    }),
  ),
  sessionRow("signOut", {
    about: "everywhere",
    show: account,
    act: async ({ press }) => {
      await press("Sign out everywhere");
      await press("Sign out everywhere");
    },
    dialog: "Sign out everywhere?",
    sends: { body: { everywhere: true } },
  }),
  sessionRow("signOut", {
    about: "from the second step",
    show: (server) => app(server, secondFactor),
    act: ({ press }) => press("Start over"),
    sends: { body: { everywhere: false } },
  }),
  sessionRow("signOut", {
    about: "from behind the lock",
    show: (server) => app(server, lockedSession()),
    act: ({ press }) => press("Sign out instead"),
    dialog: "Locked",
    sends: { body: { everywhere: false } },
  }),
  sessionRow("signOut", {
    about: "from any page",
    show: (server) => app(server, openSession()),
    act: ({ press }) => press("Sign out"),
    sends: { body: { everywhere: false } },
  }),
  {
    from: "clinic/session/follow-session.ts staff.lock",
    show: (server) => {
      server.answer(staffSessionCalls.lock, lockedSession());
      return app(server, openSession());
    },
    act: ({ press }) => press("Lock"),
    sends: { body: {} },
  },
  ...Object.keys(reasonNames).map((reason) =>
    sessionRow("openRecord", {
      ...{ about: reason, isChoice: reason !== "patient_called" },
      show: (server) => {
        const { id } = patient(2);
        server.answer(care.patient, { refused: "reason_required", details: { patientid: id } });
        server.answer(care.notes, { items: [], nextpage: null });
        return app(server, openSession(), { at: `/clinic/patients/${id}` });
      },
      act: async ({ press, fill }) => {
        await fill("Reason", reason);
        if (reason !== "second_opinion") await fill(/^In a sentence/, `because of ${reason}`);
        await press("Open the record");
      },
      dialog: "Why do you need this record?",
      sends: {
        params: { id: patient(2).id },
        body: { reason, ...(reason !== "second_opinion" && { words: `because of ${reason}` }) },
      },
    }),
  ),
];

const setupApp: SentRow["act"] = async ({ press, fill }) => {
  await press("Set up another app");
  await fill("Code of your authenticator app", "654321");
  await press("Add the app");
};
const secret = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" };
const accountWithSecret = (server: Server) => {
  server.answer(staffFactorCalls.newAuthenticator, secret);
  return account(server);
};
const accountWithPasskey = (server: Server) => {
  const page = account(server);
  withPasskey("made");
  server.answer(staffFactorCalls.newPasskey, {
    options: {
      ...{ challenge: "c2VudA", rp: { name: "Calendula", id: "localhost" }, pubKeyCredParams: [] },
      user: { id: "dXNlcg", name: "nora", displayName: "Nora" },
    },
  });
  return page;
};
const addPasskey: SentRow["act"] = async ({ press, fill }) => {
  await press("Add a passkey");
  await fill("Name of this passkey", "My laptop");
  await press("Make a passkey");
};

const accountRows: readonly SentRow[] = [
  {
    from: "clinic/account/authenticator-section.tsx staff.removeAuthenticator",
    show: account,
    act: async ({ press }) => {
      await press("Remove the authenticator app");
      await press("Remove it");
    },
    dialog: "Remove the authenticator app?",
    sends: {},
  },
  {
    from: "clinic/account/passkeys-section.tsx staff.removePasskey",
    show: account,
    act: async ({ press }) => {
      await press("Remove Phone 1");
      await press("Remove it");
    },
    dialog: "Remove “Phone 1”?",
    sends: { params: { id: staffId(621) } },
  },
  {
    from: "clinic/account/password-section.tsx staff.changePassword",
    show: account,
    act: async ({ press, fill }) => {
      await press("Change it");
      await fill("New password", "four other words of mine");
      await press("Change the password");
    },
    dialog: "Change your password",
    sends: { body: { password: "four other words of mine" } },
  },
  {
    from: "clinic/account/recovery-codes-section.tsx staff.newRecoveryCodes",
    show: account,
    act: async ({ press }) => {
      await press("Make new ones");
      await press("Make new ones");
    },
    dialog: "Make new recovery codes?",
    sends: { body: {} },
  },
  {
    from: "clinic/factors/authenticator-setup.tsx staff.newAuthenticator",
    show: accountWithSecret,
    act: ({ press }) => press("Set up another app"),
    sends: { body: {} },
  },
  {
    from: "clinic/factors/authenticator-setup.tsx staff.confirmAuthenticator",
    show: accountWithSecret,
    act: setupApp,
    dialog: "Set up an authenticator app",
    sends: { body: { code: "654321" } },
  },
  {
    from: "clinic/factors/passkey-setup.tsx staff.newPasskey",
    show: accountWithPasskey,
    act: addPasskey,
    dialog: "Add a passkey",
    sends: { body: {} },
  },
  {
    from: "clinic/factors/passkey-setup.tsx staff.addPasskey",
    show: accountWithPasskey,
    act: addPasskey,
    dialog: "Add a passkey",
    sends: {
      body: {
        name: "My laptop",
        response: {
          ...{ id: "made", rawId: "bWFkZQ", type: "public-key", clientExtensionResults: {} },
          response: { attestationObject: "bWFkZQ", clientDataJSON: "bWFkZQ", transports: [] },
        },
      },
    },
    twice: { bWFkZQ: "What the browser’s library makes of the passkey is handed on whole." },
  },
];

export const sessionAndAccountRows: readonly SentRow[] = [...sessionRows, ...accountRows];
