import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Admission } from "../middleware/admission.ts"

const answered = HttpApiSchema.Empty(200)

/** The endpoints that clients call, at which no browser's session counts. */
const clients = HttpApiGroup.make("oauth").add(
  HttpApiEndpoint.post("register", "/oauth/register", { success: answered }).annotate(Admission, "open"),
  HttpApiEndpoint.post("token", "/oauth/token", { success: answered }).annotate(Admission, "open"),
  HttpApiEndpoint.post("revoke", "/oauth/revoke", { success: answered }).annotate(Admission, "open"),
)

/** The metadata documents, also for an issuer with a path. */
const metadata = HttpApiGroup.make("metadata").add(
  HttpApiEndpoint.get("resource", "/.well-known/oauth-protected-resource/*", {
    success: answered,
  }).annotate(Admission, "open"),
  HttpApiEndpoint.get("server", "/.well-known/oauth-authorization-server/*", {
    success: answered,
  }).annotate(Admission, "open"),
  HttpApiEndpoint.get("openid", "/.well-known/openid-configuration/*", { success: answered }).annotate(
    Admission,
    "open",
  ),
)

/** The pages on which the owner decides. */
const consent = HttpApiGroup.make("consent").add(
  HttpApiEndpoint.get("ask", "/oauth/authorize", { success: answered }).annotate(Admission, "session"),
  HttpApiEndpoint.post("decide", "/oauth/authorize", { success: answered }).annotate(Admission, "session"),
  HttpApiEndpoint.post("signIn", "/oauth/sign-in", { success: answered }).annotate(Admission, "open"),
)

/**
 * The authorization server of `/mcp`. It is not in the activity API's document: OAuth's own documents describe it.
 */
export class OAuthApi extends HttpApi.make("oauth").add(clients).add(metadata).add(consent) {}

/** True for a path that a client in any browser may call: the responses are public, or known to the client. */
export const isForAnyOrigin = (url: string): boolean =>
  /^\/(oauth\/(token|register|revoke)|\.well-known\/(oauth|openid)[\w/-]*)(\?|$)/.test(url)
