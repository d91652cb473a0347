const service = "Service unavailable. Try again later";

/** Status texts of spec §8 of what failed, used when a response has no message of its own. */
const failureTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Need auth",
  404: "Not found",
  503: service,
};

/** All status texts of spec §8. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: "All done. Request successfully executed",
  201: "Data successfully created",
  ...failureTexts,
};
/** Shown when neither the response nor its status has a text. */
export const defaultStatusText = "Something wrong. Client default error message";
/** There was no response. */
export const networkErrorText = "Oops! Network Error. Try again later";

/** The text of a failure by its status alone. What a proxy answers for a server that is away or gets too much is the same as 503. */
export const failureText = (status: number): string =>
  failureTexts[status] ?? (status === 429 || status > 501 ? service : defaultStatusText);
