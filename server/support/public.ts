/** What other features use of the practice's contact form. */
export { decryptContactMessage } from "./contact.ts";
export { contactMessagesById } from "./clinic-contact.ts";
