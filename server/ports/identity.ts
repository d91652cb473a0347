import type { Config } from "../config.ts";
import { demoIdentityCheck } from "../platform/identity/demo.ts";
import type { IdentityCheck } from "../platform/identity/identity-check.ts";
import { vendorIdentityCheck } from "../platform/identity/vendor.ts";

export const openIdentity = ({ identity }: Config): IdentityCheck => (identity ? vendorIdentityCheck(identity) : demoIdentityCheck());
