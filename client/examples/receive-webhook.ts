import { verifyWebhook, WebhookError } from "@calendula/clinic-client";

/**
 * Takes a webhook, for any server that knows `Request` and `Response`. `take` puts it into your own queue, once per id: it may be delivered more than
 * once.
 */
export async function receiveWebhook(
  request: Request,
  secret: string,
  take: (id: string, payload: unknown) => Promise<void>,
): Promise<Response> {
  try {
    const { id, payload } = await verifyWebhook(secret, request.headers, await request.text());
    await take(id, payload);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(null, { status: 401 });
    throw error;
  }
}
