/** What other parts of the server use of documents. */
export { fhirRecordOf } from "./downloads.ts";
