import { outsideTable } from "../outside/outside-table.ts";

/*
 * What a mail server's answers mean. Sources: RFC 5321 (replies), RFC 3463 and the registry it began (enhanced status codes), RFC 4954 (login), RFC 3207
 * (STARTTLS), RFC 7504 and 7505 (hosts without mail), and the lists of replies that Amazon SES, Exchange Online, Gmail and Postfix publish. A 5 at the front
 * says that the same command fails again, not whose fault it is: a wrong password, a sender that isn't verified and a mailbox that doesn't exist all begin
 * with it. So only what names the recipient's mailbox is final.
 */
export const mailTable = outsideTable({
  system: "mail",
  name: "The mail server",
  rows: {
    login_refused: {
      means: "ours",
      comes: "any 5xx to AUTH (535, 534, 5.7.139: basic login is off), 530, 432 4.7.12, no login that both sides know",
      person: "nothing; the mail comes later",
      practice:
        "It refuses our user name or password. Put the right ones into SMTP_URL, percent-encoded, and restart. If they're right, ask your provider whether SMTP login is switched on.",
    },
    tls_refused: {
      means: "ours",
      comes:
        "a certificate that is expired, self-signed or another host's; STARTTLS refused or missing although SMTP_URL has a password; 538; an encrypted connection to a port that isn't",
      person: "nothing; the mail comes later",
      practice:
        "We can't encrypt the connection to it. Check its certificate, and that SMTP_URL has the name the certificate is for: smtps:// with port 465, smtp:// with port 587.",
    },
    sender_refused: {
      means: "ours",
      comes:
        "5xx to MAIL FROM; 5.1.7, 5.1.8, 5.7.60 and “not verified” anywhere: the sender isn't verified, isn't the login's, or the account is in a sandbox",
      person: "nothing; the mail comes later",
      practice:
        "It doesn't let us send as MAIL_FROM. Verify that address or domain with your provider, or use one the login may send as; with Amazon SES, ask for production access.",
    },
    relay_refused: {
      means: "ours",
      comes: "550, 551, 553 or 554 that speaks of relaying",
      person: "nothing; the mail comes later",
      practice:
        "It doesn't take mails for other domains from us. Put a user name and password into SMTP_URL, or let your server's relay accept this host.",
    },
    policy_refused: {
      means: "ours",
      comes:
        "any other 5.7.x, and a greeting of 554 or 521: a blocked address, SPF, DKIM or DMARC that fails, taken for spam",
      person: "nothing; the mail comes later",
      practice:
        "It refuses what we send by a policy. Check SPF, DKIM and DMARC of MAIL_FROM's domain, and whether your server's address is on a block list; your provider's log names the rule.",
    },
    sending_stopped: {
      means: "ours",
      comes:
        "550 5.4.5 (a day's quota), 550 5.2.251 to 5.2.255 (the sender is throttled), a paused or suspended account",
      person: "nothing; the mail comes later",
      practice:
        "Your account may not send now: a quota is used up, or the provider paused it. Sign in there and see why.",
    },
    message_refused: {
      means: "ours",
      comes: "552 without a code, 5.2.3 or 5.3.4: our mails are alike and small, so it concerns them all",
      person: "nothing; the mail comes later",
      practice:
        "It says our mails are too big, and they're a few kilobytes. Raise the limit of the server (message_size_limit).",
    },
    practice_address_refused: {
      means: "ours",
      comes: "what is final for a recipient, to an address of the practice itself or its team",
      person: "nothing",
      practice:
        "It says that an address of yours doesn't exist or takes no mail. Check ON_CALL_EMAIL, ALARM_EMAIL and SUPPORT_EMAIL, and the addresses on the team page.",
    },
    everybody_refused: {
      means: "ours",
      comes: "what is final for a recipient, to three of them within an hour, with no mail accepted in between",
      person: "nothing; what was marked is taken back",
      practice:
        "It says of everybody that their mailbox doesn't exist, so it's likely not them. Check with your provider whether it finds other domains, and whether it still knows your account.",
    },
    busy: {
      means: "for_now",
      comes:
        "any 4xx: 421, 432 4.3.2 and 454 (too many connections or mails at once), 450 and 451 (greylisting), 452 (a full disk or mailbox)",
      person: "nothing; the mail comes later",
      practice: "It puts our mails off. Ask whoever runs it; a limit on mails or connections may be reached.",
    },
    unreachable: {
      means: "for_now",
      comes: "no address for its name, connection refused, no route, reset",
      person: "nothing; the mail comes later",
      practice:
        "We can't reach it. Check the host and port in SMTP_URL, a firewall in between, and whether the server runs.",
    },
    silent: {
      means: "for_now",
      comes: "no connection, no greeting, no answer, or one that doesn't end, within our time",
      person: "nothing; the mail comes later",
      practice:
        "It doesn't answer in time. Check whether a firewall drops the connection (port 25 is often closed: use 465 or 587).",
    },
    connection_lost: {
      means: "for_now",
      comes:
        "the connection ends before the answer; also after the mail, which may then have been taken and comes twice under one Message-ID",
      person: "nothing; at worst, the same mail twice",
      practice: "It hangs up before it answers. Ask whoever runs it.",
    },
    no_such_recipient: {
      means: "final",
      comes:
        "5xx with 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10 or 5.6.7 to RCPT TO or the mail; 550 without a code that says the user is unknown",
      person: "on home and the e-mail page: our mails don't reach this address, with a way to change or confirm it",
      practice: "The patient's record says so beside the address. Please call.",
    },
    mailbox_disabled: {
      means: "final",
      comes: "5xx with 5.2.1: the mailbox takes no mails",
      person: "as no_such_recipient",
      practice: "The patient's record says so beside the address. Please call.",
    },
    mailbox_full: {
      means: "final",
      comes: "5xx with 5.2.2: the mailbox is full, and the server won't keep trying",
      person: "as no_such_recipient",
      practice: "The patient's record says so beside the address. Please call.",
    },
  },
  unknown: { person: "nothing; the mail comes later" },
});

export type MailAnswer = keyof (typeof mailTable)["rows"];

/** What the SMTP library says of a failure. */
export interface SmtpFailure {
  readonly code?: string;
  /** Node's own code, where the library put its own in its place. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** The row of the table a failure belongs to. */
export function mailAnswer(failure: SmtpFailure): MailAnswer {
  const { code, responseCode } = failure;
  if (responseCode !== undefined && responseCode >= 400) return answerOfReply(failure, responseCode);
  if (isTlsFailure(failure)) return "tls_refused";
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
      return "login_refused";
    case "ETIMEDOUT":
    case "EABORT":
      return "silent";
    case "EDNS":
    case "ESOCKET":
      return "unreachable";
    case "ETLS":
    case "ECONNECTION":
      return "connection_lost";
    default:
      return "unknown";
  }
}

/** What certificates and handshakes fail with (Node's `tls` and OpenSSL), and a server that offers no encryption where we need it. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(VERIFY|GET|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|EPROTO$)/;
const isTlsFailure = ({ code, originalCode }: SmtpFailure): boolean =>
  code === "EREQUIRETLS" || tlsCodes.test(originalCode ?? "") || tlsCodes.test(code ?? "");

/** The enhanced status code of a reply, as `5.1.1`; it stands behind the reply's code on each line (RFC 2034). */
export const enhancedCode = (response: string | undefined): string | null =>
  /^\d{3}[ -]#?(\d\.\d{1,3}\.\d{1,3})\b/m.exec(response ?? "")?.[1] ?? null;

/** The commands at which a server can mean the recipient: with one recipient, the answer to the mail is about it, too. */
const aboutRecipient = new Set(["RCPT TO", "DATA"]);

const ofMailbox: Readonly<Record<string, MailAnswer>> = {
  "5.1.1": "no_such_recipient",
  "5.1.2": "no_such_recipient",
  "5.1.3": "no_such_recipient",
  "5.1.6": "no_such_recipient",
  "5.1.10": "no_such_recipient",
  "5.6.7": "no_such_recipient",
  "5.2.1": "mailbox_disabled",
  "5.2.2": "mailbox_full",
};

/** What servers without enhanced codes say of an unknown mailbox (Exim's and Sendmail's own words). */
const unknownUser =
  /\b(user unknown|unknown (user|recipient|mailbox)|no such (user|recipient|mailbox)|unrouteable address)\b/i;

function answerOfReply({ code, command = "", response = "" }: SmtpFailure, responseCode: number): MailAnswer {
  const enhanced = enhancedCode(response);
  const isLogin = command.startsWith("AUTH");
  if (responseCode < 500) return enhanced === "4.7.12" ? "login_refused" : "busy";
  if (responseCode === 538 || code === "ETLS" || (responseCode === 530 && /starttls/i.test(response)))
    return "tls_refused";
  if (isLogin || responseCode === 530 || responseCode === 535 || enhanced === "5.7.57") return "login_refused";
  if (command === "CONN") return responseCode === 554 || responseCode === 521 ? "policy_refused" : "unknown";
  if (enhanced === "5.4.5" || /^5\.2\.25[1-5]$/.test(enhanced ?? "") || /\b(paused|suspended)\b/i.test(response))
    return "sending_stopped";
  if (["5.1.7", "5.1.8", "5.7.60"].includes(enhanced ?? "") || /\bnot verified\b/i.test(response))
    return "sender_refused";
  const mailbox = ofMailbox[enhanced ?? ""];
  if (mailbox !== undefined && aboutRecipient.has(command)) return mailbox;
  if (enhanced === "5.3.4" || enhanced === "5.2.3" || (responseCode === 552 && enhanced === null))
    return "message_refused";
  if (/\brelay/i.test(response)) return "relay_refused";
  if (command === "MAIL FROM") return isAboutSender(responseCode, enhanced) ? "sender_refused" : "unknown";
  if (enhanced?.startsWith("5.7.")) return "policy_refused";
  const saysUnknown = responseCode === 550 && enhanced === null && command === "RCPT TO" && unknownUser.test(response);
  return saysUnknown ? "no_such_recipient" : "unknown";
}

const isAboutSender = (responseCode: number, enhanced: string | null): boolean =>
  enhanced === null ? [550, 551, 553, 554].includes(responseCode) : /^5\.[17]\./.test(enhanced);
