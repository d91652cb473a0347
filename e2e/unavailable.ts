import { errorMessage } from "#contract/http/errors.ts";

/** What an API that is out of order answers, for `route.fulfill`. */
export const unavailable = { status: 503, json: { code: "unavailable", message: errorMessage("unavailable") } };
