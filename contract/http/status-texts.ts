/** Status texts of spec §8, used when a response has no message of its own. */
export const statusTexts: Readonly<Record<number, string>> = {
  200: "All done. Request successfully executed",
  201: "Data successfully created",
  400: "Bad Request",
  401: "Need auth",
  404: "Not found",
  503: "Service unavailable. Try again later",
};
/** Shown when neither the response nor its status has a text. */
export const defaultStatusText = "Something wrong. Client default error message";
/** There was no response. */
export const networkErrorText = "Oops! Network Error. Try again later";
