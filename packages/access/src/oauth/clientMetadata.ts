import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { faultOfText } from "../faultOfText.ts"
import { type OAuthError, oauthError } from "./error.ts"
import { isRedirectUri, receiverOf } from "./redirects.ts"

/** The metadata of a client (RFC 7591, 2) that matters here. */
export interface ClientMetadata {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

const maxNameLength = 100
const maxRedirectUris = 20

const Texts = Schema.Array(Schema.String)
// Clients send null for unknown members.
const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Metadata = Schema.Struct({
  client_name: maybe(Schema.String),
  redirect_uris: Schema.optionalKey(Schema.Unknown),
  grant_types: maybe(Texts),
  response_types: maybe(Texts),
  token_endpoint_auth_method: maybe(Schema.String),
})
const metadataIn = Schema.decodeUnknownOption(Metadata)

const redirectUrisIn = (sent: unknown) => {
  const uris = Option.getOrUndefined(Schema.decodeUnknownOption(Texts)(sent))
  if (uris === undefined || uris.length === 0 || uris.length > maxRedirectUris) {
    return Effect.fail(
      oauthError("invalid_redirect_uri", `redirect_uris must be a list of 1 to ${maxRedirectUris} URIs`),
    )
  }
  return uris.every(isRedirectUri)
    ? Effect.succeed(uris)
    : Effect.fail(
        oauthError(
          "invalid_redirect_uri",
          "redirect_uris must begin with https://, with http:// at 127.0.0.1, [::1] or localhost, or with a program's own scheme, such as com.example.app:/, without a fragment",
        ),
      )
}

const lacks = (list: ReadonlyArray<string> | null | undefined, value: string) =>
  list !== null && list !== undefined && !list.includes(value)

/** Reads the metadata with which a client registers. */
export const readClientMetadata = Effect.fnUntraced(function* (
  json: unknown,
): Effect.fn.Return<ClientMetadata, OAuthError> {
  const invalid = (message: string) => Effect.fail(oauthError("invalid_client_metadata", message))
  const metadata = Option.getOrUndefined(metadataIn(json))
  if (metadata === undefined) return yield* invalid("The metadata must be a JSON object, as in RFC 7591")
  const redirectUris = yield* redirectUrisIn(metadata.redirect_uris)
  if (lacks(metadata.grant_types, "authorization_code"))
    return yield* invalid("grant_types must contain authorization_code")
  if (lacks(metadata.response_types, "code")) return yield* invalid("response_types must contain code")
  const name = metadata.client_name?.trim() ?? ""
  const fault = faultOfText("client_name", name, maxNameLength)
  if (fault !== undefined) return yield* invalid(fault.message)
  return { name: name === "" ? receiverOf(redirectUris[0] ?? "") : name, redirectUris }
})

/** True for a client id that is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document). */
export const isDocumentUrl = (id: string): boolean => {
  if (!id.startsWith("https://") || id.length > 500 || !URL.canParse(id)) return false
  const url = new URL(id)
  // In its one spelling: without dot segments and default ports.
  return (
    url.href === id && url.pathname !== "/" && url.hash === "" && url.username === "" && url.password === ""
  )
}

const Document = Schema.Struct({ client_id: Schema.String, client_name: Schema.String })
const documentIn = Schema.decodeUnknownOption(Document)
const jsonIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Reads the metadata document of a client, which must name its own URL. */
export const readClientDocument = Effect.fnUntraced(function* (url: string, text: string) {
  const invalid = (message: string) => Effect.fail(oauthError("invalid_client", message))
  const json = Option.getOrUndefined(jsonIn(text))
  const document = Option.getOrUndefined(documentIn(json))
  if (document === undefined)
    return yield* invalid("The client's metadata document must be JSON with client_id and client_name")
  if (document.client_id !== url)
    return yield* invalid("The client_id in the client's metadata document must be the document's URL")
  const method = Option.getOrUndefined(metadataIn(json))?.token_endpoint_auth_method ?? "none"
  if (method.startsWith("client_secret"))
    return yield* invalid("A client with a metadata document cannot have a secret: use none")
  return yield* readClientMetadata(json)
})
