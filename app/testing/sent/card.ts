import type { Screen } from "../screens/screen.tsx";
import type { SentRow } from "../screens/what-is-sent.tsx";

type Server = Parameters<SentRow["show"]>[0];

/** The gateway, which gives a token for a card and nothing else. */
export const gateway = { name: "sandbox" as const, publishablekey: "key-of-the-gateway" };
export const takeCards = (server: Server): void =>
  server.answerElsewhere("/sandbox/v1/tokens", (card) => ({ id: `token ${JSON.stringify(card)}` }));

export async function typeCard({ fill }: Screen): Promise<void> {
  await fill("Card number", "4242424242424242");
  await fill("Expiry date", "11/29");
  await fill("Security code", "737");
}
export const tokenOfTypedCard = `token ${JSON.stringify({ number: "4242424242424242", exp_month: 11, exp_year: 2029, cvc: "737" })}`;
