export { createAuthenticator, type Authenticator } from "./authenticator.ts";
export { issueAccessToken } from "./access-token.ts";
