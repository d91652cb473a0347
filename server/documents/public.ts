/** What other parts of the server use of documents. */
export { createFhirRecord } from "./downloads.ts";
