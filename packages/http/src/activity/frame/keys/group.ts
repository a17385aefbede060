import { ApiKey, maxKeyNameLength, Scope } from "@daybook/access"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Endpoint,
  Instant,
  InstantOrEmpty,
  JsonBody,
  keyedGroup,
  NotFound,
  optional,
  RecordId,
  listOf,
  paging,
  wireForm,
} from "../../forRoutes.ts"

const KeyRequest = Schema.Struct({
  name: Schema.String.check(
    Schema.isMinLength(1, { message: "must not be empty" }),
    Schema.isMaxLength(maxKeyNameLength, { message: `must have at most ${maxKeyNameLength} characters` }),
  ),
  scope: Scope.annotate({ message: "must be read, admin, submit or save" }),
  rate_limit: Schema.optionalKey(
    Schema.Number.annotate({ message: "must be a whole number from 1 to 1000000" })
      .check(Schema.isInt({ message: "must be a whole number from 1 to 1000000" }))
      .check(
        Schema.isBetween(
          { minimum: 1, maximum: 1_000_000 },
          { message: "must be a whole number from 1 to 1000000" },
        ),
      ),
  ),
  expires_at: optional(Schema.String, "YYYY-MM-DD or an ISO 8601 date-time in the future; never by default"),
}).annotate({ examples: [{ name: "my site", scope: "read" }] })

const fields = {
  ...Struct.pick(ApiKey.fields, ["id", "name", "scope"]),
  rateLimit: Schema.Int,
  createdAt: Instant,
  expiresAt: InstantOrEmpty.annotate({ description: "Empty if the key never expires" }),
}

export const CreatedKey = wireForm({
  ...fields,
  key: Schema.String.annotate({ description: "The key itself, shown only once" }),
})

export const KeyRecords = listOf(
  wireForm({
    ...fields,
    hint: ApiKey.fields.hint.annotate({ description: "The key's last 4 characters" }),
    lastUsedAt: InstantOrEmpty.annotate({ description: "Empty if the key was never used" }),
  }),
)

export class KeysGroup extends keyedGroup(
  "keys",
  "Keys",
  Endpoint.post("create", "/v1/admin/keys", {
    payload: KeyRequest,
    success: CreatedKey.pipe(HttpApiSchema.status(201)),
    summary: "Create a key",
  }).middleware(JsonBody),
  Endpoint.get("list", "/v1/admin/keys", {
    query: paging,
    success: KeyRecords,
    summary: "List keys, oldest first",
  }),
  Endpoint.delete("revoke", "/v1/admin/keys/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Revoke a key",
  }),
) {}
