import type { FastifyInstance } from "fastify";
import { escapeHtml } from "#server/platform/mail/render-mail.ts";
import type { JobServices } from "#server/platform/services.ts";
import { codeAt } from "#server/staff/public.ts";
import { isCareDeskOn, switchCareDesk } from "../care-desk-switch.ts";
import { demoAuthenticatorSecret } from "../staff/seed-staff.ts";
import { css as pageCss } from "./mailbox.ts";

/** URL of the stylesheet: the content security policy allows none inline. */
const stylesheet = "/dev/staff/style.css";
const css = `${pageCss}
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 10px 12px 10px 0; border-bottom: 1px solid #e4d8cc; overflow-wrap: anywhere; }
.code { font: 22px/1.2 ui-monospace, monospace; white-space: nowrap; }
button { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid #7a2e5d; border-radius: 12px; background: #fff; color: #3b2140; cursor: pointer; }
`;

/** The demo's people with the code each one's authenticator app would show now, and the switch of the care desk. */
async function staffPage({ content, clock, db, secrets }: JobServices): Promise<string> {
  const { password, people } = content.demo.staff;
  const rows = people.map(
    ({ name, email, roles }) =>
      `<tr><td>${escapeHtml(name)}<span class="meta">${roles.join(", ").replaceAll("_", " ")}</span></td><td>${escapeHtml(email)}</td><td class="code">${codeAt(demoAuthenticatorSecret(secrets, email), clock.now())}</td></tr>`,
  );
  const isOn = await isCareDeskOn(db);
  const desk = isOn
    ? `<p>The robot accepts, answers, approves and ships on its own.</p><form method="post" action="/dev/staff"><button name="desk" value="off">I do it myself</button></form>`
    : `<p>You do it yourself: nothing happens until somebody of the team does it.</p><form method="post" action="/dev/staff"><button name="desk" value="on">Let the robot do it</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="15"><title>Team</title><link rel="stylesheet" href="${stylesheet}"></head><body><main><h1>Team</h1><p>Sign in at <a href="/clinic">/clinic</a> as any of them. Password of all: <strong>${escapeHtml(password)}</strong>. A code works once and changes every 30 seconds.</p><table><thead><tr><th>Who</th><th>Email</th><th>Code</th></tr></thead><tbody>${rows.join("")}</tbody></table><h2>Care desk</h2>${desk}</main></body></html>`;
}

/** `/dev/staff`. Demo mode only: whoever reads it can sign in as anybody of the demo's team. */
export async function registerDevStaff(app: FastifyInstance, services: JobServices): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.get(stylesheet, async (_request, reply) => reply.type("text/css").send(css));
    scope.get("/dev/staff", async (_request, reply) =>
      reply
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(await staffPage(services)),
    );
    scope.post<{ Body: { desk?: string } | undefined }>("/dev/staff", async ({ body }, reply) => {
      await switchCareDesk(services.db, body?.desk !== "off");
      return reply.redirect("/dev/staff", 303);
    });
  });
}
