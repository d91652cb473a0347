import * as oidc from "openid-client";
import type { ProbeResult } from "#server/platform/outside/probe.ts";
import { ProviderError, type ProviderAnswer, staffSignIn } from "./answers.ts";
import { configurationOf, lacksOf, type OidcSettings, readMetadata } from "./discovery.ts";
import { asProviderError } from "./provider-errors.ts";

const { system } = staffSignIn;
const failed = (checked: string, answer: ProviderAnswer, todo: string, code?: string): ProbeResult => ({
  system,
  checked,
  problem: { answer, todo, code },
});

/** Compares what the provider says of itself with what signing in needs and can use, and asks whether it takes the client's secret. */
export async function probeProvider(settings: OidcSettings | null): Promise<ProbeResult[]> {
  if (settings === null) return [];
  try {
    const lacks = lacksOf(await readMetadata(settings), settings);
    const needed = lacks.filter(({ isNeeded }) => isNeeded);
    const notes = lacks.filter(({ isNeeded }) => !isNeeded);
    return [
      ...needed.map(({ answer, text }) =>
        failed("has what signing in needs", answer, `${text[0]?.toUpperCase()}${text.slice(1)}.`),
      ),
      ...notes.map(({ text }): ProbeResult => ({ system, checked: `signs people in; ${text}`, problem: null })),
      ...(needed.length > 0 ? [] : [await takesSecret(settings)]),
    ];
  } catch (error) {
    const { answer, message } = asProviderError(error);
    return [failed("says what it offers", answer, staffSignIn.rows[answer].practice, message)];
  }
}

/** Asks for a refresh that can't be had: who the client is, is looked at first (RFC 6749 §5.2). */
async function takesSecret(settings: OidcSettings): Promise<ProbeResult> {
  const checked = "takes the client's id and secret";
  try {
    await oidc.refreshTokenGrant(await configurationOf(settings), "none");
  } catch (error) {
    const isUnknown =
      error instanceof oidc.WWWAuthenticateChallengeError ||
      (error instanceof oidc.ResponseBodyError && error.error === "invalid_client");
    const { answer, message } = isUnknown
      ? new ProviderError("client_refused", "invalid_client")
      : asProviderError(error);
    if (isUnknown || answer === "unavailable")
      return failed(checked, answer, staffSignIn.rows[answer].practice, message);
  }
  return { system, checked, problem: null };
}
