import type { Config } from "#server/config.ts";
import type { ProbeProblem, ProbeResult } from "../outside/probe.ts";
import { mailAnswer, mailTable, type SmtpFailure } from "./smtp-answers.ts";
import { codeOf, message, openTransport, type SmtpBounds } from "./smtp-mailer.ts";

/** Shorter than what a probe may take in all. */
const bounds: SmtpBounds = { connect: 8_000, greeting: 8_000, silence: 15_000, mail: 20_000, refusedLogin: 0 };

/** Connects, encrypts and signs in; with `sends`, also mails the operator. Not every server says before a mail that it refuses the sender. */
export async function probeMail(
  {
    smtpUrl,
    mailFrom,
    alarmEmails,
    supportEmail,
  }: Pick<Config, "smtpUrl" | "mailFrom" | "alarmEmails" | "supportEmail">,
  { sends }: { readonly sends: boolean },
): Promise<ProbeResult[]> {
  if (smtpUrl === null) return [];
  const { host } = new URL(smtpUrl);
  const operator = alarmEmails[0] ?? supportEmail;
  const from = mailFrom ?? operator;
  const transport = openTransport({ url: smtpUrl, from: from ?? "" }, bounds);
  const signedIn: ProbeResult = {
    system: "mail",
    checked: `connects, encrypts and signs us in at ${host}`,
    problem: await problemOf(transport.verify()),
  };
  if (!sends || signedIn.problem !== null || operator === null || from === null) return [signedIn];
  const sent = transport.sendMail({
    ...message({
      to: operator,
      subject: "Mail works",
      text: "This mail shows that the mail server takes mails from the practice's app. There's nothing to do.",
    }),
    signal: AbortSignal.timeout(bounds.mail),
  });
  const setting = alarmEmails.length > 0 ? "ALARM_EMAIL" : "SUPPORT_EMAIL";
  const problem = await problemOf(sent, operator);
  return [signedIn, { system: "mail", checked: `takes a mail to ${setting}`, problem }];
}

async function problemOf(asked: Promise<unknown>, operator?: string | null): Promise<ProbeProblem | null> {
  try {
    await asked;
    return null;
  } catch (cause) {
    const failure = cause as SmtpFailure;
    const answer = mailAnswer(failure);
    const isAboutOperator = operator !== undefined && mailTable.rows[answer].means === "final";
    const row = isAboutOperator ? "practice_address_refused" : answer;
    return { answer: row, todo: mailTable.rows[row].practice, code: codeOf(row, failure) };
  }
}
