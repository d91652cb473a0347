/** Where the server of these tests listens, and beside it the sample marketing site. */
export const port = Number(process.env["E2E_PORT"] ?? 3700);
export const origin = `http://localhost:${port}`;
export const marketingOrigin = `http://localhost:${port + 1}`;

/** Key of the clinic's calls on that server. */
export const clinicKey = "the clinic of the browser tests";
