import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Admission,
  Forbidden,
  Instant,
  InstantOrEmpty,
  InvalidRequest,
  KeyRequired,
  NotConfigured,
  NotFound,
  TooManyRequests,
  Unauthorized,
  wireForm,
  WorkFailed,
} from "../../forRoutes.ts"

export const LinkForm = wireForm({
  account: Schema.String,
  scopes: Schema.Array(Schema.String),
  linkedAt: Instant,
  until: InstantOrEmpty,
})

const service = { service: Schema.String }

/** The views of the page that start a link, and that the browser returns to afterwards. */
export const LinkViews = ["setup", "sources"] as const

/**
 * The pages between a browser and a service that links an account. They are not in the activity API's document: only
 * browsers visit them.
 */
export class LinkApi extends HttpApi.make("link").add(
  HttpApiGroup.make("link")
    .add(
      // A ticket of the command line lets a browser in that has no key.
      HttpApiEndpoint.get("begin", "/link/:service", {
        params: service,
        query: {
          ticket: Schema.optionalKey(Schema.String),
          back: Schema.optionalKey(Schema.Literals(LinkViews)),
        },
        success: HttpApiSchema.Empty(302),
        error: [Unauthorized, Forbidden, NotFound, TooManyRequests, WorkFailed, NotConfigured],
      }).annotate(Admission, "open"),
      HttpApiEndpoint.get("finish", "/link/:service/callback", {
        params: service,
        success: LinkForm,
        error: [NotFound, TooManyRequests, WorkFailed, NotConfigured],
      }).annotate(Admission, "open"),
      HttpApiEndpoint.delete("forget", "/link/:service", {
        params: service,
        error: NotFound,
      }).middleware(KeyRequired),
    )
    .middleware(InvalidRequest),
) {}
