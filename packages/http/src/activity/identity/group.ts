import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Endpoint, KeyRequired, WorkFailed, wireForm } from "../forRoutes.ts"

export const LinkedAccount = wireForm({
  email: Schema.String,
  messagesTotal: Schema.Int.annotate({ description: "The number of messages in the account's mailbox" }),
  scopes: Schema.Array(Schema.String).annotate({ description: "The granted scopes" }),
  expiresAt: Schema.Int.annotate({ description: "The end of the access, in Unix seconds" }),
})

export class IdentityGroup extends HttpApiGroup.make("identity")
  .add(
    Endpoint.post("test", "/v1/admin/identity-provider/test", {
      success: LinkedAccount,
      error: WorkFailed,
      summary: "Test the link to the identity provider",
      description: "Requests new access and reads the account's email profile. An error explains what to do.",
    }),
  )
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Identity provider" })) {}
