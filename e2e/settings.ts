/**
 * Where the server of the browser tests listens. The sample marketing site runs next to it on another site in the browser's sense
 * (127.0.0.1, not localhost), so that the app's cookies are third-party cookies in its frame.
 */
export const port = Number(process.env["E2E_PORT"] ?? 3700);
export const origin = `http://localhost:${port}`;
export const marketingOrigin = `http://127.0.0.1:${port + 1}`;
/** The same marketing pages at an origin that may not frame the cart. */
export const otherOrigin = `http://localhost:${port + 1}`;

/** Where that server reports paid orders of patients who allow it. */
export const partnerPort = port + 2;

/** API key of the clinic on that server. */
export const clinicKey = "the clinic of the browser tests";
