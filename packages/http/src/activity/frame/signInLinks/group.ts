import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint, Instant, keyedGroup, wireForm } from "../../forRoutes.ts"

export const CreatedLink = wireForm({
  url: Schema.String.annotate({ description: "Open it in a browser; it works once" }),
  expiresAt: Instant,
})

export class SignInLinksGroup extends keyedGroup(
  "signInLinks",
  "Sign-in links",
  Endpoint.post("create", "/v1/admin/sign-in-links", {
    success: CreatedLink.pipe(HttpApiSchema.status(201)),
    summary: "Create a sign-in link",
    description:
      "The URL signs one browser in with its own admin key, without typing one. It works once, within 15 minutes.",
  }),
) {}
