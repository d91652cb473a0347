import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { localMailbox } from "#server/platform/mail/local-mailbox.ts";
import { MailNotSent } from "#server/platform/mail/mailer.ts";
import { queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let refused: string | null = null;
const mailbox = localMailbox({ clock: { now: () => new Date() } });
beforeAll(async () => {
  server = await startTestServer({
    mailer: {
      async send(mail) {
        if (mail.to === refused) throw new MailNotSent("no_such_recipient 550 5.1.1", "final");
        await mailbox.send(mail);
      },
    },
  });
});
afterAll(() => server.close());

test("an e-mail that takes no mail is said on home, on its page and in the record, until another one is confirmed", async () => {
  const patient = await server.newPatient();
  const { token, email, password, id } = patient;
  const seen = async () => {
    const { actionitems } = (await server.call(treatment.overview, {}, { token })).ok;
    const { emailrefusedsince } = (await server.call(care.patient, { params: { id } }, { apiKey: testApiKey })).ok;
    const { items } = (await server.call(care.searchPatients, { body: { q: email } }, { apiKey: testApiKey })).ok;
    return {
      home: actionitems.some(({ kind }) => kind === "reach_email"),
      page: (await server.call(account.user, {}, { token })).ok.emailrefused,
      record: emailrefusedsince !== null,
      lists: items.map((each) => each.emailrefusedsince !== null),
    };
  };
  await server.jobs.drain();
  expect(await seen()).toEqual({ home: false, page: false, record: false, lists: [false] });
  refused = email;
  await queuePatientMail(server.services, {
    mail: "welcome",
    patientId: id,
    to: email,
    values: { firstname: "Ana", link: "https://a.example" },
  });
  await server.jobs.drain();
  expect(await seen()).toEqual({ home: true, page: true, record: true, lists: [true] });

  const newEmail = `new-${email}`;
  await server.call(account.changeEmail, { body: { email: newEmail, password } }, { token });
  await server.jobs.drain();
  const [mail] = await mailbox.list(newEmail);
  const code = /code=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  await server.call(account.verifyEmail, { body: { code } }, { token });
  expect(await seen()).toEqual({ home: false, page: false, record: false, lists: [] });
});
