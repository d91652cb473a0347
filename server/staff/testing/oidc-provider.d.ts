declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** The part of the library's provider that tests use; it comes without types. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly prompt: { readonly name: string };
      readonly params: Record<string, string>;
      grantId?: string;
    }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>;
    on(event: string, listener: (...values: unknown[]) => void): this;
    Grant: new (properties: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}
