import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { loadChunk } from "#app/router/load-chunk.ts";
import { ApiError } from "#app/api/api-error.ts";

type Options = Readonly<Record<string, unknown>>;

const load = () => loadChunk(() => import("@simplewebauthn/browser"));

/** Whether this browser can use passkeys at all: not on plain http other than localhost. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === "function";

const failure = (message: string, cause: unknown) => new ApiError(message, { status: 0, code: "wrong_proof", cause });

/** The browser asks for a passkey of this person; throws with what to do when there was none. */
export async function askForPasskey(options: Options): Promise<Record<string, unknown>> {
  const { startAuthentication } = await load();
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch (cause) {
    throw failure("No passkey was used. Please try again, or prove it another way.", cause);
  }
}

/** The browser makes a passkey; throws with what to do when it did not. */
export async function makePasskey(options: Options): Promise<Record<string, unknown>> {
  const { startRegistration } = await load();
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (cause) {
    const again = cause instanceof Error && cause.name === "InvalidStateError";
    throw failure(
      again
        ? "This device has a passkey for you already. Please use another device or security key."
        : "No passkey was made. Please try again.",
      cause,
    );
  }
}
