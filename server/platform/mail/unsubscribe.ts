import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { inTransaction } from "../database/open.ts";
import type { Services, TxServices } from "../services.ts";

/*
 * What a mail program's own "Unsubscribe" does (RFC 8058): it posts `List-Unsubscribe=One-Click` to the address of the mail's header, without a session and
 * without showing a page. Programs that check mails open addresses, too: to GET and HEAD nothing happens but a way to the page where one presses.
 */

/** What can be unsubscribed from: each with the id it is of, a patient's, a helper's or an invitation's. */
export type MailList = "messages" | "updates" | "reminders" | "copies" | "invitations";

export interface Unsubscribing {
  /** Ends these mails; the same again changes nothing. */
  readonly stop: (services: TxServices, id: string) => Promise<unknown>;
  /** Where a person presses instead. */
  readonly page: (id: string) => string;
}

/** By address, each hour. */
const limit = { points: 300, seconds: 3600 };
const bodyLimit = 4096;
const path = "/api/unsubscribe";

const macOf = ({ secrets }: Pick<Services, "secrets">, list: MailList, id: string): Buffer =>
  createHmac("sha256", secrets.derive("unsubscribe")).update(`${list}:${id}`).digest().subarray(0, 16);

/** The address for a mail's header. It can do nothing but end these mails. */
export const unsubscribeUrl = (services: Pick<Services, "secrets" | "config">, list: MailList, id: string): string =>
  new URL(`${path}/${list}/${id}/${macOf(services, list, id).toString("base64url")}`, services.config.publicUrl).href;

interface Params {
  readonly list: MailList;
  readonly id: string;
  readonly mac: string;
}

export async function registerUnsubscribe(
  app: FastifyInstance,
  services: Services,
  lists: Readonly<Record<MailList, Unsubscribing>>,
): Promise<void> {
  const find = ({ list, id, mac }: Params): Unsubscribing | null => {
    const given = Buffer.from(mac, "base64url");
    const expected = Object.hasOwn(lists, list) ? macOf(services, list, id) : null;
    return expected !== null && given.length === expected.length && timingSafeEqual(given, expected)
      ? lists[list]
      : null;
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.get<{ Params: Params }>(`${path}/:list/:id/:mac`, async ({ params }, reply) =>
      reply.redirect(find(params)?.page(params.id) ?? "/", 303),
    );
    scope.post<{ Params: Params }>(`${path}/:list/:id/:mac`, { bodyLimit }, async ({ params, body, ip }, reply) => {
      await services.limiter.consume("unsubscribe", ip, limit);
      const found = find(params);
      // As a form or in parts.
      if (!found || !/List-Unsubscribe[\s\S]*One-Click/.test(String(body)))
        return reply.code(400).send({ message: "This link is incomplete." });
      await inTransaction(services, (tx) => found.stop(tx, params.id));
      return reply.code(200).send({ message: "Done." });
    });
  });
}
