import type { FastifyInstance } from "fastify";
import type { Mailbox, StoredMail } from "#server/platform/mail/local-mailbox.ts";
import { escapeHtml, linkify } from "#server/platform/mail/render-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** URL of these pages' stylesheet: the content security policy allows none inline. */
const stylesheet = "/dev/mailbox/style.css";

export const css = `
body { margin: 0 auto; padding: 24px 16px; max-width: 40rem; font: 18px/1.55 system-ui, sans-serif; color: #3b2140; background: #fffaf2; }
a { color: #7a2e5d; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
li { border-bottom: 1px solid #e4d8cc; }
li a { display: block; padding: 14px 0; min-height: 44px; box-sizing: border-box; }
.meta { display: block; color: #6b5a6d; font-size: 16px; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid #e4d8cc; border-radius: 12px; background: #fff; }
`;

/** Every mail, newest first, each linking to its own page. */
function listPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}<span class="meta">${mailMetaLine(mail)}</span></a></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join("")}</ul>` : "<p>No mail yet.</p>";
  return htmlPage(
    "Mailbox",
    `<h1>Mailbox</h1><p>Mails this demo would have sent. Reload to look for new ones.</p>${list}`,
  );
}

/** One mail as plain text with clickable links. */
function mailPage(mail: StoredMail): string {
  return htmlPage(
    mail.subject,
    `<p><a href="/dev/mailbox">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p class="meta">${mailMetaLine(mail)}</p><div class="text">${linkify(escapeHtml(mail.text))}</div>`,
  );
}

const mailMetaLine = ({ to, sentAt }: StoredMail) =>
  `To ${escapeHtml(to)}, ${sentAt.slice(0, 16).replace("T", " ")} UTC`;

const htmlPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="${stylesheet}"></head><body><main>${body}</main></body></html>`;

/** `/dev/mailbox` and a page for each mail, without scripts. Demo mode only: the mails contain every patient's secrets. */
export function registerDevMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get(stylesheet, async (_request, reply) => reply.type("text/css").send(css));
  app.get("/dev/mailbox", async (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(listPage(await mailbox.list())),
  );
  app.get<{ Params: { id: string } }>("/dev/mailbox/:id", async ({ params }, reply) => {
    const mail = await mailbox.read(params.id);
    if (!mail) throw new Refusal("not_found");
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(mailPage(mail));
  });
}
