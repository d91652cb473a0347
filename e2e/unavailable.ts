import { errorMessage } from "#contract/http/errors.ts";

/** What the API responds when it is unavailable, for `route.fulfill`. */
export const unavailable = { status: 503, json: { code: "unavailable", message: errorMessage("unavailable") } };
