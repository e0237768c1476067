/** What the tests use of oidc-provider, which ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: readonly Record<string, unknown>[]
        features: Record<string, { enabled: boolean }>
        claims: Record<string, readonly string[]>
        interactions: { url(context: unknown, interaction: { uid: string }): string }
        pkce: { required(): boolean }
        findAccount(context: unknown, id: string): { accountId: string; claims(): Record<string, unknown> }
        cookies: { keys: readonly string[] }
      },
    )
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ prompt: { name: string }; params: Record<string, unknown> }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    readonly Grant: new (grant: {
      accountId: string
      clientId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
