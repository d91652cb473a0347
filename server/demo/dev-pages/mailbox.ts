import type { FastifyInstance } from "fastify";
import type { Mailbox } from "#server/platform/mail/local-mailbox.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { css, listPage, mailPage, stylesheet } from "./mailbox-page.ts";

const hiddenFromOpenApi = { schema: { hide: true } };

/** `/dev/mailbox` and a page for each mail, without scripts. Demo mode only: the mails contain every patient's secrets. */
export function registerDevMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get(stylesheet, hiddenFromOpenApi, async (_request, reply) => reply.type("text/css").send(css));
  app.get("/dev/mailbox", hiddenFromOpenApi, async (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(listPage(await mailbox.list())),
  );
  app.get<{ Params: { id: string } }>("/dev/mailbox/:id", hiddenFromOpenApi, async ({ params }, reply) => {
    const mail = await mailbox.read(params.id);
    if (!mail) throw new Refusal("not_found");
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(mailPage(mail));
  });
}
