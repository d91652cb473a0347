/**
 * Where the server of these tests listens, and beside it the sample marketing site: on another site, as the browser counts, so that
 * the app's cookies are third-party cookies in its frame.
 */
export const port = Number(process.env["E2E_PORT"] ?? 3700);
export const origin = `http://localhost:${port}`;
export const marketingOrigin = `http://127.0.0.1:${port + 1}`;
/** The same pages at an origin that may not frame the cart. */
export const otherOrigin = `http://localhost:${port + 1}`;

/** Where that server tells of paid orders of patients who allow it. */
export const partnerPort = port + 2;

/** Key of the clinic's calls on that server. */
export const clinicKey = "the clinic of the browser tests";
