import type { AssistantScope } from "@daybook/access"

/** The scopes that can be granted. */
export const offeredScopes = (assistantsWrite: boolean): ReadonlyArray<AssistantScope> =>
  assistantsWrite ? ["read", "write"] : ["read"]

/** The resource that tokens are for (RFC 8707), of a server at `base`. */
export const resourceOf = (base: string): string => `${base}/mcp`

/** The metadata of `/mcp` as a protected resource (RFC 9728). */
export const resourceMetadata = (base: string, scopes: ReadonlyArray<AssistantScope>) => ({
  resource: resourceOf(base),
  authorization_servers: [base],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_name: "Daybook",
})

/** The metadata of the authorization server (RFC 8414), whose issuer is the address of this server. */
export const serverMetadata = (
  base: string,
  scopes: ReadonlyArray<AssistantScope>,
  knowsDocuments: boolean,
) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  registration_endpoint: `${base}/oauth/register`,
  revocation_endpoint: `${base}/oauth/revoke`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  client_id_metadata_document_supported: knowsDocuments,
  authorization_response_iss_parameter_supported: true,
})

/** The `WWW-Authenticate` of a refused request of `/mcp` (RFC 6750 and RFC 9728), where a client begins. */
export const challengeOf = (base: string, scopes: ReadonlyArray<AssistantScope>, showsToken: boolean) =>
  [
    `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${scopes.join(" ")}"`,
    ...(showsToken ? ['error="invalid_token"'] : []),
  ].join(", ")
