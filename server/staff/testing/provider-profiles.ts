import type { OidcSettings } from "../oidc/discovery.ts";
import type { ProviderProfile } from "./provider-twin.ts";

/** A provider as its documentation and its users describe it, with the settings a practice makes for it. */
export interface Provider extends ProviderProfile {
  readonly name: string;
  readonly settings: Partial<OidcSettings>;
  /** The claims of somebody with these roles. */
  readonly person: (email: string, roles: readonly string[]) => Readonly<Record<string, unknown>>;
  /** What its refresh says of roles, and what proves a session anew. */
  readonly refreshes: boolean;
  readonly provesAnew: boolean;
}

const pick = (person: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(person).filter(([name]) => names.includes(name)));
const except = (person: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(person).filter(([name]) => !names.includes(name)));
const standard = ["openid", "email", "profile", "offline_access"];
const groupNames = {
  nurse: "Clinic Nurses",
  pharmacy: "Clinic Pharmacy",
  administrator: "CN=Admins,OU=Clinic,DC=practice",
};
const rolesMap: OidcSettings["rolesMap"] = new Map([
  [groupNames.nurse, ["nurse"]],
  [groupNames.pharmacy, ["pharmacy"]],
  [groupNames.administrator, ["administrator"]],
]);
const groupsOf = (roles: readonly string[]) => roles.map((role) => groupNames[role as keyof typeof groupNames]);

export const providers: readonly Provider[] = [
  {
    // App roles in the ID token, and no claim for somebody without; `auth_time` and `email_verified` only where they are configured; a forced consent asks for an administrator.
    name: "Entra",
    issuerPath: "/0f3c9a6e-6f2b-4a39-9a39-5b6e7d1c2f10/v2.0",
    scopes: standard,
    consentByAdministrators: true,
    authTime: false,
    metadata: { claims_supported: ["sub", "iss", "preferred_username", "auth_time", "email"] },
    person: (email, roles) => ({
      ...{ name: "Ines Falk", preferred_username: email, tid: "0f3c9a6e-6f2b-4a39-9a39-5b6e7d1c2f10" },
      ...(roles.length === 0 ? {} : { roles }),
    }),
    idToken: (person) => person,
    userinfo: (person) => pick(person, ["name"]),
    rotates: true,
    settings: { fresh: "prompt" },
    refreshes: true,
    provesAnew: true,
  },
  {
    // No roles, no scope `offline_access`, no `prompt=login`, no `auth_time`.
    name: "Google",
    scopes: ["openid", "email", "profile"],
    authTime: false,
    obeysLogin: false,
    person: (email) => ({ email, email_verified: true, name: "Ines Falk", hd: "practice.example" }),
    idToken: (person) => person,
    userinfo: (person) => person,
    refreshTokens: "never",
    settings: { rolesFrom: "team", fresh: "here", parameters: { hd: "practice.example" } },
    refreshes: false,
    provesAnew: false,
  },
  {
    // With an access token the ID token is thin: groups are at userinfo. Refresh tokens work once.
    name: "Okta",
    scopes: [...standard, "groups"],
    person: (email, roles) => ({ email, email_verified: true, name: "Ines Falk", groups: groupsOf(roles) }),
    idToken: (person) => pick(person, ["name", "email"]),
    userinfo: (person) => person,
    rotates: true,
    settings: { scopes: [...standard, "groups"], rolesClaim: "groups", rolesMap },
    refreshes: true,
    provesAnew: true,
  },
  {
    // Roles nested, one list for the realm.
    name: "Keycloak, realm roles",
    issuerPath: "/realms/practice",
    scopes: [...standard, "roles"],
    person: (email, roles) => ({
      ...{ email, email_verified: false, name: "Ines Falk" },
      realm_access: { roles: ["default-roles-practice", ...roles] },
    }),
    idToken: (person) => person,
    userinfo: (person) => person,
    settings: { rolesClaim: "realm_access.roles" },
    refreshes: true,
    provesAnew: true,
  },
  {
    // Roles of a client whose name has dots; none at all where somebody has none.
    name: "Keycloak, client roles",
    issuerPath: "/realms/practice",
    scopes: standard,
    person: (email, roles) => ({
      ...{ email, name: "Ines Falk" },
      resource_access: roles.length === 0 ? {} : { "app.practice.example": { roles } },
    }),
    idToken: (person) => person,
    settings: { rolesClaim: "resource_access.app.practice.example.roles" },
    refreshes: true,
    provesAnew: true,
  },
  {
    name: "Keycloak, groups with their path",
    scopes: standard,
    person: (email, roles) => ({ email, name: "Ines Falk", groups: roles.map((role) => `/${role}`) }),
    idToken: (person) => person,
    settings: { rolesClaim: "groups" },
    refreshes: true,
    provesAnew: true,
  },
  {
    // Claims at userinfo alone since 4.39; the secret in the header alone, as the client is registered; a refreshed ID token as thin.
    name: "Authelia",
    scopes: [...standard, "groups"],
    clientAuth: "basic",
    metadata: { authorization_response_iss_parameter_supported: false },
    person: (email, roles) => ({ email, email_verified: true, name: "Ines Falk", groups: groupsOf(roles) }),
    idToken: () => ({}),
    userinfo: (person) => person,
    rotates: true,
    settings: { scopes: [...standard, "groups"], rolesClaim: "groups", rolesMap, clientAuth: "basic" },
    refreshes: true,
    provesAnew: true,
  },
  {
    // Groups at userinfo, with their path; refresh tokens without `offline_access`, each once, and no ID token beside them.
    name: "GitLab",
    scopes: ["openid", "email", "profile", "read_user"],
    person: (email, roles) => ({
      email,
      email_verified: true,
      name: "Ines Falk",
      groups: roles.map((role) => `practice/${role}`),
    }),
    idToken: (person) => except(person, ["groups"]),
    refreshedIdToken: null,
    userinfo: (person) => person,
    refreshTokens: "always",
    rotates: true,
    settings: {
      rolesClaim: "groups",
      rolesMap: new Map([
        ["practice/nurse", ["nurse"]],
        ["practice/pharmacy", ["pharmacy"]],
      ]),
    },
    refreshes: true,
    provesAnew: true,
  },
  {
    // A claim with a colon; no `offline_access`; no new refresh token with a refresh; the old sign-in's time with a new proof.
    name: "Cognito",
    scopes: ["openid", "email", "phone", "profile"],
    obeysLogin: false,
    person: (email, roles) => ({ email, email_verified: "true", name: "Ines Falk", "cognito:groups": roles }),
    idToken: (person) => person,
    refreshTokens: "always",
    settings: { rolesClaim: "cognito:groups", fresh: "here" },
    refreshes: true,
    provesAnew: false,
  },
  {
    // Its issuer ends with a slash; claims of one's own have to be addresses.
    name: "Auth0",
    issuerPath: "/",
    scopes: standard,
    person: (email, roles) => ({
      email,
      email_verified: true,
      name: "Ines Falk",
      "https://practice.example/roles": roles,
    }),
    idToken: (person) => person,
    userinfo: (person) => person,
    rotates: true,
    settings: { rolesClaim: "https://practice.example/roles" },
    refreshes: true,
    provesAnew: true,
  },
  {
    // Roles as the keys of an object, with the organization below each.
    name: "Zitadel",
    scopes: standard,
    person: (email, roles) => ({
      ...{ email, email_verified: true, name: "Ines Falk" },
      "urn:zitadel:iam:org:project:roles": Object.fromEntries(roles.map((role) => [role, { "1": "practice.example" }])),
    }),
    idToken: (person) => except(person, ["email"]),
    refreshedIdToken: () => ({}),
    userinfo: (person) => person,
    settings: { rolesClaim: "urn:zitadel:iam:org:project:roles" },
    refreshes: true,
    provesAnew: true,
  },
];
